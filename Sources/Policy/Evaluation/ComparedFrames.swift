import Matching

/// The frames of one face that count: they prove that it lives, and they are compared.
struct ComparedFrames {
  private var templates: [FaceTemplate] = []
  private var qualities: [Double] = []

  /// Most templates of a candidate.
  private static let mostTemplates = 16

  /// Most templates that are kept; more than any try takes.
  private static let capacity = 128

  /// How alike any two frames are at least. Of one recording, the two that differ most reach more, with the head turned to
  /// either side.
  static let leastAgreement = Score(0.35)

  var isEmpty: Bool { templates.isEmpty }

  /// Frames since the face came into view.
  private(set) var count = 0

  /// Takes the next frame.
  mutating func append(_ template: FaceTemplate, quality: Double) {
    count += 1
    if templates.count == Self.capacity {
      // Every second one, so that they stay spread over the whole time.
      templates = stride(from: 0, to: templates.count, by: 2).map { templates[$0] }
      qualities = stride(from: 0, to: qualities.count, by: 2).map { qualities[$0] }
    }
    templates.append(template)
    qualities.append(quality)
  }

  /// Whether all frames show one person: any two of them, so that the worst counts.
  var areOfOnePerson: Bool {
    for (index, one) in templates.enumerated() {
      for other in templates[..<index] {
        guard let score = try? one.score(against: other), score >= Self.leastAgreement else { return false }
      }
    }
    return true
  }

  /// What is compared with the enrolment: frames that are spread over the time.
  var candidate: FaceTry.Candidate {
    let number = min(templates.count, Self.mostTemplates)
    let places = (0..<number).map { number == 1 ? 0 : $0 * (templates.count - 1) / (number - 1) }
    return FaceTry.Candidate(
      templates: places.map { templates[$0] }, qualities: places.map { qualities[$0] })
  }
}
