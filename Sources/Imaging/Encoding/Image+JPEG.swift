import CImageGuards

extension Image {
  /// The picture as the content of a JPEG file. Chroma keeps its full resolution, so that thin coloured lines stay sharp.
  ///
  /// - Parameter quality: 1 (small) to 100 (hardly a difference to be seen); other values count as the nearest.
  /// - Throws: `ImageError.cannotEncode` when a side is 0 or longer than 65,500 pixels, or memory runs out.
  public func jpegData(quality: Int = 90) throws(ImageError) -> [UInt8] {
    let allowedSides = 1...Int(IMAGE_GUARD_JPEG_MAXIMUM_SIDE)
    guard allowedSides.contains(width), allowedSides.contains(height) else {
      throw .cannotEncode(.jpeg, reason: "\(width)×\(height) pixels")
    }
    var encoded: UnsafeMutablePointer<UInt8>?
    var encodedCount = 0
    let outcome = image_guard_encode_jpeg(
      pixels, UInt32(width), UInt32(height), Int32(min(100, max(1, quality))), &encoded, &encodedCount)
    defer { image_guard_free(encoded) }
    guard outcome.status == image_guard_complete else { throw .cannotEncode(.jpeg, reason: outcome.text) }
    return [UInt8](UnsafeBufferPointer(start: encoded, count: encodedCount))
  }

  /// The picture as the content of a file.
  ///
  /// - Throws: `ImageError.cannotEncode` when the format has no room for its size, or memory runs out.
  public func data(as format: ImageFormat) throws(ImageError) -> [UInt8] {
    switch format {
    case .jpeg: try jpegData()
    case .png: try pngData()
    }
  }
}
