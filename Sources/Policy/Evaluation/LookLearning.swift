import Matching
import Store

/// Lets an enrolled look follow the changes of a face, from successes that were certain.
///
/// What Apple's Face ID does after a match of sufficient quality ("Face ID and privacy", Apple Platform Security), with
/// limits against drift: what is learned has to be like the look as it was enrolled, by more than a match asks for; the oldest
/// gives way; and a new enrolment forgets all of it.
struct LookLearning {
  /// The lowest score that counts as a match.
  let threshold: Score
  /// By how much it has to be exceeded.
  let margin: Double
  /// Templates that a look may learn, at least 1.
  let limit: Int
  let scale: EvidenceScale

  /// From this cosine on two templates say the same, and nothing would be learned.
  private static let sameFace = 0.995

  /// Adds what was seen to the look that is most like it, where that is certain.
  func learn(_ probe: MeanTemplate, into record: inout UserRecord) {
    let model = probe.template.modelHash
    let scores = record.appearances.map { look in
      Self.score(look.reference(modelHash: model), probe, scale)
    }
    guard let place = scores.indices.max(by: { scores[$0] < scores[$1] }), isCertain(scores[place]),
      isCertain(Self.score(record.appearances[place].enrolledReference(modelHash: model), probe, scale))
    else { return }
    let look = record.appearances[place]
    let isNews = (look.templates + look.learnedTemplates).allSatisfy { known in
      ((try? known.score(against: probe.template))?.rawValue ?? 0) < Self.sameFace
    }
    guard isNews else { return }
    // Never more than were enrolled, so that these keep at least half of the say.
    let most = min(limit, look.templates.count { $0.modelHash == model })
    let kept = look.learnedTemplates.filter { $0.modelHash == model }.suffix(max(0, most - 1))
    record.appearances[place].learnedTemplates = kept + [probe.template]
  }

  private func isCertain(_ score: Double) -> Bool { score >= threshold.rawValue + margin }

  private static func score(
    _ reference: MeanTemplate?, _ probe: MeanTemplate, _ scale: EvidenceScale
  ) -> Double {
    guard let reference, let score = try? scale.score(reference, probe) else { return -1 }
    return score.rawValue
  }
}

extension PolicyEvaluator {
  /// How looks learn; `nil` where they do not.
  var learning: LookLearning? {
    guard let threshold, rules.learnedTemplatesPerAppearance > 0 else { return nil }
    return LookLearning(
      threshold: threshold, margin: rules.learningMargin, limit: rules.learnedTemplatesPerAppearance,
      scale: scale)
  }
}
