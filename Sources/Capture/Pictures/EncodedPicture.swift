import Imaging

/// The bytes of one JPEG or PNG, and what was noticed when they were cut out.
struct EncodedPicture {
  private let bytes: [UInt8]

  /// - Parameter cutter: Has walked through these bytes.
  init(_ bytes: [UInt8], cutter: PictureCutter) {
    guard let scanPlace = cutter.scanPlace, !cutter.hasHuffmanTables else {
      self.bytes = bytes
      return
    }
    self.bytes = bytes[..<scanPlace] + StandardHuffmanTables.segment + bytes[scanPlace...]
  }

  func decoded(_ options: DecodingOptions) -> FoundFrame {
    do throws(ImageError) {
      return .whole(try DecodedImage(bytes: bytes, name: "a frame", options: options).image)
    } catch {
      return .broken(reason: error.description)
    }
  }
}
