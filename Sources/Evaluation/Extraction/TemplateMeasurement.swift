import FaceAnalysis
import Facelatch
import Imaging
import Matching

/// Measures what is compared: the template of the face that is meant.
package struct TemplateMeasurement: Measurement {
  package struct Reading: CachedReading {
    /// A direction of length 1, as the embedding network sees the face.
    package let vector: [Float]
    /// How well the face can be recognised, 0…1.
    package let quality: Float

    package var bytes: [UInt8] {
      ([quality] + vector).flatMap { value in
        withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
      }
    }

    package init(vector: [Float], quality: Float) {
      self.vector = vector
      self.quality = quality
    }

    package init?(_ bytes: some Collection<UInt8>) {
      guard bytes.count > 4, bytes.count % 4 == 0 else { return nil }
      var values: [Float] = []
      values.reserveCapacity(bytes.count / 4)
      var pattern: UInt32 = 0
      for (position, byte) in bytes.enumerated() {
        pattern |= UInt32(byte) << UInt32(position % 4 * 8)
        if position % 4 == 3 {
          values.append(Float(bitPattern: pattern))
          pattern = 0
        }
      }
      let vector = Array(values.dropFirst())
      // What is no number fails both comparisons.
      let squares = vector.reduce(0) { $0 + $1 * $1 }
      guard (squares - 1).magnitude < 0.001, (0...1).contains(values[0]) else { return nil }
      self.init(vector: vector, quality: values[0])
    }
  }

  private let models: FaceModels
  private let analysis: AnalysisOptions
  package let decoding: DecodingOptions

  /// Measures faces without refusing them for their quality, which is a matter of the data set: only eyes less than
  /// eight pixels apart are too small.
  ///
  /// - Parameters:
  ///   - models: The networks.
  ///   - selection: Whose face is meant in a picture with several.
  ///   - decoding: Limits for pictures.
  package init(models: FaceModels, selection: FaceSelection, decoding: DecodingOptions) {
    self.models = models
    self.decoding = decoding
    analysis = AnalysisOptions(
      selection: selection, minimumInterEyeDistance: 8, minimumQuality: 0, includesEyes: false)
  }

  package var fingerprint: String {
    let pack = models.pack
    return [
      "template", Fingerprint.program, Fingerprint.detection(pack), Fingerprint.embedding(pack),
      "\(analysis)",
      Fingerprint.decoding(decoding),
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
      switch try analyzer.recognise(face, in: image) {
      case .embedding(let embedding):
        return .reading(Reading(vector: embedding.vector, quality: Float(face.quality.overall)))
      case .outsideDomain(let reason): return .withoutFace(reason: reason.description)
      case .degenerate: return .withoutFace(reason: "the outline of the face is too faint")
      }
    }
  }
}
