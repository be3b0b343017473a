import Facelatch

/// Follows one recording and prints what was asked for.
struct Follower {
  let options: Options
  let models: FaceModels

  func follow(_ path: String) throws {
    switch options.report {
    case .frames(let mesh): try frames(path, mesh: mesh)
    case .windows(let seconds): try windows(path, seconds: seconds)
    case .summary: try summary(path)
    case .challenges: break
    }
  }

  private func frames(_ path: String, mesh: Bool) throws {
    var recording = try Recording(path, framesPerSecond: options.framesPerSecond)
    var tracker = FaceTracker(models: models)
    while let frame = try recording.next() {
      let tracked = try tracker.observe(frame.image, timeSeconds: frame.seconds)
      print(JSON(tracked, path: path, mesh: mesh).line)
    }
  }

  /// Each window stands alone: nothing is known from before. One that the recording cuts off is left out unless it is the
  /// only one.
  private func windows(_ path: String, seconds: Double) throws {
    var recording = try Recording(path, framesPerSecond: options.framesPerSecond)
    var window = 0
    var (tracker, motion) = (FaceTracker(models: models), MotionAnalyzer())
    var (frames, faces) = (0, 0)
    var first: [MotionVerdict: Double] = [:]
    func report() {
      print(
        JSON(
          motion.evidence, path: path, startSeconds: Double(window) * seconds,
          faceShare: Double(faces) / Double(max(1, frames)), first: first
        ).line)
    }
    // Time stamps are rounded, so the last frame may seem to belong to the next window.
    func number(_ time: Double) -> Int { Int((time + 1e-6) / seconds) }
    while let frame = try recording.next() {
      if number(frame.seconds) != window {
        report()
        window = number(frame.seconds)
        (tracker, motion) = (FaceTracker(models: models), MotionAnalyzer())
        (frames, faces) = (0, 0)
        first = [:]
      }
      let tracked = try tracker.observe(frame.image, timeSeconds: frame.seconds)
      motion.observe(tracked, in: frame.image)
      frames += 1
      if tracked.face != nil { faces += 1 }
      let verdict = motion.evidence.verdict
      if first[verdict] == nil { first[verdict] = frame.seconds - Double(window) * seconds }
    }
    let isWhole = Double(frames) >= 0.9 * seconds * (recording.rate ?? options.framesPerSecond)
    if isWhole || window == 0 { report() }
  }

  private func summary(_ path: String) throws {
    var recording = try Recording(path, framesPerSecond: options.framesPerSecond)
    var (tracker, motion) = (FaceTracker(models: models), MotionAnalyzer())
    var (frames, faces, attentive) = (0, 0, 0)
    var processorSeconds = 0.0
    var lastBlink = -Double.infinity
    while let frame = try recording.next() {
      let start = ProcessorTime.now()
      let tracked = try tracker.observe(frame.image, timeSeconds: frame.seconds)
      motion.observe(tracked, in: frame.image)
      processorSeconds += ProcessorTime.now() - start
      frames += 1
      if let face = tracked.face {
        faces += 1
        if face.attention?.isAttentive ?? false { attentive += 1 }
      }
      for blink in motion.blinks.blinks where blink.endSeconds > lastBlink {
        print(JSON(blink, path: path).line)
        lastBlink = blink.endSeconds
      }
    }
    print(
      JSON.object([
        ("path", .text(path)), ("frames", .number(Double(frames))), ("faces", .number(Double(faces))),
        ("attentive", .number(Double(attentive))),
        ("framesPerSecond", JSON.rounded(Double(frames) / max(1e-9, processorSeconds))),
        ("peakKibibytes", .number(Double(ProcessorTime.peakKibibytes()))),
      ]).line)
  }
}
