import Facelatch

/// What is to be said of a face in a word, and what speaks against it.
struct FaceVerdict: Sendable {
  /// What the passive network makes of its looks; `nil` where the model pack has none.
  let looksLive: Bool?

  /// What keeps the person from being attentive; empty where nothing does, or where the eyes were not looked at.
  let inattention: [Inattention]

  /// What makes the face hard to recognise.
  let quality: FaceQuality

  init(_ face: Face, passive: PassiveLiveness?) {
    looksLive = passive?.looksLive
    inattention = face.attention?.reasons ?? []
    quality = face.quality
  }

  /// How serious it is.
  enum Level: Sendable, Equatable {
    /// Nothing was asked, or nothing was found.
    case neutral
    case good
    /// A person who does not attend, or a face that is hard to recognise.
    case doubtful
    /// A print or a screen.
    case bad
  }

  var level: Level {
    if looksLive == false { return .bad }
    if !inattention.isEmpty || !quality.reasons.isEmpty { return .doubtful }
    return looksLive == true ? .good : .neutral
  }

  /// The looks in words; `nil` where they were not judged.
  var looks: String? {
    looksLive.map { $0 ? "looks live" : "looks like a print or a screen" }
  }

  /// Why the person does not attend; `nil` where the person does.
  var inattentionText: String? {
    inattention.isEmpty ? nil : "not attentive: " + inattention.map(\.fact).joined(separator: ", ")
  }

  /// The quality with what lowers it; `nil` where nothing does.
  var qualityText: String? {
    quality.reasons.isEmpty ? nil : "quality " + quality.summary
  }
}

extension PassiveLiveness {
  /// Whether the score reaches the threshold.
  var looksLive: Bool { score >= threshold }
}

extension Inattention {
  /// What is the case, without a cure.
  var fact: String {
    switch self {
    case .eyesClosed: "the eyes are closed"
    case .headTurnedAway: "the head is turned away"
    case .lookingAway: "the eyes look elsewhere"
    }
  }
}
