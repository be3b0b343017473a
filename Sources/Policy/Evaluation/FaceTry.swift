import Capture
import Findings
import Matching

/// One look at the frames: gathers those that count of one face, and goes on watching until it is known whether a living
/// person is there.
struct FaceTry {
  /// A face to be compared: frames of it that count, spread over the time in which it was followed.
  struct Candidate {
    var templates: [FaceTemplate]
    /// The quality of each, 0…1.
    var qualities: [Double]

    /// The mean of the templates by their quality.
    ///
    /// - Throws: `MatchingError` where there is none, or where they are of several models.
    func mean() throws(MatchingError) -> MeanTemplate {
      try MeanTemplate(templates, qualities: qualities)
    }
  }

  enum Result {
    case face(Candidate)
    /// The face that is watched, as soon as it can be compared and while it is not known whether it lives; once per face.
    /// Running the try again goes on watching.
    case shown(Candidate)
    /// To be counted as a failed match.
    case notLive
    /// Not to be counted.
    case unusable(Try.Cause)
    /// Faces cannot be checked: source or engine do not work.
    case broken
    case interrupted
  }

  let rules: PolicyRules
  let interruption: Interruption
  /// Called with what is still missing to be taken for alive, whenever that changes.
  let advise: (LivenessReason) -> Void
  /// What was seen.
  private(set) var record = Try()

  private var faces = ComparedFrames()
  private var track = 0
  private var isFaceInView = false
  private var lastAdvice: LivenessReason?
  private var clock = FrameClock()
  private var start: Double?
  private var hasBegun = false
  /// How long it takes at most, by the frames' own clock.
  private var seconds = 0.0
  private var hasBeenShown = false

  /// Most frames a second of a camera; a source whose clock stands still must not be watched without end.
  private static let mostFramesPerSecond = 240.0

  init(
    rules: PolicyRules, interruption: Interruption, advise: @escaping (LivenessReason) -> Void
  ) {
    self.rules = rules
    self.interruption = interruption
    self.advise = advise
  }

  /// Looks at frames until enough was seen, the source ends, or the try has taken too long.
  mutating func run(_ source: inout some FrameSource, _ reader: inout some FaceReading) -> Result {
    let skippedBefore = source.skippedFrameCount
    seconds = max(rules.secondsPerTry, reader.neededSeconds)
    if !hasBegun {
      reader.begin()
      // Whoever has to move shall know at once that somebody is looking; what is missing is told when it is known.
      if reader.requirement == .motion { advise(.challengeNotBegun) }
    }
    hasBegun = true
    let result = watch(&source, &reader)
    record.skippedFrames += source.skippedFrameCount - skippedBefore
    return result
  }

  private mutating func watch(_ source: inout some FrameSource, _ reader: inout some FaceReading) -> Result {
    while !isOver, !hasSeenEnough(reader) {
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
        if faces.isEmpty { return record.frames > 1 ? .unusable(.noUsableFace) : .broken }
        break
      }
      guard let frame else { break }
      let time = clock.seconds(of: frame)
      start = start ?? time
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

  /// Whether the try has taken its time, the last frame included.
  private var isOver: Bool {
    guard let start else { return false }
    return clock.last - start + FrameClock.step >= seconds
      || Double(record.frames) >= max(1, seconds * Self.mostFramesPerSecond)
  }

  /// Whether the face was seen often enough, is still there, and lives.
  private func hasSeenEnough(_ reader: some FaceReading) -> Bool {
    faces.count >= rules.usableFramesPerTry && isFaceInView && reader.liveness == .sufficient
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
        (track, faces, hasBeenShown) = (reader.track, ComparedFrames(), false)
      }
      isFaceInView = true
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
    if case .undecided = reader.liveness, faces.count >= rules.usableFramesPerTry { return shown() }
    return nil
  }

  /// The face that is watched, once.
  private mutating func shown() -> Result? {
    guard !hasBeenShown, !faces.isEmpty else { return nil }
    hasBeenShown = true
    return .shown(faces.candidate)
  }

  private mutating func take(
    _ quality: Double, _ reader: inout some FaceReading
  ) throws(EngineFailure) {
    guard reader.isCompared else { return }
    switch try reader.template() {
    case .template(let template): faces.append(template, quality: quality)
    case .unusable(let obstacle): record.note(obstacle)
    }
  }

  /// What the frames came to.
  private mutating func conclusion(_ reader: inout some FaceReading) -> Result {
    guard !faces.isEmpty else {
      if record.frames == 0 { record.note(.noFrame) }
      return .unusable(.noUsableFace)
    }
    if case .undecided(let advice) = reader.liveness {
      if let face = shown() { return face }
      record.note(.lifeUndecided(advice ?? reader.findings?.reasons.first))
      return .unusable(.livenessUndecided)
    }
    if faces.count > rules.usableFramesPerTry, !isFaceInView {
      record.note(.faceLeft)
      return .unusable(.livenessUndecided)
    }
    // Whoever was proven alive has to be the one who is compared, in each frame.
    guard faces.areOfOnePerson else {
      record.note(.faceChanged)
      return .notLive
    }
    return .face(faces.candidate)
  }
}
