/// What a file is, judged by its first bytes.
package enum FileSignature: Equatable {
  case jpeg
  case png

  /// Something else, with a name for it where the bytes tell.
  case other(looksLike: String?)

  package init(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8]) {
      self = .jpeg
    } else if bytes.starts(with: PNGHeader.signature) {
      self = .png
    } else {
      self = .other(looksLike: Self.nameOfForeignFormat(bytes))
    }
  }

  private static let prefixes: [(bytes: [UInt8], name: String)] = [
    (Array("GIF8".utf8), "a GIF"),
    (Array("BM".utf8), "a BMP"),
    (Array("II*\0".utf8), "a TIFF or camera raw file"),
    (Array("MM\0*".utf8), "a TIFF or camera raw file"),
    (Array("%PDF".utf8), "a PDF"),
    (Array("8BPS".utf8), "a Photoshop file"),
    (Array("YUV4MPEG2".utf8), "a Y4M video"),
    (Array("PK\u{3}\u{4}".utf8), "a ZIP archive"),
    ([0x8A] + Array("MNG".utf8), "an MNG"),
    (Array("P5\n".utf8), "a PGM"),
    (Array("P6\n".utf8), "a PPM"),
    ([0xFF, 0x0A], "a JPEG XL"),
    ([0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000"),
    ([0, 0, 0, 0x0C] + Array("JXL ".utf8), "a JPEG XL"),
    ([0, 0, 0, 0x0C] + Array("jP  ".utf8), "a JPEG 2000"),
    ([0x1F, 0x8B], "gzip-compressed data"),
    ([0x7F] + Array("ELF".utf8), "a program"),
  ]

  private static func nameOfForeignFormat(_ bytes: [UInt8]) -> String? {
    if let prefix = prefixes.first(where: { bytes.starts(with: $0.bytes) }) { return prefix.name }
    if bytes.dropFirst().starts(with: Array("PNG".utf8)) {
      return "a PNG whose first bytes were changed in transfer"
    }
    if bytes.starts(with: Array("RIFF".utf8)), bytes.count >= 12 {
      switch String(decoding: bytes[8..<12], as: UTF8.self) {
      case "WEBP": return "a WebP"
      case "AVI ": return "an AVI video"
      default: return "a RIFF file"
      }
    }
    if bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) {
      switch String(decoding: bytes[8..<12], as: UTF8.self) {
      case "heic", "heix", "heim", "heis", "mif1", "msf1": return "a HEIC"
      case "avif", "avis": return "an AVIF"
      default: return "an MP4 or QuickTime video"
      }
    }
    return looksLikeText(bytes.prefix(512)) ? "text" : nil
  }

  private static func looksLikeText(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
  }
}
