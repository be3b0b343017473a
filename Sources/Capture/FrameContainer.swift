import Imaging

/// A format that holds frames one after the other.
///
/// Implementations change their state and consume bytes only when all that they need is there: an interrupted call can
/// be repeated.
protocol FrameContainer {
  /// Frames per second, where the format states them.
  var framesPerSecond: Double? { get }

  /// Looks for the next frame.
  ///
  /// - Returns: `nil` at the end.
  mutating func next(from bytes: ByteStream) throws(StreamFailure) -> FoundFrame?
}

/// What stands in the place of a frame.
enum FoundFrame {
  case whole(Image)
  /// It cannot be decoded, and why.
  case broken(reason: String)
  /// The recording says that nothing was taken here.
  case missing
}

/// How large frames may be.
struct FrameLimits {
  let decoding: DecodingOptions

  /// More than any sensible picture within the pixel limit takes.
  var encodedByteCount: Int {
    let pixels = min(decoding.maximumPixelCount, 1 << 40)
    return max(0, min(decoding.maximumFileSize, 64 << 20, (1 << 20) + 4 * max(0, pixels)))
  }

  func contains(width: Int, height: Int) -> Bool {
    let (product, overflows) = width.multipliedReportingOverflow(by: height)
    return !overflows && product <= decoding.maximumPixelCount
  }
}
