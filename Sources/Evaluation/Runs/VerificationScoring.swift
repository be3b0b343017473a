import Formats
import Matching

/// Compares the templates of a data set as its protocol says.
package struct VerificationScoring: Sendable {
  /// Up to so many comparisons, every one is kept; above, counts and the extreme ones.
  package static let keptComparisonLimit = 1_000_000
  /// So many of the highest impostor scores and of the lowest genuine scores are kept where not all are.
  package static let extremeLimit = 200_000

  private let data: VerificationData
  /// For each picture, its template; `nil` where it gave none.
  private let templates: [FaceTemplate?]
  private let qualities: [Float]
  private let scale: EvidenceScale
  private let threads: Int

  /// - Parameters:
  ///   - data: What is compared.
  ///   - outcomes: For each picture, what came of it.
  ///   - modelHash: SHA-256 of the embedding network.
  ///   - scale: How evidence of several pictures is scored.
  ///   - threads: How many threads share the work.
  /// - Throws: `EvaluationError.engine` when a vector is no template.
  package init(
    _ data: VerificationData, _ outcomes: [PictureOutcome<TemplateMeasurement.Reading>], modelHash: String,
    scale: EvidenceScale, threads: Int
  ) throws(EvaluationError) {
    self.data = data
    self.scale = scale
    self.threads = threads
    qualities = outcomes.map { $0.reading?.quality ?? 0 }
    do throws(MatchingError) {
      var templates: [FaceTemplate?] = []
      for outcome in outcomes {
        templates.append(
          try outcome.reading.map { (reading) throws(MatchingError) in
            try FaceTemplate(embedding: reading.vector, modelHash: modelHash)
          })
      }
      self.templates = templates
    } catch {
      throw .engine(error.description)
    }
  }

  /// The scores of the protocol's own comparisons.
  package func run() throws(EvaluationError) -> VerificationScored {
    switch data.comparisons {
    case .listed(let pairs):
      return VerificationScored(
        listed: try compared(pairs.map { ($0.first, $0.second, $0.isGenuine, $0.fold) }), of: data)
    case .all:
      let count = templates.count
      if count * (count - 1) / 2 <= Self.keptComparisonLimit {
        var pairs: [(Int, Int, Bool, Int?)] = []
        for first in 0..<count {
          for second in first + 1..<count {
            let isGenuine = data.identityOfPicture[first] == data.identityOfPicture[second]
            pairs.append((first, second, isGenuine, nil))
          }
        }
        return VerificationScored(listed: try compared(pairs), of: data)
      }
      return try allAgainstAll(Array(0..<count))
    case .sets(let sets):
      let readings = zip(templates, qualities).map { template, quality in
        template.map { (template: $0, quality: quality) }
      }
      return try SetScoring(data: data, readings: readings, sets: sets, scale: scale).run()
    }
  }

  /// Impostor scores of people against people: one picture of each, the first by name.
  ///
  /// - Returns: `nil` where it is not known who is who.
  package func people() throws(EvaluationError) -> VerificationScored? {
    guard data.identitiesAreKnown, case .listed = data.comparisons else { return nil }
    var first = [Int?](repeating: nil, count: data.identities.count)
    for picture in data.pictures.indices {
      let identity = data.identityOfPicture[picture]
      if let earlier = first[identity],
        !data.pictures[picture].bytes.lexicographicallyPrecedes(data.pictures[earlier].bytes)
      {
        continue
      }
      first[identity] = picture
    }
    return try allAgainstAll(first.compactMap { $0 })
  }

  private func compared(
    _ pairs: [(first: Int, second: Int, isGenuine: Bool, fold: Int?)]
  ) throws(EvaluationError) -> [VerificationComparison] {
    do throws(MatchingError) {
      var compared: [VerificationComparison] = []
      compared.reserveCapacity(pairs.count)
      for pair in pairs {
        var score: Float?
        if let one = templates[pair.first], let other = templates[pair.second] {
          score = Float(try one.score(against: other).rawValue)
        }
        compared.append(
          VerificationComparison(
            first: pair.first, second: pair.second, isGenuine: pair.isGenuine, fold: pair.fold, score: score))
      }
      return compared
    } catch {
      throw .engine(error.description)
    }
  }

  private func allAgainstAll(_ pictures: [Int]) throws(EvaluationError) -> VerificationScored {
    var samples: [AllPairsScores.Sample] = []
    var pictureOfSample: [Int] = []
    for picture in pictures {
      guard let template = templates[picture] else { continue }
      samples.append(.init(template: template, identity: data.identityOfPicture[picture]))
      pictureOfSample.append(picture)
    }
    do throws(MatchingError) {
      let scores = try AllPairsScores(of: samples, listing: Self.extremeLimit, threads: threads)
      return VerificationScored(
        scores, pictureOfSample: pictureOfSample, candidates: pictures, of: data)
    } catch {
      throw .engine(error.description)
    }
  }
}
