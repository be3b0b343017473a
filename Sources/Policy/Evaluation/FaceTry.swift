import Capture
import Findings
import Matching

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
    case notLive
    /// Not to be counted.
    case unusable(Try.Cause)
    /// Faces cannot be checked: source or engine do not work.
    case broken
    case interrupted
  }

  let rules: PolicyRules
  /// The score from which on two templates are of one person.
  let threshold: Score
  let interruption: Interruption
  /// Called with what is still missing to be taken for alive, whenever that changes.
  let advise: (LivenessReason) -> Void
  /// What was seen.
  private(set) var record = Try()

  private var best: Candidate?
  private var usable = 0
  private var track = 0
  private var isFaceInView = false
  private var lastAdvice: LivenessReason?

  init(
    rules: PolicyRules, threshold: Score, interruption: Interruption,
    advise: @escaping (LivenessReason) -> Void
  ) {
    self.rules = rules
    self.threshold = threshold
    self.interruption = interruption
    self.advise = advise
  }

  /// Looks at frames until enough was seen, the source ends, or the try has taken too long.
  mutating func run(_ source: inout some FrameSource, _ reader: inout some FaceReading) -> Result {
    let skippedBefore = source.skippedFrameCount
    reader.begin()
    let result = watch(&source, &reader)
    record.skippedFrames = source.skippedFrameCount - skippedBefore
    return result
  }

  private mutating func watch(_ source: inout some FrameSource, _ reader: inout some FaceReading) -> Result {
    while record.frames < rules.framesPerTry, !hasSeenEnough(reader) {
      guard interruption.cause == nil else { return .interrupted }
      let frame: Frame?
      do throws(CaptureError) {
        let interruption = interruption
        frame = try source.next { interruption.cause != nil }
      } catch {
        if case .interrupted = error { return .interrupted }
        record.note(.unreadable(error))
        record.frames += 1
        if !error.isFinal { continue }
        // A recording that is cut off, or a camera that was unplugged, has shown something before.
        if best == nil { return record.frames > 1 ? .unusable(.noUsableFace) : .broken }
        break
      }
      guard let frame else { break }
      record.frames += 1
      record.readFrames += 1
      if let file = frame.origin?.file { record.readFiles.insert(file) }
      do throws(EngineFailure) {
        defer { record.liveness = reader.findings ?? record.liveness }
        if let result = try look(at: frame, &reader) { return result }
      } catch {
        record.note(.engine(error))
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
  ) throws(EngineFailure) -> Result? {
    isFaceInView = false
    let outcome = try reader.read(frame)
    if case .face(_, let inattention) = outcome { record.isAttentive = inattention == nil }
    switch outcome {
    case .face(_, let inattention?) where rules.requiresAttention:
      record.note(.inattentive(inattention))
    case .face(let quality, _):
      if reader.track != track {
        // Another face may have come into view: nothing that was seen before counts.
        (track, best, usable) = (reader.track, nil, 0)
      }
      try take(quality, &reader)
    case .unusable(let obstacle):
      record.note(obstacle)
    case .several(let count):
      record.note(.severalFaces(count: count))
      return .unusable(.severalFaces)
    case .notLive(let reason):
      record.note(.notLive(reason))
      return .notLive
    }
    if case .undecided(let advice?) = reader.liveness, advice != lastAdvice {
      lastAdvice = advice
      advise(advice)
    }
    return nil
  }

  private mutating func take(
    _ quality: Double, _ reader: inout some FaceReading
  ) throws(EngineFailure) {
    if usable < rules.usableFramesPerTry, quality > best?.quality ?? -.infinity {
      switch try reader.template() {
      case .template(let template): best = Candidate(template: template, quality: quality)
      case .unusable(let obstacle):
        record.note(obstacle)
        return
      }
    }
    usable += 1
    isFaceInView = true
  }

  /// What the frames came to.
  private mutating func conclusion(_ reader: inout some FaceReading) -> Result {
    guard let best else {
      if record.frames == 0 { record.note(.noFrame) }
      return .unusable(.noUsableFace)
    }
    if case .undecided(let advice) = reader.liveness {
      record.note(.lifeUndecided(advice))
      return .unusable(.livenessUndecided)
    }
    // The face that was proven alive must still be the one that is compared.
    if usable > rules.usableFramesPerTry {
      do throws(EngineFailure) {
        guard isFaceInView, case .template(let last) = try reader.template() else {
          record.note(.faceLeft)
          return .unusable(.livenessUndecided)
        }
        guard let score = try? last.score(against: best.template), score >= threshold else {
          record.note(.faceChanged)
          return .notLive
        }
      } catch {
        record.note(.engine(error))
        return .broken
      }
    }
    return .face(best)
  }
}
