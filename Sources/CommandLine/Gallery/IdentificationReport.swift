import Facelatch

/// Who was found in a picture, for people and for programs.
struct IdentificationReport {
  let path: Path
  /// `nil` where nobody measured anything, so that candidates are told and nobody is named.
  let decision: DecisionPoint?
  let found: Result<[Candidate], Failure>
  /// How many people the gallery has.
  let peopleCount: Int

  private var candidates: [Candidate] { (try? found.get()) ?? [] }

  /// Who it is; `nil` for somebody who is not in the gallery.
  private var identity: String? {
    guard let decision else { return nil }
    return candidates.first.flatMap { $0.score >= decision.threshold ? $0.identity : nil }
  }

  /// The share of strangers for whom the search finds somebody of the gallery, at most.
  private var searchRate: FalseMatchRate? { decision?.falseMatchRate.ofAny(of: peopleCount) }

  var exitCode: ExitCode {
    switch found {
    case .success where decision == nil: .configuration
    case .success: identity == nil ? .no : .yes
    case .failure(let failure): failure.exitCode
    }
  }

  /// `nil` for a picture without an answer; its failure is told elsewhere.
  var text: String? {
    guard case .success = found, let best = candidates.first else { return nil }
    guard let decision else {
      let names = candidates.map { "\(printable($0.identity)) \($0.score)" }
      return "\(path): no decision; most alike are \(names.joined(separator: ", "))"
    }
    if let identity {
      let rate =
        searchRate.map { "; at most \($0.words(of: "strangers")) taken for somebody of the gallery" } ?? ""
      return "\(path): \(printable(identity)), score \(best.score)\(rate)"
    }
    return "\(path): nobody of the gallery; most alike is \(printable(best.identity)), score \(best.score) "
      + "(\(decision.text))"
  }

  var json: JSON {
    var failure: Failure?
    if case .failure(let error) = found { failure = error }
    return .object([
      "path": .string(path.text),
      "candidates": .array(
        candidates.map {
          .object(["identity": .string($0.identity), "score": .number($0.score.rawValue, decimals: 6)])
        }),
      "identity": identity.map(JSON.string) ?? .null,
      "threshold": decision.map { .exact($0.threshold.rawValue) } ?? .null,
      "operatingPoint": decision?.json ?? .null,
      "people": .integer(peopleCount),
      "searchFmr": searchRate.map { .magnitude($0.rawValue, digits: 3) } ?? .null,
      "error": failure.map { .string($0.reason) } ?? .null,
    ])
  }
}
