import CImageGuards
import Platform

extension Image {
  /// The picture as the content of a PNG file, 8-bit RGB marked as sRGB.
  ///
  /// - Parameter compressionLevel: 0 (fast and large) to 9 (slow and small); other values count as the
  ///   nearest.
  /// - Throws: `ImageError.cannotEncode` when a side is 0 or longer than 1,000,000 pixels, or memory runs
  ///   out.
  public func pngData(compressionLevel: Int = 6) throws(ImageError) -> [UInt8] {
    let allowedSides = 1...Int(IMAGE_GUARD_PNG_MAXIMUM_SIDE)
    guard allowedSides.contains(width), allowedSides.contains(height) else {
      throw .cannotEncode(.png, reason: "\(width)×\(height) pixels")
    }
    var encoded: UnsafeMutablePointer<UInt8>?
    var encodedCount = 0
    let outcome = image_guard_encode_png(
      pixels, UInt32(width), UInt32(height), Int32(min(9, max(0, compressionLevel))), &encoded, &encodedCount)
    defer { image_guard_free(encoded) }
    guard outcome.status == image_guard_complete else { throw .cannotEncode(.png, reason: outcome.text) }
    return [UInt8](UnsafeBufferPointer(start: encoded, count: encodedCount))
  }

  /// Writes the picture into a PNG file. An existing file is replaced when the new one is complete; a pipe or device is
  /// written to.
  ///
  /// - Parameter path: Where to write.
  /// - Throws: `ImageError` that names the file and the cause.
  public func writePNG(to path: Path) throws(ImageError) {
    let content = try pngData()
    do {
      try OutputFile.write(content, to: path)
    } catch {
      throw ImageError(writing: error)
    }
  }
  /// Writes the picture into a PNG file whose path is a text.
  ///
  /// - Throws: What `writePNG(to:)` throws for a `Path`.
  public func writePNG(to path: String) throws(ImageError) {
    try writePNG(to: Path(path))
  }
}
