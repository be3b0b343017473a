import Facelatch

/// The outcome of a comparison, for people and for programs.
struct ComparisonReport: Sendable {
  let comparison: FaceComparison
  /// `nil` where nobody measured anything, so that nothing is decided.
  let decision: DecisionPoint?
  /// The two faces, in the order of `paths`.
  let pictures: [PictureTemplate]
  let paths: [Path]
  let pack: ModelPack

  private var verdict: Matcher.Verdict? { comparison.verdict }

  var text: String {
    let qualities = pictures.map(\.quality.summary)
    return """
      \(answer): \(paths[0]) and \(paths[1])
        score             \(comparison.score) (\(decision?.text ?? "nobody measured what it stands for"))
        false-match rate  \(rate)
        quality           \(qualities.joined(separator: "; "))
        model             \(printable(pack.name)), embedding \(pack.embedding.file.sha256.prefix(12))
      """
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
        zip(paths, pictures).map { path, picture in
          .object(["image": .string(path.text), "quality": .number(picture.quality.overall, decimals: 3)])
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
