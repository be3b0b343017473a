import Capture
import Matching
import Store

/// One look at the frames: takes the best usable one of a few, and goes on watching until it is known whether a living
/// person is there.
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
  /// The score from which on two templates are of one person.
  let threshold: Score
  let interruption: Interruption
  /// Called with what the person can do to be recognised as alive, whenever that changes.
  let advise: (String) -> Void
  private(set) var frames = 0
  private(set) var reasons: [String] = []

  private var best: Candidate?
  private var usable = 0
  private var track = 0
  private var isFaceInView = false
  private var lastAdvice: String?

  /// Most sentences that are kept about frames: a recording may have thousands.
  private static let reasonLimit = 8

  init(
    rules: PolicyRules, threshold: Score, interruption: Interruption, advise: @escaping (String) -> Void
  ) {
    self.rules = rules
    self.threshold = threshold
    self.interruption = interruption
    self.advise = advise
  }

  /// Looks at frames until enough was seen, the source ends, or the try has taken too long.
  mutating func run(_ source: inout some FrameSource, _ reader: inout some FaceReading) -> Result {
    reader.begin()
    while frames < rules.framesPerTry, !hasSeenEnough(reader) {
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
        if best == nil { return frames > 1 ? .unusable(.noUsableFace) : .broken }
        break
      }
      guard let frame else { break }
      frames += 1
      do throws(FaceReadingError) {
        if let result = try look(at: frame, &reader) { return result }
      } catch {
        note(error.description)
        return .broken
      }
    }
    return conclusion(&reader)
  }

  /// Whether the face was seen often enough, is still there, and lives.
  private func hasSeenEnough(_ reader: some FaceReading) -> Bool {
    usable >= rules.usableFramesPerTry && isFaceInView && reader.liveness == .sufficient
  }

  /// Reads a frame.
  ///
  /// - Returns: A result where this frame ends the try.
  private mutating func look(
    at frame: Frame, _ reader: inout some FaceReading
  ) throws(FaceReadingError) -> Result? {
    isFaceInView = false
    switch try reader.read(frame) {
    case .face(_, let inattention?) where rules.requiresAttention:
      note(inattention)
    case .face(let quality, _):
      if reader.track != track {
        // Another face may have come into view: nothing that was seen before counts.
        (track, best, usable) = (reader.track, nil, 0)
      }
      try take(quality, &reader)
    case .unusable(let reason):
      note(reason)
    case .several(let count):
      note("\(count) faces are in view; one person alone is expected.")
      return .unusable(.severalFaces)
    case .notLive(let reason):
      note(reason)
      return .notLive(reason: reason)
    }
    if case .undecided(let advice?) = reader.liveness, advice != lastAdvice {
      lastAdvice = advice
      advise(advice)
    }
    return nil
  }

  private mutating func take(
    _ quality: Double, _ reader: inout some FaceReading
  ) throws(FaceReadingError) {
    if usable < rules.usableFramesPerTry, quality > best?.quality ?? -.infinity {
      guard let template = try reader.template() else {
        note("The outline of the face is too faint.")
        return
      }
      best = Candidate(template: template, quality: quality)
    }
    usable += 1
    isFaceInView = true
  }

  /// What the frames came to.
  private mutating func conclusion(_ reader: inout some FaceReading) -> Result {
    guard let best else {
      if frames == 0 { note("There is no frame.") }
      return .unusable(.noUsableFace)
    }
    if case .undecided(let advice) = reader.liveness {
      note(advice ?? "There were too few frames to tell whether a living person is there.")
      return .unusable(.livenessUndecided)
    }
    // The face that was proven alive must still be the one that is compared.
    if usable > rules.usableFramesPerTry {
      do throws(FaceReadingError) {
        guard isFaceInView, let last = try reader.template() else {
          note("The face left before it was certain that a living person is there.")
          return .unusable(.livenessUndecided)
        }
        guard let score = try? last.score(against: best.template), score >= threshold else {
          let reason = "The face changed while it was watched."
          note(reason)
          return .notLive(reason: reason)
        }
      } catch {
        note(error.description)
        return .broken
      }
    }
    return .face(best)
  }

  private mutating func note(_ reason: String) {
    if !reasons.contains(reason), reasons.count < Self.reasonLimit { reasons.append(reason) }
  }
}
