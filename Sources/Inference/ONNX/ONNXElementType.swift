/// Element types by their numbers in the format.
enum ONNXElementType {
  /// The engine's type for a number in the format; `nil` where there is none.
  static func elementType(_ code: Int) -> ElementType? {
    switch code {
    case 1: .float32
    case 2: .uint8
    case 3: .int8
    case 6: .int32
    case 7: .int64
    case 9: .boolean
    case 10: .float16
    default: nil
    }
  }

  /// The engine's type for values of a type in the format: likewise, but single precision for double precision.
  static func computedType(_ code: Int) -> ElementType? {
    code == double ? .float32 : elementType(code)
  }

  /// Double precision and bfloat16, which the engine computes in single precision.
  static let double = 11
  static let bfloat16 = 16

  static func name(_ code: Int) -> String {
    let names = [
      "undefined", "float", "uint8", "int8", "uint16", "int16", "int32", "int64", "string", "bool", "float16",
      "double", "uint32", "uint64", "complex64", "complex128", "bfloat16", "float8e4m3fn", "float8e4m3fnuz",
      "float8e5m2", "float8e5m2fnuz", "uint4", "int4", "float4e2m1",
    ]
    return names.indices.contains(code) ? names[code] : "number \(code)"
  }
}
