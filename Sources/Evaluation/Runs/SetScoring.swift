import ErrorRates
import Matching

/// Compares sets of pictures: what is known of a person from some of them with what others show.
struct SetScoring {
  let data: VerificationData
  /// For each picture, its template and quality; `nil` where it gave none.
  let readings: [(template: FaceTemplate, quality: Float)?]
  let sets: PictureSets
  let scale: EvidenceScale

  func run() throws(EvaluationError) -> VerificationScored {
    var pictures = [[Int]](repeating: [], count: data.identities.count)
    for picture in readings.indices where readings[picture] != nil {
      pictures[data.identityOfPicture[picture]].append(picture)
    }
    var scores = ReferenceProbeScores(listing: VerificationScoring.extremeLimit, scale: scale)
    do throws(MatchingError) {
      for draw in 0..<sets.draws {
        let drawn = pictures.enumerated().map { sets.drawn($1, identity: $0, draw: draw) }
        var (references, probes): ([ReferenceProbeScores.Sample], [ReferenceProbeScores.Sample]) = ([], [])
        for (identity, own) in drawn.enumerated() {
          if let sample = try sample(own.reference, of: identity) { references.append(sample) }
          if let sample = try sample(own.probe, of: identity) { probes.append(sample) }
        }
        try scores.add(references: references, probes: probes) { drawn[$0].sharePictures }
      }
    } catch {
      throw .engine(error.description)
    }
    let people = ComparedPeople.sets(
      pictures.map { sets.participation(pictureCount: $0.count) }, draws: sets.draws)
    return VerificationScored(scores, people: people)
  }

  /// - Returns: `nil` for no picture.
  private func sample(
    _ pictures: [Int], of identity: Int
  ) throws(MatchingError) -> ReferenceProbeScores.Sample? {
    let known = pictures.compactMap { readings[$0] }
    guard let first = pictures.first, !known.isEmpty else { return nil }
    let face = try MeanTemplate(
      known.map(\.template), qualities: known.map { Double($0.quality) })
    return .init(face: face, identity: identity, number: first)
  }
}
