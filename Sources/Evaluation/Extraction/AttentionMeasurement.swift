import FaceAnalysis
import Findings
import Imaging

/// Measures whether the person that is meant attends to the camera.
package struct AttentionMeasurement: Measurement {
  package struct Reading: CachedReading {
    /// What is missing; empty for an attentive person.
    package let reasons: [Inattention]
    /// Openness of the eye that is open wider, 0…1.
    package let openness: Double

    package var isAttentive: Bool { reasons.isEmpty }

    package var bytes: [UInt8] {
      let words = [String(openness)] + reasons.map { $0.rawValue }
      return Array(words.joined(separator: " ").utf8)
    }

    package init(reasons: [Inattention], openness: Double) {
      self.reasons = reasons
      self.openness = openness
    }

    package init?(_ bytes: some Collection<UInt8>) {
      let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
      let reasons = words.dropFirst().compactMap { Inattention(rawValue: String($0)) }
      guard let openness = words.first.flatMap({ Double($0) }), (0...1).contains(openness),
        reasons.count == words.count - 1
      else { return nil }
      self.init(reasons: reasons, openness: openness)
    }
  }

  private let models: FaceModels
  private let analysis: AnalysisOptions
  package let decoding: DecodingOptions

  /// - Parameters:
  ///   - models: The networks.
  ///   - selection: Whose face is meant in a picture with several.
  ///   - decoding: Limits for pictures.
  package init(models: FaceModels, selection: FaceSelection, decoding: DecodingOptions) {
    self.models = models
    self.decoding = decoding
    analysis = AnalysisOptions(selection: selection, minimumQuality: 0)
  }

  package var fingerprint: String {
    [
      "attention", Fingerprint.program, Fingerprint.detection(models.pack), Fingerprint.eyes(models.pack),
      "\(analysis)", Fingerprint.decoding(decoding),
    ].joined(separator: "\n")
  }

  package func makeInstrument() -> Instrument {
    Instrument(analyzer: FaceAnalyzer(models: models, options: analysis))
  }

  package struct Instrument: MeasuringInstrument {
    fileprivate let analyzer: FaceAnalyzer

    package mutating func read(_ image: Image) throws(ModelPackError) -> PictureOutcome<Reading> {
      let acquisition = try analyzer.acquire(image)
      guard case .face(let face) = acquisition else { return .withoutFace(reason: acquisition.explanation) }
      guard let attention = face.attention, let eyes = face.eyes else {
        return .withoutFace(reason: "the eyes cannot be seen")
      }
      return .reading(Reading(reasons: attention.reasons, openness: eyes.openness))
    }
  }
}
