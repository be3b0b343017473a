import Facelatch

/// The outcome of a comparison, for people and for programs.
struct ComparisonReport: Sendable {
  let comparison: FaceComparison
  /// `nil` where nobody measured anything, so that nothing is decided.
  let decision: DecisionPoint?
  /// The faces of both sides, in the order of `paths`.
  let pictures: [PictureTemplate]
  let paths: [Path]
  /// How many of them are of the first side.
  let firstCount: Int
  let pack: ModelPack

  private var verdict: Matcher.Verdict? { comparison.verdict }

  var text: String {
    let qualities = pictures.map(\.quality.summary)
    return """
      \(answer): \(side(paths[..<firstCount])) and \(side(paths[firstCount...]))
        score             \(comparison.score) (\(decision?.text ?? "nobody measured what it stands for"))
        false-match rate  \(rate)
        quality           \(qualities.joined(separator: "; "))
        model             \(printable(pack.name)), embedding \(pack.embedding.file.sha256.prefix(12))
      """
  }

  private func side(_ paths: ArraySlice<Path>) -> String {
    let shown = paths.prefix(3).map(\.description).joined(separator: ", ")
    return paths.count > 3 ? "\(shown) … (\(paths.count) pictures)" : shown
  }

  private var answer: String {
    switch verdict?.isMatch {
    case true?: "The same person"
    case false?: "Not the same person"
    case nil: "No decision"
    }
  }

  private var rate: String {
    verdict.map { "\($0.falseMatchRate) (pairs of different people that score this high)" } ?? "not known"
  }

  var json: JSON {
    .object([
      "score": .number(comparison.score.rawValue, decimals: 6),
      "fmr": verdict.map { .magnitude($0.falseMatchRate.rate.rawValue, digits: 3) } ?? .null,
      "fmrRelation": verdict.map { .string($0.falseMatchRate.relation) } ?? .null,
      "threshold": verdict.map { .exact($0.threshold.rawValue) } ?? .null,
      "operatingPoint": decision?.json ?? .null,
      "match": verdict.map { .boolean($0.isMatch) } ?? .null,
      "model": .string(pack.embedding.file.sha256),
      "images": .array(
        zip(paths, pictures).enumerated().map { index, item in
          let (path, picture) = item
          return .object([
            "image": .string(path.text), "side": .integer(index < firstCount ? 1 : 2),
            "quality": .number(picture.quality.overall, decimals: 3),
          ])
        }),
    ])
  }
}

extension FalseMatchEstimate {
  /// How the stated rate relates to the true one.
  var relation: String {
    switch self {
    case .about: "about"
    case .below: "below"
    case .above: "above"
    }
  }
}
