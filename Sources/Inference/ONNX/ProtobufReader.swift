/// Reads the protocol-buffer wire format from a range of a byte array, field by field.
///
/// Nothing here recurses: a nested message is a range, and whoever understands the field opens a reader on it. Every
/// length is checked against the range before it is used, so malformed bytes end in an error.
struct ProtobufReader {
  /// How a field's content is encoded.
  enum WireType {
    case varint, fixed64, lengthDelimited, fixed32
  }

  struct Field {
    let number: Int
    let wireType: WireType
  }

  let file: String
  private let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  init(_ bytes: [UInt8], file: String) {
    self.init(bytes, range: 0..<bytes.count, file: file)
  }

  private init(_ bytes: [UInt8], range: Range<Int>, file: String) {
    self.bytes = bytes
    self.file = file
    position = range.lowerBound
    end = range.upperBound
  }

  /// The next field's header, or `nil` at the end of the message.
  mutating func nextField() throws(InferenceError) -> Field? {
    guard position < end else { return nil }
    let key = try varint()
    // Field numbers have 29 bits.
    guard let number = Int(exactly: key >> 3), number > 0, number < 1 << 29 else {
      throw malformed("field number out of range at byte \(position)")
    }
    switch key & 7 {
    case 0: return Field(number: number, wireType: .varint)
    case 1: return Field(number: number, wireType: .fixed64)
    case 2: return Field(number: number, wireType: .lengthDelimited)
    case 5: return Field(number: number, wireType: .fixed32)
    case 3, 4: throw malformed("group at byte \(position); groups are obsolete and not used by ONNX")
    default: throw malformed("unknown wire type at byte \(position)")
    }
  }

  /// Steps over the content of a field that nobody asked for.
  mutating func skip(_ field: Field) throws(InferenceError) {
    switch field.wireType {
    case .varint: _ = try varint()
    case .fixed64: try advance(8)
    case .fixed32: try advance(4)
    case .lengthDelimited: _ = try range(field)
    }
  }

  // MARK: Single values

  mutating func integer(_ field: Field) throws(InferenceError) -> Int64 {
    try expect(field, .varint)
    return Int64(bitPattern: try varint())
  }

  mutating func float(_ field: Field) throws(InferenceError) -> Float {
    try expect(field, .fixed32)
    return Float(bitPattern: UInt32(truncatingIfNeeded: try fixed(4)))
  }

  /// The place of a length-delimited field's content in the whole array.
  mutating func range(_ field: Field) throws(InferenceError) -> Range<Int> {
    try expect(field, .lengthDelimited)
    let length = try varint()
    guard length <= UInt64(end - position) else {
      throw malformed("a length of \(length) at byte \(position) passes the end")
    }
    let start = position
    position += Int(length)
    return start..<position
  }

  mutating func message(_ field: Field) throws(InferenceError) -> ProtobufReader {
    ProtobufReader(bytes, range: try range(field), file: file)
  }

  mutating func string(_ field: Field) throws(InferenceError) -> String {
    let range = try range(field)
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw malformed("text that is not UTF-8 at byte \(range.lowerBound)")
    }
    return text
  }

  /// Bytes that need not be text; what is no UTF-8 is replaced.
  mutating func lossyString(_ field: Field) throws(InferenceError) -> String {
    String(decoding: bytes[try range(field)], as: UTF8.self)
  }

  // MARK: Repeated values, packed or one by one

  mutating func append(_ field: Field, to values: inout [Int64]) throws(InferenceError) {
    guard field.wireType == .lengthDelimited else { return values.append(try integer(field)) }
    var packed = try message(field)
    while packed.position < packed.end { values.append(Int64(bitPattern: try packed.varint())) }
  }

  mutating func append(_ field: Field, to values: inout [Float]) throws(InferenceError) {
    guard field.wireType == .lengthDelimited else { return values.append(try float(field)) }
    let range = try range(field)
    guard range.count % 4 == 0 else { throw malformed("packed floats cut short at byte \(position)") }
    values.append(contentsOf: array(of: Float.self, in: range))
  }

  mutating func append(_ field: Field, to values: inout [Double]) throws(InferenceError) {
    guard field.wireType == .lengthDelimited else {
      try expect(field, .fixed64)
      return values.append(Double(bitPattern: try fixed(8)))
    }
    let range = try range(field)
    guard range.count % 8 == 0 else { throw malformed("packed doubles cut short at byte \(position)") }
    values.append(contentsOf: array(of: Double.self, in: range))
  }

  /// Little-endian elements of a plain number type, copied once. A remainder shorter than an element is ignored.
  func array<Element: BitwiseCopyable>(of type: Element.Type, in range: Range<Int>) -> [Element] {
    let count = range.count / MemoryLayout<Element>.stride
    return [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      bytes.withUnsafeBytes { source in
        UnsafeMutableRawBufferPointer(buffer).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: source[range].prefix(count * MemoryLayout<Element>.stride)))
      }
      initialized = count
    }
  }

  /// The bytes of a range as numbers, in the memory of the whole array.
  func signedBytes(in range: Range<Int>) -> SignedBytes {
    SignedBytes(sharing: bytes, range: range)
  }

  func malformed(_ detail: String) -> InferenceError {
    .malformed(file: file, detail: detail)
  }

  // MARK: Bytes

  private func expect(_ field: Field, _ wireType: WireType) throws(InferenceError) {
    guard field.wireType == wireType else {
      throw malformed("field \(field.number) has the wrong wire type at byte \(position)")
    }
  }

  private mutating func advance(_ count: Int) throws(InferenceError) {
    guard count <= end - position else { throw malformed("cut short at byte \(position)") }
    position += count
  }

  private mutating func fixed(_ count: Int) throws(InferenceError) -> UInt64 {
    try advance(count)
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(bytes[position - count + index]) << UInt64(8 * index) }
    return value
  }

  private mutating func varint() throws(InferenceError) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while position < end {
      let byte = bytes[position]
      position += 1
      // The tenth byte holds the last of 64 bits.
      if shift == 63, byte > 1 { break }
      value |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw malformed("a variable-length integer is cut short or too long at byte \(position)")
  }
}
