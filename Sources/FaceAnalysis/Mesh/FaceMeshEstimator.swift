import Imaging
import Inference

/// Finds the mesh of a face whose place is roughly known.
///
/// Serves one thread at a time.
public final class FaceMeshEstimator {
  private let runner: NetworkRunner
  private let specification: MeshSpecification

  /// How often a face is looked at before the last mesh is taken as it is.
  private static let roundLimit = 3

  /// Makes an estimator.
  ///
  /// - Throws: `ModelPackError` when the network cannot be loaded or takes no picture of the size that the
  ///   manifest states.
  public init(models: FaceModels, threads: Int = 1) throws(ModelPackError) {
    specification = models.pack.mesh
    runner = try NetworkRunner(
      model: try models.model(.mesh), file: specification.file, input: specification.input,
      width: specification.side, height: specification.side, threads: threads)
  }

  /// Finds the mesh of a detected face.
  ///
  /// - Returns: `nil` when the detector's points or the network's output make no face. A mesh of a low
  ///   score is returned; it is for the caller to reject it.
  /// - Throws: `ModelPackError.unusableNetwork` when the network's output is no mesh.
  public func mesh(of face: DetectedFace, in image: Image) throws(ModelPackError) -> FaceMesh? {
    guard let square = FaceSquare(around: face.points) else { return nil }
    return try mesh(in: image, near: square)
  }

  /// Finds the mesh of a face in or near a square, for example that of the same face in the previous frame.
  ///
  /// When the mesh lies much askew in the square, the face is looked at again in the square around the mesh.
  public func mesh(in image: Image, near start: FaceSquare) throws(ModelPackError) -> FaceMesh? {
    var square = start
    var found: FaceMesh?
    for _ in 0..<Self.roundLimit {
      guard let mesh = try mesh(in: image, exactly: square) else { return found }
      found = mesh
      guard let next = FaceSquare(around: mesh), next.differsMuch(from: square) else { return mesh }
      square = next
    }
    return found
  }

  /// Runs the network once on a square.
  ///
  /// - Returns: `nil` when the square or the output is not finite.
  func mesh(in image: Image, exactly square: FaceSquare) throws(ModelPackError) -> FaceMesh? {
    guard square.isUsable else { return nil }
    let toImage = square.cropToImage(pixels: specification.side)
    try runner.run(image.warped(by: toImage, width: specification.side, height: specification.side))
    let landmarks = try runner.output(specification.landmarksOutput, count: FaceMesh.pointCount * 3)
    let logit = try runner.output(specification.scoreOutput, count: 1)[0]
    let scale = square.side / Double(specification.side)
    let points = (0..<FaceMesh.pointCount).map { index in
      let place = toImage.applied(
        to: Point(x: Double(landmarks[3 * index]), y: Double(landmarks[3 * index + 1])))
      return MeshPoint(x: place.x, y: place.y, z: Double(landmarks[3 * index + 2]) * scale)
    }
    return FaceMesh(points: points, score: Mathematics.sigmoid(Double(logit)), square: square)
  }
}
