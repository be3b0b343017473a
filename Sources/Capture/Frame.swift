import Imaging

/// One picture of a sequence.
public struct Frame: Sendable, Equatable {
  /// The picture, upright.
  public var image: Image

  /// Position in its source, from 0. Frames that could not be read have a position too.
  public var index: Int

  /// When it was taken, in seconds from the start of its source; nothing where that is not known.
  public var seconds: Double?

  public init(_ image: Image, index: Int = 0, seconds: Double? = nil) {
    self.image = image
    self.index = index
    self.seconds = seconds
  }
}
