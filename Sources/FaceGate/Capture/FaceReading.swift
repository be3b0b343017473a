import Imaging
import Matching

/// The engine failed on a frame: not for what it shows, but because a model or the machine does not work.
public struct FaceReadingError: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}

/// What a frame shows.
public enum FaceReadingOutcome: Sendable, Equatable {
  /// A face that can be compared. `quality` runs from 0 to 1; `attentive` tells whether open eyes look at the camera.
  case template(FaceTemplate, quality: Double, attentive: Bool)
  /// No face that can be compared, and why: one sentence.
  case unusable(reason: String)
  /// Several faces of similar size: whose would be compared?
  case several(count: Int)
  /// A face that was judged to be a picture or a mask, and why: one sentence.
  case notLive(reason: String)
}

/// Turns frames into templates. The engine stands behind it; tests hand in one that needs no model.
public protocol FaceReading {
  /// SHA-256 of the embedding model that makes the templates.
  var modelHash: String { get }

  /// Looks at one frame.
  mutating func read(_ frame: Image) throws(FaceReadingError) -> FaceReadingOutcome
}
