/// The element types that the engine computes with.
public enum ElementType: Sendable, Equatable {
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
    /// IEEE 754 half precision, as bit patterns.
    case float16([UInt16])
    case int8([Int8])
    case uint8([UInt8])
    case int32([Int32])
    case int64([Int64])
    case boolean([UInt8])
  }

  var elementType: ElementType {
    switch elements {
    case .float32: .float32
    case .float16: .float16
    case .int8: .int8
    case .uint8: .uint8
    case .int32: .int32
    case .int64: .int64
    case .boolean: .boolean
    }
  }

  var count: Int { shape.reduce(1, *) }
}

/// Read access to a row-major tensor that lives in the arena or in a constant.
struct TensorView {
  let shape: [Int]
  let elementType: ElementType
  let base: UnsafeRawPointer

  var count: Int { shape.reduce(1, *) }
}

/// Write access to a row-major tensor in the arena; never overlaps the inputs of the operator that writes it.
struct MutableTensorView {
  let shape: [Int]
  let elementType: ElementType
  let base: UnsafeMutableRawPointer

  var count: Int { shape.reduce(1, *) }
}
