/// The element types that the engine computes with. Most operators take `float32` alone; `Cast` leads from and to the
/// others.
public enum ElementType: Sendable, CaseIterable {
  case float32, float16, int8, uint8, int32, int64, boolean

  /// Bytes of one element.
  var byteCount: Int {
    switch self {
    case .int8, .uint8, .boolean: 1
    case .float16: 2
    case .float32, .int32: 4
    case .int64: 8
    }
  }
}

/// A constant, row-major tensor that owns its elements.
struct Tensor: Sendable {
  /// Extent of each axis; empty for a scalar.
  let shape: [Int]
  let elements: Elements

  enum Elements: Sendable {
    case float32([Float])
    /// Floats that somebody has yet to ask for.
    case deferred(any DeferredElements)
    /// IEEE 754 half precision, as bit patterns.
    case float16([UInt16])
    case int8(SignedBytes)
    case uint8([UInt8])
    case int32([Int32])
    case int64([Int64])
    case boolean([UInt8])

    var count: Int {
      switch self {
      case .float32(let values): values.count
      case .deferred(let values): values.count
      case .float16(let values): values.count
      case .int8(let values): values.count
      case .uint8(let values): values.count
      case .int32(let values): values.count
      case .int64(let values): values.count
      case .boolean(let values): values.count
      }
    }
  }

  var elementType: ElementType {
    switch elements {
    case .float32, .deferred: .float32
    case .float16: .float16
    case .int8: .int8
    case .uint8: .uint8
    case .int32: .int32
    case .int64: .int64
    case .boolean: .boolean
    }
  }

  var count: Int { shape.reduce(1, *) }

  /// The same elements under another shape of the same count; shares their memory.
  func reshaped(_ shape: [Int]) -> Tensor {
    Tensor(shape: shape, elements: elements)
  }

  /// The elements as integers; `nil` where the tensor holds no 32-bit or 64-bit integers.
  var integers: [Int]? {
    switch elements {
    case .int64(let values): values.map { Int($0) }
    case .int32(let values): values.map { Int($0) }
    default: nil
    }
  }

  /// The elements, where they are single-precision floats.
  var floats: [Float]? {
    switch elements {
    case .float32(let values): values
    case .deferred(let values): values.floats()
    default: nil
    }
  }

  /// Writes a part of the elements to `target`; they must be single-precision floats.
  func copyFloats(_ range: Range<Int>, to target: UnsafeMutablePointer<Float>) {
    switch elements {
    case .float32(let values):
      _ = UnsafeMutableBufferPointer(start: target, count: range.count).update(from: values[range])
    case .deferred(let values): values.copyFloats(range, to: target)
    default: preconditionFailure("a tensor of \(elementType) has no floats")
    }
  }

  /// The same tensor in memory of its own, where it shares that of a model's file.
  var detached: Tensor {
    switch elements {
    case .int8(let values): Tensor(shape: shape, elements: .int8(values.detached))
    case .deferred(let values as BlockQuantizedElements):
      Tensor(shape: shape, elements: .deferred(values.detached))
    default: self
    }
  }
}
