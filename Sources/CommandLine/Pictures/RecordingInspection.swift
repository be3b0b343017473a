import Facelatch

/// What is seen in a recording: one face, followed from frame to frame.
struct RecordingInspection {
  let file: FrameFile
  let models: FaceModels
  let options: PictureOptions
  /// The folder for pictures with the face drawn in.
  let annotated: Path?
  let asJSON: Bool

  /// Between frames whose source has no clock.
  private static let frameSeconds = 1.0 / 30

  /// Reads the recording to its end and prints what is seen.
  func run(_ console: Console) throws(Failure) -> ExitCode {
    let passive = try passiveNetwork()
    var rules = LivenessRules(requirement: .motion)
    if let passive { rules.passiveThreshold = passive.threshold }
    var watch = LivenessWatch(models: models, rules: rules)
    var isBroken = false
    var source = FrameFiles(files: [file], options: options.capture(inFullSize: annotated != nil))
    if let annotated {
      try Failure.whenWriting { () throws(FileError) in try Folder.make(annotated) }
    }
    var (count, faceCount, last) = (0, 0, 0.0)
    while true {
      let frame: Frame?
      do throws(CaptureError) { frame = try source.next() } catch {
        isBroken = true
        console.report(Failure(error))
        continue
      }
      guard let frame else { break }
      last = frame.seconds ?? Double(count) * Self.frameSeconds
      let tracked: TrackedFrame
      var looks: PassiveLiveness?
      do throws(ModelPackError) {
        tracked = try watch.observe(frame.image, timeSeconds: last)
        if let passive, let face = tracked.face {
          let score = try passive.score(of: face, in: frame.image)
          watch.add(passiveScore: score)
          looks = PassiveLiveness(score: score, threshold: passive.threshold)
        }
      } catch {
        throw Failure(error)
      }
      count += 1
      if tracked.face != nil { faceCount += 1 }
      if asJSON { try console.print(line(frame, tracked, looks, watch.decision).text) }
      if let annotated {
        let entries = tracked.face.map { face in
          [AnnotatedPicture.Entry(number: nil, face: face, verdict: FaceVerdict(face, passive: looks))]
        }
        try AnnotatedPicture(frame.image, entries ?? []).write(
          to: annotated.appending(Self.name(frame.index)), as: .png)
      }
    }
    let summary = Summary(
      source: file.name, frames: count, faces: faceCount,
      skipped: source.skippedFrameCount, seconds: last, blinks: watch.blinks, decision: watch.decision)
    try console.print(asJSON ? summary.json.text : summary.text)
    guard !isBroken else { return .unusableInput }
    return faceCount > 0 ? .yes : .no
  }

  private func passiveNetwork() throws(Failure) -> PresentationAttackEstimator? {
    guard models.pack.presentationAttack != nil else { return nil }
    do {
      return try PresentationAttackEstimator(models: models)
    } catch {
      throw Failure(error)
    }
  }

  /// The documented keys of one frame.
  private func line(
    _ frame: Frame, _ tracked: TrackedFrame, _ looks: PassiveLiveness?, _ decision: LivenessDecision
  ) -> JSON {
    .object([
      "source": .string(file.text), "frame": .integer(frame.index),
      "seconds": .number(tracked.timeSeconds, decimals: 3), "track": .integer(tracked.trackNumber),
      "face": tracked.face.map { InspectionReport.face($0, recognition: nil, passive: looks) } ?? .null,
      "reason": Self.reason(tracked).map(JSON.string) ?? .null, "liveness": Summary.json(decision),
    ])
  }

  private static func reason(_ tracked: TrackedFrame) -> String? {
    switch tracked.outcome {
    case .face: nil
    case .none: "noFace"
    case .unlit: "dark"
    case .tooSmall: "tooSmall"
    case .several: "severalFaces"
    case .poorQuality(_, let reasons): reasons.first?.name ?? "poorQuality"
    }
  }

  private static func name(_ index: Int) -> String {
    let digits = String(index)
    return "frame-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".png"
  }

  /// The recording as a whole.
  struct Summary {
    let source: String
    let frames: Int
    let faces: Int
    let skipped: Int
    let seconds: Double
    let blinks: [Blink]
    let decision: LivenessDecision

    var text: String {
      var lines = [
        "\(source): \(counted(frames, "frame")) in \(fixed(seconds, decimals: 1)) s, "
          + "a face in \(grouped(faces))"
      ]
      if skipped > 0 { lines.append("  skipped \(grouped(skipped)) damaged") }
      let times = blinks.map { fixed($0.peakSeconds, decimals: 2) }.joined(separator: ", ")
      lines.append("  blinks  \(blinks.count)" + (times.isEmpty ? "" : ", at \(times) s"))
      lines.append(
        "  motion  \(decision.motion.verdict.rawValue), turned by \(degrees(decision.motion.turnDegrees))")
      if let score = decision.passiveScore { lines.append("  passive \(fixed(score, decimals: 2))") }
      lines.append("  life    \(decision.outcome.rawValue): \(decision.explanation)")
      return lines.joined(separator: "\n")
    }

    var json: JSON {
      .object([
        "source": .string(source), "frames": .integer(frames), "facesSeen": .integer(faces),
        "skippedFrames": .integer(skipped), "seconds": .number(seconds, decimals: 3),
        "blinks": .array(
          blinks.map {
            .object([
              "begin": .number($0.beginSeconds, decimals: 3), "peak": .number($0.peakSeconds, decimals: 3),
              "end": .number($0.endSeconds, decimals: 3),
            ])
          }),
        "liveness": Self.json(decision),
      ])
    }

    static func json(_ decision: LivenessDecision) -> JSON {
      .object([
        "outcome": .string(decision.outcome.rawValue),
        "motion": .string(decision.motion.verdict.rawValue),
        "turn": .number(decision.motion.turnDegrees, decimals: 2),
        "passive": decision.passiveScore.map { .number($0, decimals: 4) } ?? .null,
        "reasons": .array(decision.reasons.map { .string($0.name) }),
      ])
    }
  }
}
