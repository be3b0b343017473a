/// Writes the protocol-buffer wire format, also wrongly, for tests of its reader.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  static func varint(_ value: UInt64) -> [UInt8] {
    var rest = value
    var bytes: [UInt8] = []
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  mutating func raw(_ more: [UInt8]) { bytes += more }

  mutating func key(_ field: Int, wireType: Int) { bytes += Self.varint(UInt64(field << 3 | wireType)) }

  mutating func integer(_ field: Int, _ value: Int) {
    key(field, wireType: 0)
    bytes += Self.varint(UInt64(bitPattern: Int64(value)))
  }

  mutating func float(_ field: Int, _ value: Float) {
    key(field, wireType: 5)
    bytes += value.bytes
  }

  mutating func content(_ field: Int, _ content: [UInt8]) {
    key(field, wireType: 2)
    bytes += Self.varint(UInt64(content.count)) + content
  }

  mutating func string(_ field: Int, _ text: String) { content(field, Array(text.utf8)) }

  mutating func message(_ field: Int, _ write: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    write(&inner)
    content(field, inner.bytes)
  }
}

extension Float {
  /// The four bytes of the number, lowest first.
  var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: bitPattern >> (8 * UInt32($0))) } }
}
