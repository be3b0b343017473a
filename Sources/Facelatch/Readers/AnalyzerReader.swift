import Capture
import FaceAnalysis
import Findings
import Imaging
import Liveness
import Matching
import Policy
import Store

/// Reads frames one by one with the face networks, each for itself.
package struct AnalyzerReader: FaceReading {
  private let analyzer: FaceAnalyzer

  let checksLooks: Bool
  private var looks: PresentationAttackEstimator?

  /// How the face of this try looked that looked worst, 0 for a print or screen … 1 for a face before the camera; `nil` where
  /// that was not looked at. All of them are compared together, so the worst counts for all.
  package private(set) var passiveScore: Double?

  /// The face of the last frame, until its template is asked for.
  private var seen: (face: Face, frame: Image)?

  /// Takes networks; those that are needed load with the first frame.
  ///
  /// - Parameter checksLooks: Whether a face that looks like a print or a screen is told from one before the camera.
  package init(
    models: FaceModels, options: AnalysisOptions = AnalysisOptions(), checksLooks: Bool
  ) {
    analyzer = FaceAnalyzer(models: models, options: options)
    self.checksLooks = checksLooks
  }

  package var requirement: LivenessRequirement { checksLooks ? .passive : .off }

  package var findings: LivenessFindings? {
    LivenessFindings(requirement: requirement, passiveScore: passiveScore)
  }

  package var modelHash: String { analyzer.models.pack.embedding.file.sha256 }

  package mutating func begin() { (seen, passiveScore) = (nil, nil) }

  package mutating func read(_ frame: Frame) throws(EngineFailure) -> FaceReadingOutcome {
    seen = nil
    do throws(ModelPackError) {
      let acquisition = try analyzer.acquire(frame.image)
      switch acquisition {
      case .face(let face):
        if checksLooks {
          let score = try estimator().score(of: face, in: frame.image)
          passiveScore = min(score, passiveScore ?? score)
          if score < (try estimator().threshold) {
            return .notLive(.looksLikeAttack(score: score))
          }
        }
        seen = (face, frame.image)
        return .face(quality: face.quality.overall, inattention: face.attention?.reasons.first)
      case .several(let faces): return .several(count: faces.count)
      case .none, .tooSmall, .poorQuality: return .unusable(Obstacle(acquisition) ?? .noFace)
      }
    } catch {
      throw EngineFailure(.models, error.description)
    }
  }

  private mutating func estimator() throws(ModelPackError) -> PresentationAttackEstimator {
    if let looks { return looks }
    let made = try PresentationAttackEstimator(models: analyzer.models)
    looks = made
    return made
  }

  package mutating func template() throws(EngineFailure) -> TemplateReading {
    try analyzer.template(ofSeen: seen)
  }
}
