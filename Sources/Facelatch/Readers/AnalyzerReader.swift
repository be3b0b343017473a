import Capture
import FaceAnalysis
import Findings
import Imaging
import Liveness
import Matching
import Policy
import Store

/// Reads frames one by one with the face networks, each for itself.
public struct AnalyzerReader: FaceReading {
  private let analyzer: FaceAnalyzer

  let checksLooks: Bool
  private var looks: PresentationAttackEstimator?

  /// How the last face looked, 0 for a print or screen … 1 for a face before the camera; nothing where that was not
  /// looked at.
  public private(set) var passiveScore: Double?

  /// The face of the last frame, until its template is asked for.
  private var seen: (face: Face, frame: Image)?

  /// Takes networks; those that are needed load with the first frame.
  ///
  /// - Parameter checksLooks: Whether a face that looks like a print or a screen is told from one before the camera.
  public init(
    models: FaceModels, options: AnalysisOptions = AnalysisOptions(), checksLooks: Bool = false
  ) {
    analyzer = FaceAnalyzer(models: models, options: options)
    self.checksLooks = checksLooks
  }

  public var modelHash: String { analyzer.models.pack.embedding.file.sha256 }

  public mutating func read(_ frame: Frame) throws(FaceReadingError) -> FaceReadingOutcome {
    (seen, passiveScore) = (nil, nil)
    do throws(ModelPackError) {
      let acquisition = try analyzer.acquire(frame.image)
      switch acquisition {
      case .face(let face):
        if checksLooks {
          let score = try estimator().score(of: face, in: frame.image)
          passiveScore = score
          if score < (try estimator().threshold) {
            return .notLive(reason: LivenessReason.looksLikeAttack(score: score).description.asSentence)
          }
        }
        seen = (face, frame.image)
        return .face(quality: face.quality.overall, inattention: face.attention?.sentence)
      case .several(let faces): return .several(count: faces.count)
      case .none, .tooSmall, .poorQuality: return .unusable(reason: acquisition.explanation.asSentence)
      }
    } catch {
      throw FaceReadingError(error.description)
    }
  }

  private mutating func estimator() throws(ModelPackError) -> PresentationAttackEstimator {
    if let looks { return looks }
    let made = try PresentationAttackEstimator(models: analyzer.models)
    looks = made
    return made
  }

  public mutating func template() throws(FaceReadingError) -> FaceTemplate? {
    guard let seen else { return nil }
    do throws(ModelPackError) {
      return try analyzer.template(of: seen.face, in: seen.frame)
    } catch {
      throw FaceReadingError(error.description)
    }
  }
}

extension Attention {
  /// What is missing and what helps, in one sentence; nothing for an attentive person.
  var sentence: String? { reasons.first?.description.asSentence }
}

extension String {
  /// With a capital at the beginning and a full stop at the end.
  var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
