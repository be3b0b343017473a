import Capture
import Findings
import Matching
import Store

/// What a frame shows.
public enum FaceReadingOutcome: Sendable, Equatable {
  /// A face that can be compared. `quality` runs from 0 to 1; `inattention` is what is wrong when no open eyes look at the
  /// camera.
  case face(quality: Double, inattention: Inattention?)
  /// No face that can be compared, and why.
  case unusable(Obstacle)
  /// Several faces of similar size: whose would be compared?
  case several(count: Int)
  /// A face that was judged to be a picture or a mask, and why.
  case notLive(LivenessReason)
}

/// Whether the frames so far show a living person.
public enum LivenessReading: Sendable, Equatable {
  /// As much as was asked for is known.
  case sufficient
  /// More frames are needed. `advice` is what is missing most, once watching alone takes too long.
  case undecided(advice: LivenessReason?)
}

/// What came of making a template.
public enum TemplateReading: Sendable, Equatable {
  case template(FaceTemplate)
  /// There is nothing that could be compared, and why.
  case unusable(Obstacle)

  /// The template, if there is one.
  public var template: FaceTemplate? {
    if case .template(let template) = self { template } else { nil }
  }
}

/// Turns frames into templates. The engine stands behind it; tests hand in one that needs no model.
public protocol FaceReading {
  /// SHA-256 of the embedding model that makes the templates.
  var modelHash: String { get }

  /// What has to show that a face lives before it counts; stays the same.
  var requirement: LivenessRequirement { get }

  /// Seconds that one try has to be given whatever the rules say, as for the movements of a challenge.
  var neededSeconds: Double { get }

  /// A new try begins: nothing that was seen before counts.
  mutating func begin()

  /// Looks at the next frame.
  mutating func read(_ frame: Frame) throws(EngineFailure) -> FaceReadingOutcome

  /// The template of the face in the frame that was read last.
  ///
  /// - Returns: Why there is none where that frame showed no face, or one of which a score would mean nothing.
  mutating func template() throws(EngineFailure) -> TemplateReading

  /// Whether the frame that was read last is one of those that are compared: in a sequence, one that counts as evidence of
  /// life, so that nothing proves life but what is compared.
  var isCompared: Bool { get }

  /// Whether the frames since the face came into view show a living person.
  var liveness: LivenessReading { get }

  /// What is known of life so far; `nil` where nothing was looked at.
  var findings: LivenessFindings? { get }

  /// A number that stays the same as long as one face is followed without a break.
  var track: Int { get }
}

extension FaceReading {
  public var requirement: LivenessRequirement { .off }

  public var neededSeconds: Double { 0 }

  public mutating func begin() {}

  public var isCompared: Bool { true }

  public var liveness: LivenessReading { .sufficient }

  public var findings: LivenessFindings? { nil }

  public var track: Int { 0 }
}
