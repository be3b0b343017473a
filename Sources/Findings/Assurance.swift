/// What a comparison of faces is worth: what had been shown of life by the face that was compared. Each one is worth more
/// than those before it.
///
/// The first case is not called like its raw name `none`, since `.none` of an optional is `nil`.
public enum Assurance: String, Sendable, CaseIterable, Codable, Comparable {
  /// Nothing: no proof of life was asked for.
  case nothing = "none"
  /// The looks of single pictures alone were judged: somebody has a picture of the person.
  case picture
  /// The motion of a head over seconds.
  case motion
  /// Movements that were asked for.
  case challenge

  public static func < (first: Assurance, second: Assurance) -> Bool { first.rank < second.rank }

  private var rank: Int {
    switch self {
    case .nothing: 0
    case .picture: 1
    case .motion: 2
    case .challenge: 3
    }
  }

  /// What has to be asked for, so that whoever passes has shown as much.
  public var requirement: LivenessRequirement {
    switch self {
    case .nothing: .off
    case .picture: .passive
    case .motion: .motion
    case .challenge: .challenge
    }
  }
}

extension LivenessRequirement {
  /// What a face is worth that has shown what is required.
  public var assurance: Assurance {
    switch self {
    case .off: .nothing
    case .passive: .picture
    case .motion: .motion
    case .challenge: .challenge
    }
  }
}
