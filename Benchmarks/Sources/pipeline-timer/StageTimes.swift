/// Processor time by stage.
struct StageTimes: Sendable {
  enum Stage: CaseIterable {
    case read, decode, search, domain, align, embed
    case detectorAlone, meshAlone

    var name: String {
      switch self {
      case .read: "read the file"
      case .decode: "decode"
      case .search: "find the face: detector, mesh, pose, quality"
      case .domain: "look again, whether rates hold for it"
      case .align: "align"
      case .embed: "embed"
      case .detectorAlone: "detector alone (sampled)"
      case .meshAlone: "one mesh alone (sampled)"
      }
    }
  }

  var withoutFace = 0
  private var seconds: [Stage: Double] = [:]
  private var counts: [Stage: Int] = [:]

  mutating func measure<Result>(_ stage: Stage, _ work: () throws -> Result) rethrows -> Result {
    let start = FileBytes.threadSeconds()
    defer {
      seconds[stage, default: 0] += FileBytes.threadSeconds() - start
      counts[stage, default: 0] += 1
    }
    return try work()
  }

  mutating func add(_ other: StageTimes) {
    withoutFace += other.withoutFace
    seconds.merge(other.seconds, uniquingKeysWith: +)
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  /// A Markdown table. The sampled stages are not part of a picture's way, so the rate is corrected for them.
  func table(pictures: Int, threads: Int, wallSeconds: Double) -> String {
    let sampled = (seconds[.detectorAlone] ?? 0) + (seconds[.meshAlone] ?? 0)
    let whole = seconds.values.reduce(0, +)
    let rate = Double(pictures) / (wallSeconds * (1 - (whole > 0 ? sampled / whole : 0)))
    var lines = [
      "\(pictures) pictures, \(withoutFace) without a usable face, \(threads) threads: "
        + "\(Self.rounded(rate)) pictures per second",
      "", "| stage | ms of processor time | pictures |", "|---|---:|---:|",
    ]
    for stage in Stage.allCases {
      guard let count = counts[stage], let sum = seconds[stage] else { continue }
      lines.append("| \(stage.name) | \(Self.rounded(sum / Double(count) * 1000)) | \(count) |")
    }
    return lines.joined(separator: "\n")
  }

  private static func rounded(_ value: Double) -> String {
    "\((value * 100).rounded() / 100)"
  }
}
