import Evaluation
import FaceGate

/// `facegate evaluate pad`: whether faces are before the camera or attacks.
struct PresentationAttackEvaluation: Sendable {
  private let manifest: Path
  private let options: EvaluationOptions

  init(_ manifest: Path, _ options: EvaluationOptions) {
    self.manifest = manifest
    self.options = options
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    fatalError()
  }
}
