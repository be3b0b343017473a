import CImageGuards

/// Decodes one PNG through the guarded library.
struct PNGDecoder {
  let bytes: [UInt8]
  let name: String
  let options: DecodingOptions

  /// Most bytes of an Exif chunk that is looked at; the orientation stands near its start.
  private static let exifCapacity = 1 << 16

  func decoded() throws(ImageError) -> DecodedImage {
    let header: PNGHeader
    do throws(HeaderFailure) {
      header = try PNGHeader(bytes)
    } catch {
      throw error.imageError(name: name, format: .png)
    }
    // Two sides below 2^31 do not overflow.
    guard header.width * header.height <= options.maximumPixelCount else {
      throw .tooManyPixels(
        name: name, width: header.width, height: header.height, limit: options.maximumPixelCount)
    }
    guard max(header.width, header.height) <= IMAGE_GUARD_PNG_MAXIMUM_SIDE else {
      throw .unsupported(name: name, format: .png, variant: "a side of more than 1,000,000 pixels")
    }

    let request = image_guard_png_request(
      width: UInt32(header.width), height: UInt32(header.height), chunk_memory_limit: 4 << 20)
    var exif = [UInt8](repeating: 0, count: Self.exifCapacity)
    var exifCount = 0
    try ImageError.checkMemory(
      pixelCount: header.width * header.height, name: name, format: .png)
    let stored = try Image(width: header.width, height: header.height) { pixels throws(ImageError) in
      let outcome = image_guard_decode_png(
        bytes, bytes.count, request, pixels.baseAddress, pixels.count, &exif, exif.count, &exifCount)
      if let error = ImageError(outcome, name: name, format: .png) { throw error }
    }
    return DecodedImage(
      stored: stored, format: .png, storedWidth: header.width, storedHeight: header.height,
      orientation: ExifReader(exif[..<exifCount])?.orientation ?? .upright)
  }
}
