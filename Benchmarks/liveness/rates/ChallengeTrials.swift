import Facelatch

/// How often challenges are answered by whoever answers them, and by old recordings.
struct ChallengeTrials {
  let options: Options
  let models: FaceModels

  func run(count: Int) throws {
    var movements = Movements()
    var tracks: [[HeadSample]] = []
    for path in options.paths {
      let (samples, blinks) = try followed(path)
      movements.add(samples)
      for blink in blinks {
        movements.add(
          blink: samples.filter {
            (blink.beginSeconds - 0.05...blink.endSeconds + 0.1).contains($0.timeSeconds)
          })
      }
      tracks.append(samples)
    }
    for step in ChallengeStep.allCases {
      print(
        JSON.object([
          ("step", .text(step.rawValue)), ("pieces", .number(Double(movements.pieces[step]?.count ?? 0))),
        ]).line)
    }
    for stepCount in 1...3 { try trials(count, stepCount, movements, tracks) }
  }

  private func trials(
    _ count: Int, _ stepCount: Int, _ movements: Movements, _ tracks: [[HeadSample]]
  ) throws {
    var generator = SeededGenerator(seed: UInt64(stepCount))
    var (right, old, same, raw) = (0, 0, 0, 0)
    for _ in 0..<count {
      let asked = Challenge(stepCount: stepCount, using: &generator)
      let earlier = Challenge(stepCount: stepCount, using: &generator)
      guard let answer = movements.answer(to: asked, using: &generator),
        let recorded = movements.answer(to: earlier, using: &generator),
        let track = tracks.randomElement(using: &generator)
      else { return }
      if Self.passes(answer, asked) { right += 1 }
      if Self.passes(recorded, asked) { old += 1 }
      if earlier == asked { same += 1 }
      let start = Int.random(in: 0..<max(1, track.count - 250), using: &generator)
      if Self.passes(Array(track.dropFirst(start).prefix(500)), asked) { raw += 1 }
    }
    print(
      JSON.object([
        ("steps", .number(Double(stepCount))), ("trials", .number(Double(count))),
        ("rightAnswersAccepted", .number(Double(right))),
        ("answersToEarlierDrawsAccepted", .number(Double(old))),
        ("earlierDrawsThatWereTheSame", .number(Double(same))),
        ("recordingsAccepted", .number(Double(raw))),
      ]).line)
  }

  private static func passes(_ samples: [HeadSample], _ challenge: Challenge) -> Bool {
    var checker = ChallengeChecker(challenge)
    for sample in samples { checker.observe(sample) }
    return checker.state == .passed
  }

  private func followed(_ path: String) throws -> ([HeadSample], [Blink]) {
    var recording = try Recording(path, framesPerSecond: options.framesPerSecond)
    var tracker = FaceTracker(models: models)
    var detector = BlinkDetector()
    var samples: [HeadSample] = []
    var blinks: [Blink] = []
    while let frame = try recording.next() {
      guard let sample = HeadSample(try tracker.observe(frame.image, timeSeconds: frame.seconds)) else {
        continue
      }
      samples.append(sample)
      if let blink = detector.observe(
        left: sample.leftLid, right: sample.rightLid, timeSeconds: sample.timeSeconds)
      {
        blinks.append(blink)
      }
    }
    return (samples, blinks)
  }
}
