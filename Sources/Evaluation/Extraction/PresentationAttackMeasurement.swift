import FaceAnalysis
import Imaging
import Liveness

/// Measures how much the face that is meant looks like one before the camera, from the picture alone.
package struct PresentationAttackMeasurement: Measurement {
  package struct Reading: CachedReading {
    /// 0 for a print or screen … 1 for a face before the camera.
    package let score: Double

    package var bytes: [UInt8] { withUnsafeBytes(of: score.bitPattern.littleEndian) { Array($0) } }

    package init(score: Double) { self.score = score }

    package init?(_ bytes: some Collection<UInt8>) {
      guard bytes.count == 8 else { return nil }
      score = Double(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
      guard (0...1).contains(score) else { return nil }
    }
  }

  private let models: FaceModels
  private let network: PresentationAttackSpecification
  private let analysis: AnalysisOptions
  package let decoding: DecodingOptions

  /// - Parameters:
  ///   - models: The networks.
  ///   - selection: Whose face is meant in a picture with several.
  ///   - decoding: Limits for pictures.
  /// - Throws: `EvaluationError.engine` when the pack has no network for it.
  package init(
    models: FaceModels, selection: FaceSelection, decoding: DecodingOptions
  ) throws(EvaluationError) {
    self.models = models
    self.decoding = decoding
    analysis = AnalysisOptions(selection: selection, minimumQuality: 0, includesEyes: false)
    do throws(ModelPackError) {
      network = try models.pack.requirePresentationAttack()
    } catch {
      throw .engine(error.description)
    }
  }

  package var fingerprint: String {
    [
      "presentation attack", Fingerprint.program, Fingerprint.detection(models.pack),
      Fingerprint.presentationAttack(network), "\(analysis)", Fingerprint.decoding(decoding),
    ].joined(separator: "\n")
  }

  package func makeInstrument() -> Instrument {
    Instrument(models: models, analyzer: FaceAnalyzer(models: models, options: analysis))
  }

  package struct Instrument: MeasuringInstrument {
    fileprivate let models: FaceModels
    fileprivate let analyzer: FaceAnalyzer
    private var estimator: PresentationAttackEstimator?

    fileprivate init(models: FaceModels, analyzer: FaceAnalyzer) {
      self.models = models
      self.analyzer = analyzer
    }

    package mutating func read(_ image: Image) throws(ModelPackError) -> PictureOutcome<Reading> {
      let acquisition = try analyzer.acquire(image)
      guard case .face(let face) = acquisition else { return .withoutFace(reason: acquisition.explanation) }
      let estimator = if let estimator { estimator } else { try PresentationAttackEstimator(models: models) }
      self.estimator = estimator
      return .reading(Reading(score: try estimator.score(of: face, in: image)))
    }
  }
}
