import Facelatch

/// The outcome of a comparison, for people and for programs.
struct ComparisonReport: Sendable {
  let verdict: Matcher.Verdict
  let decision: DecisionPoint
  /// The two faces, in the order of `paths`.
  let pictures: [PictureTemplate]
  let paths: [Path]
  let pack: ModelPack

  var text: String {
    let qualities = pictures.map(\.quality.summary)
    return """
      \(verdict.isMatch ? "The same person" : "Not the same person"): \(paths[0]) and \(paths[1])
        score             \(verdict.score) (\(decision.text))
        false-match rate  \(verdict.falseMatchRate) (pairs of different people that score this high)
        quality           \(qualities.joined(separator: "; "))
        model             \(printable(pack.name)), embedding \(pack.embedding.file.sha256.prefix(12))
      """
  }

  var json: JSON {
    .object([
      "score": .number(verdict.score.rawValue, decimals: 6),
      "fmr": .magnitude(verdict.falseMatchRate.rate.rawValue, digits: 3),
      "fmrRelation": .string(verdict.falseMatchRate.relation),
      "threshold": .exact(verdict.threshold.rawValue),
      "operatingPoint": decision.json,
      "match": .boolean(verdict.isMatch),
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
