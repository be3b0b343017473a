/// What a JPEG says about itself before its first scan: size, coding process and Exif orientation.
///
/// It is read here, and not by the library, so that limits apply before the library takes any memory and so
/// that variants are refused the same way whatever version of the library is installed.
struct JPEGHeader: Equatable {
  /// Code of the frame marker, 0xC0 (baseline) to 0xCF (ITU-T T.81, table B.1).
  private(set) var frameMarker: UInt8 = 0

  /// Bits per sample.
  private(set) var precision = 0
  private(set) var width = 0

  /// Number of rows; 0 when the file states it only after the first scan.
  private(set) var height = 0
  private(set) var orientation = Orientation.upright

  init(_ bytes: [UInt8]) throws(HeaderFailure) {
    var position = 2
    var hasExif = false
    while true {
      let marker = try Self.nextMarker(bytes, &position)
      switch marker {
      case 0x01, 0xD0...0xD7:
        continue
      case 0xD8:
        throw .damaged("a second start marker")
      case 0xD9:
        throw .damaged("an end marker before any picture")
      case 0xDA:
        throw .damaged("a scan before the frame header")
      default:
        break
      }
      guard position + 2 <= bytes.count else { throw .cut }
      let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
      guard length >= 2 else { throw .damaged("a segment of negative length") }
      guard position + length <= bytes.count else { throw .cut }
      let content = bytes[(position + 2)..<(position + length)]
      position += length
      switch marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        try readFrame(content, marker: marker)
        if !hasExif { orientation = Self.orientation(inSegmentsAfter: position, of: bytes) }
        return
      case 0xE1 where !hasExif:
        if let exif = Self.exif(content) {
          hasExif = true
          orientation = exif.orientation
        }
      default:
        break
      }
    }
  }

  /// A name for the coding process when it cannot be decoded.
  var unsupportedVariant: String? {
    switch frameMarker {
    case 0xC3, 0xC7, 0xCB, 0xCF: return "lossless JPEG"
    case 0xC5, 0xC6, 0xCD, 0xCE: return "hierarchical JPEG"
    default: break
    }
    if precision != 8 { return "\(precision)-bit JPEG" }
    if height == 0 { return "JPEG without a stated height" }
    return nil
  }

  private mutating func readFrame(_ content: ArraySlice<UInt8>, marker: UInt8) throws(HeaderFailure) {
    guard content.count >= 6 else { throw .damaged("a frame header that is too short") }
    let start = content.startIndex
    frameMarker = marker
    precision = Int(content[start])
    height = Int(content[start + 1]) << 8 | Int(content[start + 2])
    width = Int(content[start + 3]) << 8 | Int(content[start + 4])
    guard width > 0 else { throw .damaged("a width of 0") }
  }

  /// Exif may also stand between the frame header and the first scan.
  private static func orientation(inSegmentsAfter start: Int, of bytes: [UInt8]) -> Orientation {
    var position = start
    while let marker = try? nextMarker(bytes, &position), marker != 0xDA, marker != 0xD9 {
      if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
      guard position + 2 <= bytes.count else { break }
      let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
      guard length >= 2, position + length <= bytes.count else { break }
      if marker == 0xE1, let exif = exif(bytes[(position + 2)..<(position + length)]) {
        return exif.orientation
      }
      position += length
    }
    return .upright
  }

  private static func exif(_ segment: ArraySlice<UInt8>) -> ExifReader? {
    guard segment.starts(with: Array("Exif\0\0".utf8)) else { return nil }
    return ExifReader(segment.dropFirst(6))
  }

  /// The code of the next marker; `position` moves behind it. Stray bytes before it and fill bytes within it
  /// are skipped, as the library does.
  private static func nextMarker(_ bytes: [UInt8], _ position: inout Int) throws(HeaderFailure) -> UInt8 {
    while position < bytes.count {
      while position < bytes.count, bytes[position] != 0xFF { position += 1 }
      while position < bytes.count, bytes[position] == 0xFF { position += 1 }
      guard position < bytes.count else { break }
      position += 1
      if bytes[position - 1] != 0 { return bytes[position - 1] }
    }
    throw .cut
  }
}
