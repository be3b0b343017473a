import FaceAnalysis
import Imaging
import Matching

/// Reads frames with the face networks.
public struct AnalyzerReader: FaceReading {
  private let analyzer: FaceAnalyzer

  /// Takes networks; those that are needed load with the first frame.
  public init(models: FaceModels, options: AnalysisOptions = AnalysisOptions()) {
    analyzer = FaceAnalyzer(models: models, options: options)
  }

  public var modelHash: String { analyzer.models.pack.embedding.file.sha256 }

  public mutating func read(_ frame: Image) throws(FaceReadingError) -> FaceReadingOutcome {
    do throws(ModelPackError) {
      let acquisition = try analyzer.acquire(frame)
      switch acquisition {
      case .face(let face): return try template(of: face, in: frame)
      case .several(let faces): return .several(count: faces.count)
      case .none, .tooSmall, .poorQuality: return .unusable(reason: Self.sentence(acquisition.explanation))
      }
    } catch {
      throw FaceReadingError(error.description)
    }
  }

  private func template(of face: Face, in frame: Image) throws(ModelPackError) -> FaceReadingOutcome {
    guard let template = try analyzer.template(of: face, in: frame) else {
      return .unusable(reason: "The outline of the face is too faint.")
    }
    return .template(
      template, quality: face.quality.overall, attentive: face.attention?.isAttentive ?? true)
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }
}
