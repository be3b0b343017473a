import FaceAnalysis
import Facelatch
import Imaging

/// Words for what readings depend on, besides the picture.
enum Fingerprint {
  /// The program and its arithmetic, whose last bits depend on the instruction set.
  static var program: String { "Facelatch \(facelatchVersion), \(Engine.activeInstructionSet)" }

  static func detection(_ pack: ModelPack) -> String {
    "\(pack.detector.file.sha256) \(pack.detector.input) \(pack.detector.sizeMultiple) "
      + "\(pack.detector.scoreThreshold) \(pack.detector.overlapThreshold) \(mesh(pack))"
  }

  private static func mesh(_ pack: ModelPack) -> String {
    "\(pack.mesh.file.sha256) \(pack.mesh.input) \(pack.mesh.landmarksOutput) \(pack.mesh.scoreOutput)"
  }

  static func eyes(_ pack: ModelPack) -> String {
    "\(pack.iris.file.sha256) \(pack.iris.input) \(pack.iris.eyeOutput) \(pack.iris.irisOutput)"
  }

  static func embedding(_ pack: ModelPack) -> String {
    "\(pack.embedding.file.sha256) \(pack.embedding.input) \(pack.embedding.output) \(pack.embedding.alignment) "
      + "\(pack.embedding.domain.map { "\($0)" } ?? "no domain")"
  }

  static func presentationAttack(_ network: PresentationAttackSpecification) -> String {
    "\(network.file.sha256) \(network.input) \(network.output) \(network.cropScales)"
  }

  static func decoding(_ options: DecodingOptions) -> String { "\(options)" }
}
