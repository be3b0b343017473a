import Capture
import Imaging
import Matching

/// One look at the frames: takes the best usable one of a few.
struct FaceTry {
  /// A face to be compared.
  struct Candidate {
    var template: FaceTemplate
    var quality: Double
  }

  enum Result {
    case face(Candidate)
    /// To be counted as a failed match.
    case notLive(reason: String)
    /// Not to be counted.
    case unusable(FailureNotice.Cause)
    /// Faces cannot be checked: source or engine do not work.
    case broken
    case interrupted
  }

  let rules: PolicyRules
  let interruption: Interruption
  private(set) var frames = 0
  private(set) var reasons: [String] = []

  /// Most sentences that are kept about frames: a recording may have thousands.
  private static let reasonLimit = 8

  init(rules: PolicyRules, interruption: Interruption) {
    self.rules = rules
    self.interruption = interruption
  }

  /// Looks at frames until enough usable ones were seen, the source ends, or the try has taken too long.
  mutating func run(_ source: inout some FrameSource, _ reader: inout some FaceReading) -> Result {
    var best: Candidate?
    var usable = 0
    while usable < rules.usableFramesPerTry, frames < rules.framesPerTry {
      guard interruption.cause == nil else { return .interrupted }
      let frame: Frame?
      do throws(CaptureError) {
        let interruption = interruption
        frame = try source.next { interruption.cause != nil }
      } catch {
        if case .interrupted = error { return .interrupted }
        note(error.description)
        frames += 1
        if !error.isFinal { continue }
        // A recording that is cut off, or a camera that was unplugged, has shown something before.
        if let best { return .face(best) }
        return frames > 1 ? .unusable(.noUsableFace) : .broken
      }
      guard let frame else { break }
      frames += 1
      let outcome: FaceReadingOutcome
      do throws(FaceReadingError) {
        outcome = try reader.read(frame.image)
      } catch {
        note(error.description)
        return .broken
      }
      switch outcome {
      case .template(_, _, attentive: false) where rules.requiresAttention:
        note("The eyes are closed or look elsewhere.")
      case .template(let template, let quality, _):
        usable += 1
        if quality > best?.quality ?? -.infinity { best = Candidate(template: template, quality: quality) }
      case .unusable(let reason):
        note(reason)
      case .several(let count):
        note("\(count) faces are in view; one person alone is expected.")
        return .unusable(.severalFaces)
      case .notLive(let reason):
        note(reason)
        return .notLive(reason: reason)
      }
    }
    if let best { return .face(best) }
    if frames == 0 { note("There is no frame.") }
    return .unusable(.noUsableFace)
  }

  private mutating func note(_ reason: String) {
    if !reasons.contains(reason), reasons.count < Self.reasonLimit { reasons.append(reason) }
  }
}
