/// A picture together with what its file said about it.
public struct DecodedImage: Sendable, Equatable {
  /// The upright picture; 1/2, 1/4 or 1/8 of the original size when `DecodingOptions.maximumSide` allowed it.
  public let image: Image

  /// The format that the content has, whatever the file is called.
  public let format: ImageFormat

  /// Width of the upright picture in the file, in pixels.
  public let originalWidth: Int

  /// Height of the upright picture in the file, in pixels.
  public let originalHeight: Int
}
