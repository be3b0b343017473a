import Imaging

/// Limits and wishes for reading frames.
public struct CaptureOptions: Sendable, Equatable {
  /// Limits for single frames. `maximumSide` lets large JPEG frames be decoded at a fraction of their size.
  public var decoding: DecodingOptions

  /// Frames per second of sources that do not state their own rate: pictures one after the other. A number that is not
  /// positive counts as 30.
  public var framesPerSecond: Double

  /// The matrix that luma and chroma of a Y4M were made with, which the format cannot state.
  public var matrix: ColorMatrix

  /// Seconds that a pipe may take for a whole frame.
  public var patienceSeconds: Double

  /// Makes options.
  ///
  /// - Parameters:
  ///   - decoding: Limits for single frames.
  ///   - framesPerSecond: The rate of sources that state none; 30 by default.
  ///   - matrix: The matrix of Y4M; BT.601 by default, which `ffmpeg` uses when it converts a picture, whatever its size.
  ///   - patienceSeconds: How long a pipe may take for a whole frame; 10 by default.
  public init(
    decoding: DecodingOptions = DecodingOptions(), framesPerSecond: Double = 30,
    matrix: ColorMatrix = .bt601, patienceSeconds: Double = 10
  ) {
    self.decoding = decoding
    self.framesPerSecond = framesPerSecond
    self.matrix = matrix
    self.patienceSeconds = patienceSeconds
  }

  /// The time of a frame of a source that states no rate, in seconds.
  func seconds(ofFrame index: Int) -> Double {
    Double(index) / (framesPerSecond > 0 && framesPerSecond.isFinite ? framesPerSecond : 30)
  }
}
