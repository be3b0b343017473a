import CImageGuards

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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

  /// Writes the picture into a PNG file; an existing file is replaced.
  ///
  /// - Parameter path: Where to write.
  /// - Throws: `ImageError` that names the file and the cause.
  public func writePNG(to path: String) throws(ImageError) {
    let content = try pngData()
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .cannotWrite(path: path, reason: "not a valid path")
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: systemMessage(errno)) }
    var failureCode: Int32 = 0
    content.withUnsafeBytes { buffer in
      var position = 0
      while position < buffer.count {
        let written = write(descriptor, buffer.baseAddress.map { $0 + position }, buffer.count - position)
        if written >= 0 {
          position += written
        } else if errno != EINTR {
          failureCode = errno
          return
        }
      }
    }
    // Some file systems report a full disk only here.
    if close(descriptor) != 0, failureCode == 0 { failureCode = errno }
    guard failureCode == 0 else { throw .cannotWrite(path: path, reason: systemMessage(failureCode)) }
  }
}
