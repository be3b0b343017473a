import Facelatch

/// How an enrolment went, for people and for programs.
struct EnrolmentOutput {
  let user: String
  let appearance: AppearanceNumber
  let result: Result<EnrolmentReport, EnrolmentError>

  private var report: EnrolmentReport? { try? result.get() }

  /// Why nothing was enrolled.
  var failure: Failure? {
    guard case .failure(let error) = result else { return nil }
    // The reasons of single frames are told one by one.
    if case .tooFewFrames(let usable, let needed, let frames, _) = error, !frames.isEmpty {
      return Failure(
        cause:
          "\(usable) of \(counted(frames.count, "frame")) \(usable == 1 ? "shows" : "show") a usable face",
        cure: "give at least \(needed), from the front and in good light", exitCode: .unusableInput)
    }
    if case .severalPeople(let numbers, let frames) = error {
      let names = numbers.prefix(5).map { Self.name(frames[$0 - 1]) }.joined(separator: ", ")
      return Failure(
        names, cause: "shows another person than the others, or one that is not recognisable",
        cure: "give pictures of one person alone", exitCode: .unusableInput)
    }
    return Failure(error)
  }

  private var frames: [EnrolmentFrame] {
    switch result {
    case .success(let report): report.frames
    case .failure(.tooFewFrames(_, _, let frames, _)), .failure(.severalPeople(_, let frames)): frames
    case .failure: []
    }
  }

  private var skippedCount: Int {
    switch result {
    case .success(let report): report.skippedFrames
    case .failure(.tooFewFrames(_, _, _, let count)): count
    case .failure: 0
    }
  }

  /// `portrait.jpg`, or `clip.avi, frame 18`.
  private static func name(_ frame: EnrolmentFrame) -> String {
    guard let origin = frame.origin else { return "frame \(frame.number)" }
    return printable(origin.name) + (origin.index.map { ", frame \(grouped($0 + 1))" } ?? "")
  }

  /// One line per picture that was not good enough, per recording and reason, and per person who looks the same.
  var remarks: [String] {
    var lines = rejections
    if skippedCount > 0 {
      lines.append("\(counted(skippedCount, "frame")) \(skippedCount == 1 ? "is" : "are") damaged")
    }
    return lines + (report?.warnings.map { "warning: " + $0 } ?? [])
  }

  private struct Rejection: Hashable {
    let file: String?
    let reason: String
  }

  private var rejections: [String] {
    var lines: [String] = []
    var places: [Rejection: Int] = [:]
    var counts: [Int] = []
    for frame in frames {
      guard case .rejected(let obstacle) = frame.verdict else { continue }
      let rejection = Rejection(file: frame.origin?.name, reason: obstacle.description)
      // The frames of a recording are like each other, and there are many.
      if let origin = frame.origin, origin.index != nil, let place = places[rejection] {
        counts[place] += 1
        lines[place] =
          "\(printable(origin.name)): \(rejection.reason) (\(counted(counts[place], "frame")))"
        continue
      }
      places[rejection] = lines.count
      lines.append(Self.line(frame, obstacle))
      counts.append(1)
    }
    return lines
  }

  private static func line(_ frame: EnrolmentFrame, _ obstacle: Obstacle) -> String {
    // What cannot be read is told with its name already.
    if case .unreadable = obstacle { return Failure(obstacle, exitCode: .unusableInput).line }
    return "\(name(frame)): \(obstacle.description)"
  }

  var text: String {
    guard let report else { return "" }
    let verb = report.replaced ? "Enrolled anew" : "Enrolled"
    return "\(verb): \(printable(user)), \(AppearanceNumber.name(of: report.label)), "
      + "\(counted(report.templates, "template")) from \(counted(report.frames.count, "frame"))"
  }

  var json: JSON {
    .object([
      "enrolled": .boolean(report != nil), "user": .string(user),
      "appearance": .integer(appearance == .first ? 1 : 2),
      "templates": report.map { .integer($0.templates) } ?? .null,
      "replaced": report.map { .boolean($0.replaced) } ?? .null,
      "appearances": report.map { .integer($0.appearances) } ?? .null,
      "frames": .array(frames.map(describe)),
      "resemblances": .array(
        (report?.resemblances ?? []).map {
          .object(["user": .string($0.user), "score": .number($0.score.rawValue, decimals: 6)])
        }),
      "error": failure?.json ?? .null,
    ])
  }

  private func describe(_ frame: EnrolmentFrame) -> JSON {
    var (verdict, reason): (String, JSON) = ("spare", .null)
    switch frame.verdict {
    case .kept: verdict = "kept"
    case .spare: break
    case .rejected(let obstacle): (verdict, reason) = ("rejected", .string(obstacle.description))
    }
    return .object([
      "path": frame.origin.map { .string($0.name) } ?? .null, "verdict": .string(verdict), "reason": reason,
      "index": frame.origin?.index.map(JSON.integer) ?? .null,
      "seconds": frame.origin?.seconds.map { .number($0, decimals: 3) } ?? .null,
    ])
  }
}
