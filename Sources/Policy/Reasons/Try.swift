import Findings
import Matching

/// One look at the person: what was seen in it, and what came of it.
public struct Try: Sendable, Equatable {
  /// What a failed try failed at.
  public enum Cause: String, Sendable, Codable, CaseIterable {
    /// A face was compared and was not the enrolled one.
    case noMatch
    /// The face was judged to be a picture or a mask.
    case notLive
    /// No frame showed a face that could be compared.
    case noUsableFace
    /// It could not be told whether a living person is there.
    case livenessUndecided
    /// More than one person was in view.
    case severalFaces

    /// Whether a face was judged, and not only missing.
    public var isJudgement: Bool { self == .noMatch || self == .notLive }
  }

  /// Frames that were looked at, also those that could not be read.
  public var frames = 0

  /// Those of them that could be read.
  public var readFrames = 0

  /// Positions of the files that gave a frame, see `FrameOrigin.file`.
  public var readFiles: Set<Int> = []

  /// Frames of recordings that were passed over because they are damaged.
  public var skippedFrames = 0

  /// What stood in the way, each kind once, in the order in which it was found.
  public var obstacles: [Obstacle] = []

  /// Whether the last usable face looked at the camera; `nil` where none was seen.
  public var isAttentive: Bool?

  /// What is known of life; `nil` where no frame could be looked at.
  public var liveness: LivenessFindings?

  /// The comparison with the enrolled face; `nil` where none was made.
  public var comparison: Comparison?

  /// What the try failed at; `nil` after a match, and where it was broken off.
  public var cause: Cause?

  /// Whether the motion of a head was asked for and seen: a picture must not teach anything.
  var showsMotion: Bool {
    guard let liveness, liveness.outcome == .live else { return false }
    return liveness.requirement == .motion || liveness.requirement == .challenge
  }

  public init() {}

  mutating func note(_ obstacle: Obstacle) { obstacles.note(obstacle) }
}

extension [Obstacle] {
  /// Adds an obstacle of a kind that is not there yet; different files and errors are each of their own.
  mutating func note(_ obstacle: Obstacle) {
    switch obstacle {
    case .unreadable, .engine, .store:
      // A folder may have thousands of files that cannot be read.
      guard !contains(obstacle), count < 32 else { return }
    default:
      guard !contains(where: { $0.name == obstacle.name }) else { return }
    }
    append(obstacle)
  }
}

/// A face that was compared with an enrolled person.
public struct Comparison: Sendable, Equatable {
  /// The highest score with any of the person's looks.
  public let score: Score

  /// The lowest score that counts as a match.
  public let threshold: Score

  /// How many frames the face was made of that was compared.
  public let probeCount: Int

  public var isMatch: Bool { score >= threshold }

  public init(score: Score, threshold: Score, probeCount: Int = 1) {
    self.score = score
    self.threshold = threshold
    self.probeCount = probeCount
  }
}
