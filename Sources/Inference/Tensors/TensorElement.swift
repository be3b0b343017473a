/// A Swift type whose values are elements of tensors of one element type; it has that type's size.
///
/// `Bool` is one byte of zero or one, as ONNX has it. `Float16` is IEEE 754 half precision.
public protocol TensorElement: BitwiseCopyable, Sendable {
  /// The element type that this type's values are.
  static var tensorElementType: ElementType { get }
}

extension Float: TensorElement {
  public static var tensorElementType: ElementType { .float32 }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: TensorElement {
    public static var tensorElementType: ElementType { .float16 }
  }
#endif

extension Int8: TensorElement {
  public static var tensorElementType: ElementType { .int8 }
}

extension UInt8: TensorElement {
  public static var tensorElementType: ElementType { .uint8 }
}

extension Int32: TensorElement {
  public static var tensorElementType: ElementType { .int32 }
}

extension Int64: TensorElement {
  public static var tensorElementType: ElementType { .int64 }
}

extension Bool: TensorElement {
  public static var tensorElementType: ElementType { .boolean }
}
