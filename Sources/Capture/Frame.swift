import Imaging

/// One picture of a sequence.
public struct Frame: Sendable, Equatable {
  /// The picture, upright.
  public var image: Image

  /// Position in its source, from 0. Frames that could not be read have a position too.
  public var index: Int

  /// When it was taken, in seconds from the start of its source; `nil` where that is not known.
  public var seconds: Double?

  /// The file that it is from; `nil` where it is from none.
  public var origin: FrameOrigin?

  public init(_ image: Image, index: Int = 0, seconds: Double? = nil, origin: FrameOrigin? = nil) {
    self.image = image
    self.index = index
    self.seconds = seconds
    self.origin = origin
  }
}
