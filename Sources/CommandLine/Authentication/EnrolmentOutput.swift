import Facelatch

/// How an enrolment went, for people and for programs.
struct EnrolmentOutput {
  let user: String
  let appearance: AppearanceNumber
  let watch: FrameWatch
  let result: Result<EnrolmentReport, EnrolmentError>

  private var report: EnrolmentReport? { try? result.get() }

  /// Why nothing was enrolled.
  var failure: Failure? {
    guard case .failure(let error) = result else { return nil }
    // The reasons of single frames are told one by one.
    if case .tooFewFrames(let usable, let needed, let frames) = error, !frames.isEmpty {
      return Failure(
        cause:
          "\(usable) of \(counted(frames.count, "frame")) \(usable == 1 ? "shows" : "show") a usable face",
        cure: "give at least \(needed), from the front and in good light", exitCode: .unusableInput)
    }
    if case .severalPeople(let numbers) = error {
      let names = numbers.prefix(5).map { name(of: $0) }.joined(separator: ", ")
      return Failure(
        names, cause: "shows another person than the others, or one that is not recognisable",
        cure: "give pictures of one person alone", exitCode: .unusableInput)
    }
    return Failure(error)
  }

  private var frames: [EnrolmentFrame] {
    switch result {
    case .success(let report): report.frames
    case .failure(.tooFewFrames(_, _, let frames)): frames
    case .failure: []
    }
  }

  private func name(of number: Int) -> String {
    origin(of: number)?.description ?? "frame \(number)"
  }

  private func origin(of number: Int) -> FrameOrigin? {
    watch.origins.indices.contains(number - 1) ? watch.origins[number - 1] : nil
  }

  /// One line per picture that was not good enough, per recording and reason, and per person who looks the same.
  var remarks: [String] {
    var lines = rejections
    if watch.skippedCount > 0 {
      lines.append(
        "\(counted(watch.skippedCount, "frame")) \(watch.skippedCount == 1 ? "is" : "are") damaged")
    }
    return lines + (report?.warnings.map { "warning: " + printable($0) } ?? [])
  }

  private struct Rejection: Hashable {
    let path: Path?
    let reason: String
  }

  private var rejections: [String] {
    var lines: [String] = []
    var places: [Rejection: Int] = [:]
    var counts: [Int] = []
    for frame in frames {
      guard case .rejected(let reason) = frame.verdict else { continue }
      let origin = origin(of: frame.number)
      let name = name(of: frame.number)
      let line = reason.hasPrefix(name) ? reason : "\(name): \(reason)"
      let rejection = Rejection(path: origin?.path, reason: reason)
      // The frames of a recording are like each other, and there are many.
      if origin?.index != nil, let place = places[rejection] {
        counts[place] += 1
        lines[place] = "\(origin?.source ?? ""): \(reason) (\(counted(counts[place], "frame")))"
        continue
      }
      places[rejection] = lines.count
      lines.append(line)
      counts.append(1)
    }
    return lines
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
    let origin = origin(of: frame.number)
    var (verdict, reason): (String, JSON) = ("spare", .null)
    switch frame.verdict {
    case .kept: verdict = "kept"
    case .spare: break
    case .rejected(let why): (verdict, reason) = ("rejected", .string(why))
    }
    return .object([
      "path": origin.map { .string($0.path.text) } ?? .null, "verdict": .string(verdict), "reason": reason,
      "index": origin?.index.map(JSON.integer) ?? .null,
      "seconds": origin?.seconds.map { .number($0, decimals: 3) } ?? .null,
    ])
  }
}
