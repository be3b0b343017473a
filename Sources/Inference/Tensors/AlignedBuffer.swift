import Platform

/// Memory that starts on a cache line and stays where it is, zeroed at first.
///
/// Whoever fills it does so before sharing it; afterwards it is only read.
final class AlignedBuffer: @unchecked Sendable {
  /// Size of a cache line, and of the widest vector register.
  static let alignment = 64

  let base: UnsafeMutableRawPointer
  let byteCount: Int
  /// The pages that a large buffer has to itself; `nil` where it comes from the common heap.
  private let pages: UnsafeMutableRawBufferPointer?

  /// From this size on a buffer gets pages of its own: they are zero already, and go back to the system when freed.
  private static let leastPagedByteCount = MemoryRoom.leastAskedByteCount

  /// - Throws: `InferenceError.outOfMemory` if the system has no such memory.
  init(byteCount: Int) throws(InferenceError) {
    let size = max(byteCount, AlignedBuffer.alignment)
    self.byteCount = size
    if size >= Self.leastPagedByteCount {
      guard MemoryRoom.has(size) else { throw Self.unavailable(size) }
      let pages = try Self.map(size)
      self.pages = UnsafeMutableRawBufferPointer(start: pages.start, count: pages.length)
      base = pages.base
      return
    }
    pages = nil
    var pointer: UnsafeMutableRawPointer?
    guard posix_memalign(&pointer, AlignedBuffer.alignment, size) == 0, let pointer else {
      throw Self.unavailable(size)
    }
    memset(pointer, 0, size)
    self.base = pointer
  }

  /// Maps `size` bytes; from the size of a large page on so that they can be made of those. First touching a small page
  /// costs as much as clearing four of them.
  private static func map(
    _ size: Int
  ) throws(InferenceError) -> (start: UnsafeMutableRawPointer, length: Int, base: UnsafeMutableRawPointer) {
    let length = size < largePage ? size : size + largePage
    let start = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start, start != MAP_FAILED else { throw unavailable(size) }
    guard size >= largePage else { return (start, length, start) }
    let base = start.alignedUp(toMultipleOf: largePage)
    preferLargePages(UnsafeMutableRawBufferPointer(start: base, count: size))
    return (start, length, base)
  }

  private static let largePage = 2 << 20

  /// Asks for large pages in the part of some memory that has room for them. Nothing but time depends on the answer.
  static func preferLargePages(_ memory: UnsafeMutableRawBufferPointer) {
    #if os(Linux)
      guard let start = memory.baseAddress?.alignedUp(toMultipleOf: largePage) else { return }
      let end = memory.baseAddress.map { $0 + memory.count }?.alignedDown(toMultipleOf: largePage) ?? start
      if start < end { madvise(start, end - start, MADV_HUGEPAGE) }
    #endif
  }

  private static func unavailable(_ size: Int) -> InferenceError {
    .outOfMemory(byteCount: size)
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
    if let pages {
      munmap(pages.baseAddress, pages.count)
    } else {
      free(base)
    }
  }

  var floats: UnsafeMutablePointer<Float> {
    base.assumingMemoryBound(to: Float.self)
  }
}
