import FaceAnalysis
import Findings

/// What following one face gave for one frame.
public struct TrackedFrame: Sendable, Equatable {
  /// What the frame shows.
  public enum Outcome: Sendable, Equatable {
    /// The face, measured but not embedded.
    case face(Face)
    /// No face, or the one that was followed is lost.
    case none
    /// The face is too small: its eyes are this many pixels apart.
    case tooSmall(pixels: Double)
    /// Several faces of similar size.
    case several(count: Int)
    /// The frame is far darker than the one before, as every second one of an infrared camera whose lamp flashes. It is
    /// passed over, and the face is looked for in the next one; the mean brightness, 0…255.
    case unlit(brightness: Double)
    /// A face that is followed but seen too badly to count, with the reasons, the worst first.
    case poorQuality(Face, [QualityReason])
  }

  /// When the frame was taken, in seconds on the clock of its source.
  public let timeSeconds: Double

  /// What the frame shows.
  public let outcome: Outcome

  /// Counts the faces that were followed without a gap, from 1; 0 before the first. Evidence from different numbers
  /// does not belong together: between them another face could have come.
  public let trackNumber: Int

  public init(timeSeconds: Double, outcome: Outcome, trackNumber: Int) {
    self.timeSeconds = timeSeconds
    self.outcome = outcome
    self.trackNumber = trackNumber
  }

  /// The face, if it is one that counts.
  public var face: Face? {
    guard case .face(let face) = outcome else { return nil }
    return face
  }
}
