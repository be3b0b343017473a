import Imaging

/// Cuts a face out of a picture so that its five points lie where an embedding network expects them.
public struct FaceAligner: Sendable, Equatable {
  /// Where the five points belong, in continuous coordinates of the crop.
  private let template: [Point]

  /// Width of the crop in pixels.
  public let width: Int

  /// Height of the crop in pixels.
  public let height: Int

  /// Makes an aligner.
  ///
  /// - Parameters:
  ///   - template: The five points on pixel indices of the crop, as such templates are published; the centre
  ///     of the first pixel is (0, 0) there and (½, ½) in continuous coordinates.
  ///   - width: Width of the crop in pixels.
  ///   - height: Height of the crop in pixels.
  public init(template: [Point], width: Int, height: Int) {
    self.template = template.map { Point(x: $0.x + 0.5, y: $0.y + 0.5) }
    self.width = width
    self.height = height
  }

  /// The aligner of an embedding network.
  public init(_ specification: EmbeddingSpecification) {
    self.init(template: specification.alignment, width: specification.width, height: specification.height)
  }

  /// The template that most published networks share, for a crop of 112×112 pixels
  /// (ArcFace, SphereFace and their successors).
  static let common = FaceAligner(
    template: [
      Point(x: 38.2946, y: 51.6963), Point(x: 73.5318, y: 51.5014), Point(x: 56.0252, y: 71.7366),
      Point(x: 41.5493, y: 92.3655), Point(x: 70.7299, y: 92.2041),
    ], width: 112, height: 112)

  /// The map from the picture to the crop.
  ///
  /// - Returns: `nil` when the points coincide or the template does not have five points.
  public func imageToCrop(_ points: FivePoints) -> AffineTransform? {
    SimilarityTransform.fitting(points.all, to: template)
  }

  /// The aligned face, averaged over source pixels when it shrinks, black where the picture ends.
  ///
  /// - Returns: `nil` when the points coincide.
  public func crop(_ image: Image, _ points: FivePoints) -> Image? {
    guard let cropToImage = imageToCrop(points)?.inverted() else { return nil }
    return image.warped(by: cropToImage, width: width, height: height)
  }
}
