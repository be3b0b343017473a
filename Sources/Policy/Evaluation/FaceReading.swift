import Capture
import Matching
import Store

/// The engine failed on a frame: not for what it shows, but because a model or the machine does not work.
public struct FaceReadingError: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}

/// What a frame shows.
public enum FaceReadingOutcome: Sendable, Equatable {
  /// A face that can be compared. `quality` runs from 0 to 1; `inattention` says in one sentence what is wrong when no
  /// open eyes look at the camera.
  case face(quality: Double, inattention: String?)
  /// No face that can be compared, and why: one sentence.
  case unusable(reason: String)
  /// Several faces of similar size: whose would be compared?
  case several(count: Int)
  /// A face that was judged to be a picture or a mask, and why: one sentence.
  case notLive(reason: String)
}

/// Whether the frames so far show a living person.
public enum LivenessReading: Sendable, Equatable {
  /// As much as was asked for is known.
  case sufficient
  /// More frames are needed. `advice` is what the person can do, in one sentence, once watching alone takes too long.
  case undecided(advice: String?)
}

/// Turns frames into templates. The engine stands behind it; tests hand in one that needs no model.
public protocol FaceReading {
  /// SHA-256 of the embedding model that makes the templates.
  var modelHash: String { get }

  /// A new try begins: nothing that was seen before counts.
  mutating func begin()

  /// Looks at the next frame.
  mutating func read(_ frame: Frame) throws(FaceReadingError) -> FaceReadingOutcome

  /// The template of the face in the frame that was read last.
  ///
  /// - Returns: Nothing where that frame showed no face, or one whose outline is too faint.
  mutating func template() throws(FaceReadingError) -> FaceTemplate?

  /// Whether the frames since the face came into view show a living person.
  var liveness: LivenessReading { get }

  /// A number that stays the same as long as one face is followed without a break.
  var track: Int { get }
}

extension FaceReading {
  public mutating func begin() {}

  public var liveness: LivenessReading { .sufficient }

  public var track: Int { 0 }
}
