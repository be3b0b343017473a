#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory that starts on a cache line and stays where it is, zeroed at first.
///
/// Whoever fills it does so before sharing it; afterwards it is only read.
final class AlignedBuffer: @unchecked Sendable {
  /// Size of a cache line, and of the widest vector register.
  static let alignment = 64

  let base: UnsafeMutableRawPointer
  let byteCount: Int

  /// - Throws: `InferenceError.limitExceeded` if the system has no such memory.
  init(byteCount: Int) throws(InferenceError) {
    let size = max(byteCount, AlignedBuffer.alignment)
    var pointer: UnsafeMutableRawPointer?
    guard posix_memalign(&pointer, AlignedBuffer.alignment, size) == 0, let pointer else {
      throw .limitExceeded(detail: "\(size) bytes of memory are not available")
    }
    memset(pointer, 0, size)
    self.base = pointer
    self.byteCount = size
  }

  convenience init(floatCount: Int) throws(InferenceError) {
    try self.init(byteCount: floatCount * MemoryLayout<Float>.stride)
  }

  /// A copy of a constant's elements.
  convenience init(copying tensor: Tensor) throws(InferenceError) {
    try self.init(byteCount: tensor.count * tensor.elementType.byteCount)
    switch tensor.elements {
    case .float32(let values): values.withUnsafeBytes { fill($0) }
    case .float16(let values): values.withUnsafeBytes { fill($0) }
    case .deferred(let values): values.copyFloats(0..<values.count, to: floats)
    case .int8(let values): values.withUnsafeBytes { fill($0) }
    case .uint8(let values): values.withUnsafeBytes { fill($0) }
    case .int32(let values): values.withUnsafeBytes { fill($0) }
    case .int64(let values): values.withUnsafeBytes { fill($0) }
    case .boolean(let values): values.withUnsafeBytes { fill($0) }
    }
  }

  private func fill(_ bytes: UnsafeRawBufferPointer) {
    if let source = bytes.baseAddress { memcpy(base, source, min(bytes.count, byteCount)) }
  }

  deinit {
    free(base)
  }

  var floats: UnsafeMutablePointer<Float> {
    base.assumingMemoryBound(to: Float.self)
  }
}
