/// Reads one tensor message: extents, element type, and content from raw bytes or from a typed field.
struct ONNXTensorReader {
  private var name = ""
  private var dimensions: [Int64] = []
  private var typeCode = 0
  private var raw: Range<Int>?
  private var floats: [Float] = []
  private var doubles: [Double] = []
  private var narrowIntegers: [Int64] = []
  private var wideIntegers: [Int64] = []

  static func initializer(_ reader: ProtobufReader) throws(InferenceError) -> ONNXInitializer {
    var tensor = ONNXTensorReader()
    let content = try tensor.read(reader)
    return ONNXInitializer(name: tensor.name, tensor: content)
  }

  private mutating func read(_ message: ProtobufReader) throws(InferenceError) -> Tensor {
    var reader = message
    while let field = try reader.nextField() {
      switch field.number {
      case 1: try reader.append(field, to: &dimensions)
      case 2: typeCode = Int(try reader.integer(field))
      case 3: throw unsupported("tensor \(name) is stored in segments", reader)
      case 4: try reader.append(field, to: &floats)
      case 5: try reader.append(field, to: &narrowIntegers)
      case 7: try reader.append(field, to: &wideIntegers)
      case 8: name = try reader.string(field)
      case 9: raw = try reader.range(field)
      case 10: try reader.append(field, to: &doubles)
      case 13: throw unsupported("tensor \(name) is stored in another file", reader)
      case 14:
        if try reader.integer(field) != 0 {
          throw unsupported("tensor \(name) is stored in another file", reader)
        }
      default: try reader.skip(field)
      }
    }
    let shape = dimensions.map { Int($0) }
    guard let count = elementCount(shape) else {
      throw reader.malformed("tensor \(name) has an impossible shape \(shape)")
    }
    let elements = try elements(reader)
    guard elements.count == count else {
      throw reader.malformed("tensor \(name) of shape \(shape) holds \(elements.count) elements")
    }
    return Tensor(shape: shape, elements: elements)
  }

  private func elements(_ reader: ProtobufReader) throws(InferenceError) -> Tensor.Elements {
    switch typeCode {
    case 1: .float32(try raw(reader, orTyped: floats))
    case 2: .uint8(try rawOrNarrow(reader))
    case 3: .int8(try signedBytes(reader))
    case 6: .int32(try rawOrNarrow(reader))
    case 7: .int64(try raw(reader, orTyped: wideIntegers))
    case 9: .boolean(try rawOrNarrow(reader).map { (value: UInt8) in value == 0 ? 0 : 1 })
    case 10: .float16(try rawOrNarrow(reader))
    case ONNXElementType.double: .float32(try raw(reader, orTyped: doubles).map { Float($0) })
    case ONNXElementType.bfloat16:
      .float32(try rawOrNarrow(reader).map { (value: UInt16) in Float(bitPattern: UInt32(value) << 16) })
    default:
      throw unsupported("tensor \(name) has element type \(ONNXElementType.name(typeCode))", reader)
    }
  }

  /// The raw content where there is one, copied once; otherwise what a typed field held.
  private func raw<Element: BitwiseCopyable>(
    _ reader: ProtobufReader, orTyped typed: [Element]
  ) throws(InferenceError) -> [Element] {
    guard let raw else { return typed }
    try refuseTypedContent(reader)
    guard raw.count % MemoryLayout<Element>.stride == 0 else {
      throw reader.malformed("tensor \(name) ends within an element")
    }
    return reader.array(of: Element.self, in: raw)
  }

  /// The raw content where there is one, in the file's own memory; otherwise what a typed field held.
  private func signedBytes(_ reader: ProtobufReader) throws(InferenceError) -> SignedBytes {
    guard let raw else { return SignedBytes(try narrow(reader)) }
    try refuseTypedContent(reader)
    return reader.signedBytes(in: raw)
  }

  private func refuseTypedContent(_ reader: ProtobufReader) throws(InferenceError) {
    guard floats.isEmpty, doubles.isEmpty, narrowIntegers.isEmpty, wideIntegers.isEmpty else {
      throw reader.malformed("tensor \(name) has raw and typed content")
    }
  }

  private func rawOrNarrow<Element: FixedWidthInteger & BitwiseCopyable>(
    _ reader: ProtobufReader
  ) throws(InferenceError) -> [Element] {
    raw == nil ? try narrow(reader) : try raw(reader, orTyped: [])
  }

  private func narrow<Element: FixedWidthInteger>(
    _ reader: ProtobufReader
  ) throws(InferenceError) -> [Element] {
    var result: [Element] = []
    result.reserveCapacity(narrowIntegers.count)
    for wide in narrowIntegers {
      guard let value = Element(exactly: wide) else {
        throw reader.malformed("tensor \(name) holds \(wide), which its type cannot")
      }
      result.append(value)
    }
    return result
  }

  private func unsupported(_ detail: String, _ reader: ProtobufReader) -> InferenceError {
    .unsupportedModel(file: reader.file, detail: detail)
  }
}
