import FaceAnalysis
import Findings
import Imaging

/// Tells from one picture whether a face is before the camera itself or a print or screen that shows it.
///
/// A small network looks at the face and at its surroundings: at texture, colour and sharpness, and at the borders of
/// what is held into the picture. What it was trained on, and what gets past it, stands in the model card
/// (`Models/README.md`).
///
/// Serves one thread at a time.
public final class PresentationAttackEstimator {
  /// From this score on (0…1) a face counts as bona fide.
  public let threshold: Double

  private let runner: NetworkRunner
  private let specification: PresentationAttackSpecification
  private let crops: [PresentationAttackCrop]

  /// Makes an estimator.
  ///
  /// - Parameters:
  ///   - models: Where the network comes from.
  ///   - threads: Threads that compute together.
  /// - Throws: `ModelPackError.withoutNetwork` when the pack has no such network, another `ModelPackError` when it
  ///   cannot be loaded or takes no picture of the size that the manifest states.
  public init(models: FaceModels, threads: Int = 1) throws(ModelPackError) {
    let specification = try models.pack.requirePresentationAttack()
    self.specification = specification
    threshold = specification.threshold
    crops = specification.cropScales.map { PresentationAttackCrop(scale: $0, pixels: specification.side) }
    runner = try NetworkRunner(
      model: try models.model(.presentationAttack), file: specification.file, input: specification.input,
      width: specification.side, height: specification.side, threads: threads)
  }

  /// How much a face looks like one before the camera.
  ///
  /// - Parameters:
  ///   - face: A face that was found in `image`.
  ///   - image: The whole frame: the face's surroundings count.
  /// - Returns: 0 for an attack … 1 for a bona fide face; see `threshold`.
  /// - Throws: `ModelPackError.unusableNetwork` when the network's output is not one finite number.
  public func score(of face: Face, in image: Image) throws(ModelPackError) -> Double {
    try score(of: Rectangle(around: face.mesh), in: image)
  }

  /// As `score(of:in:)` for a box around a face.
  func score(of box: Rectangle, in image: Image) throws(ModelPackError) -> Double {
    var sum = 0.0
    for crop in crops { sum += try logit(of: crop.image(of: box, in: image)) }
    return Mathematics.sigmoid(sum / Double(crops.count))
  }

  /// What the network says of one crop.
  func logit(of crop: Image) throws(ModelPackError) -> Double {
    try runner.run(crop)
    let logit = Double(try runner.output(specification.output, count: 1)[0])
    guard logit.isFinite else {
      throw .unusableNetwork(
        file: specification.file.name, detail: "output \(specification.output) is not finite")
    }
    return logit
  }
}
