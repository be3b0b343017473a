import CImageGuards

/// Decodes one JPEG through the guarded library.
struct JPEGDecoder {
  let bytes: [UInt8]
  let name: String
  let options: DecodingOptions

  /// More scans than any ordinary encoder writes (about 10), and few enough for a large picture to end in
  /// seconds.
  private static let maximumScanCount = 100

  /// Most pixels times scans, for the same reason.
  private static let maximumScannedPixelCount = 1_300_000_000

  func decoded() throws(ImageError) -> DecodedImage {
    let header: JPEGHeader
    do throws(HeaderFailure) {
      header = try JPEGHeader(bytes)
    } catch {
      throw error.imageError(name: name, format: .jpeg)
    }
    if let variant = header.unsupportedVariant {
      throw .unsupported(name: name, format: .jpeg, variant: variant)
    }
    let pixelCount = header.width * header.height
    guard pixelCount <= options.maximumPixelCount else {
      throw .tooManyPixels(
        name: name, width: header.width, height: header.height, limit: options.maximumPixelCount)
    }

    let reduction = Self.reduction(
      width: header.width, height: header.height, neededSide: options.maximumSide)
    let request = image_guard_jpeg_request(
      width: UInt32(header.width), height: UInt32(header.height), reduction: UInt32(reduction),
      scan_limit: UInt32(min(Self.maximumScanCount, max(1, Self.maximumScannedPixelCount / pixelCount))),
      // Four components of two-byte coefficients per pixel, and the library's tables and rows.
      memory_limit: (64 << 20) + pixelCount * 8)
    let width = (header.width + reduction - 1) / reduction
    let height = (header.height + reduction - 1) / reduction
    try ImageError.checkMemory(pixelCount: width * height, name: name, format: .jpeg)
    let stored = try Image(width: width, height: height) { pixels throws(ImageError) in
      let outcome = image_guard_decode_jpeg(bytes, bytes.count, request, pixels.baseAddress, pixels.count)
      if let error = ImageError(outcome, name: name, format: .jpeg) { throw error }
    }
    return DecodedImage(
      stored: stored, format: .jpeg, storedWidth: header.width, storedHeight: header.height,
      orientation: header.orientation)
  }

  /// The strongest of 1, 2, 4 and 8 that leaves the longest side at `neededSide` or more.
  static func reduction(width: Int, height: Int, neededSide: Int?) -> Int {
    guard let neededSide else { return 1 }
    let longestSide = max(width, height)
    return [8, 4, 2].first { (longestSide + $0 - 1) / $0 >= max(1, neededSide) } ?? 1
  }
}
