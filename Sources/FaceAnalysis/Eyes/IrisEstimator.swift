import Imaging
import Inference

/// Finds the lids and the iris of a face's eyes.
///
/// Serves one thread at a time.
public final class IrisEstimator {
  private let runner: NetworkRunner
  private let specification: IrisSpecification

  /// Points in the network's first output: the contour and the brow.
  private static let eyePointCount = 71

  /// Points in the network's second output: the centre of the iris and four points of its edge.
  private static let irisPointCount = 5

  /// The crop's side over the distance between the corners of the eye.
  private static let margin = 2.3

  /// Makes an estimator.
  ///
  /// - Throws: `ModelPackError` when the network cannot be loaded or takes no picture of the size that the
  ///   manifest states.
  public init(models: FaceModels, threads: Int = 1) throws(ModelPackError) {
    specification = models.pack.iris
    runner = try NetworkRunner(
      model: try models.model(.iris), file: specification.file, input: specification.input,
      width: specification.side, height: specification.side, threads: threads)
  }

  /// Finds both eyes of a face.
  ///
  /// - Returns: `nil` when the corners of an eye coincide or the network's output is not finite.
  /// - Throws: `ModelPackError.unusableNetwork` when the network's output is no eye.
  public func eyes(of mesh: FaceMesh, in image: Image) throws(ModelPackError) -> Eyes? {
    // The network knows the eye on the left of the picture; the other one is shown to it mirrored.
    let right = try eye(
      between: mesh[.leftEyeOuterCorner], and: mesh[.leftEyeInnerCorner], rotation: mesh.roll,
      mirrored: false,
      in: image)
    let left = try eye(
      between: mesh[.rightEyeInnerCorner], and: mesh[.rightEyeOuterCorner], rotation: mesh.roll,
      mirrored: true,
      in: image)
    guard let left, let right else { return nil }
    return Eyes(left: left, right: right)
  }

  private func eye(
    between first: Point, and second: Point, rotation: Double, mirrored: Bool, in image: Image
  ) throws(ModelPackError) -> Eye? {
    let square = FaceSquare(
      center: first.middle(to: second), side: Self.margin * first.distance(to: second), rotation: rotation)
    guard square.isUsable else { return nil }
    let toImage = square.cropToImage(pixels: specification.side, mirrored: mirrored)
    return try eye(
      inCrop: image.warped(by: toImage, width: specification.side, height: specification.side),
      toImage: toImage)
  }

  /// Runs the network on a crop of an eye.
  ///
  /// - Parameters:
  ///   - crop: A picture of the size that the network takes, of the eye on the left or of the other one
  ///     mirrored.
  ///   - toImage: Where the crop's points lie in the whole picture.
  func eye(inCrop crop: Image, toImage: AffineTransform) throws(ModelPackError) -> Eye? {
    try runner.run(crop)
    let eye = try runner.output(specification.eyeOutput, count: Self.eyePointCount * 3)
    let iris = try runner.output(specification.irisOutput, count: Self.irisPointCount * 3)
    func place(_ values: [Float], _ index: Int) -> Point {
      toImage.applied(to: Point(x: Double(values[3 * index]), y: Double(values[3 * index + 1])))
    }
    return Eye(
      contour: (0..<Eye.contourCount).map { place(eye, $0) }, irisCenter: place(iris, 0),
      irisEdge: (1..<Self.irisPointCount).map { place(iris, $0) })
  }
}
