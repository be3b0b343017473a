import Matching

/// Who is followed: the templates of the frames that count, each of which has to be of the person of those before.
struct FollowedIdentity: Sendable {
  private var templates: [FaceTemplate] = []

  /// How alike a frame and the mean of those before are at least. The lowest of recordings with turning heads was 0.67; 0.5 is
  /// more than the threshold of a match.
  static let leastAgreement = Score(0.5)

  /// The mean runs over as many templates, some seven seconds.
  private static let longest = 64

  /// Takes the template of the next frame that counts.
  ///
  /// - Returns: Whether it is of the same person. Otherwise, the person of this frame is followed from now on.
  mutating func takes(_ template: FaceTemplate) -> Bool {
    guard agrees(template) else {
      templates = [template]
      return false
    }
    templates.append(template)
    if templates.count > Self.longest { templates.removeFirst() }
    return true
  }

  private func agrees(_ template: FaceTemplate) -> Bool {
    guard !templates.isEmpty else { return true }
    guard let mean = try? MeanTemplate(templates), let score = try? mean.template.score(against: template)
    else { return false }
    return score >= Self.leastAgreement
  }
}
