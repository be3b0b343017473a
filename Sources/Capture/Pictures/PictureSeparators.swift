/// What may stand between pictures without being a part of any: zeros, text, end marks, and the bytes that fill up to a mark.
enum PictureSeparators {
  /// How many of the bytes that are here are such.
  static func count(_ bytes: ByteStream) throws(StreamFailure) -> Int {
    var count = 0
    while count < bytes.count {
      if isPaddingOrText(bytes[count]) {
        count += 1
        continue
      }
      guard bytes[count] == 0xFF else { return count }
      // The next byte tells a further end mark from the next picture.
      guard count + 1 < bytes.count else {
        if count > 0 { return count }
        guard try bytes.fill(2) else { return 1 }
        continue
      }
      switch bytes[count + 1] {
      case 0xD9: count += 2
      case 0xFF: count += 1
      default: return count
      }
    }
    return count
  }

  static func isPaddingOrText(_ byte: UInt8) -> Bool {
    byte == 0 || byte == 0x09 || byte == 0x0A || byte == 0x0D || (0x20...0x7E).contains(byte)
  }
}
