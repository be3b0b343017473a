import Foundation
import Matching
import TimerRequests

/// Holds a gallery and probes, and answers a driver's requests.
struct GalleryTimer: RequestTimer {
  private var gallery = Gallery()
  private var probes: [FaceTemplate] = []
  private var found: [[Candidate]] = []
  private var pairs: AllPairsScores?

  mutating func answer(to line: String) throws -> String {
    let words = line.split(separator: " ")
    switch (words.first, words.count) {
    case ("gallery", 4...):
      gallery = Gallery()
      var rows = 0
      try templates(words) { template in
        try gallery.add(template, identity: "\(rows)")
        rows += 1
      }
      return ""
    case ("probes", 4...):
      probes = []
      try templates(words) { probes.append($0) }
      return ""
    case ("search", 5):
      return try search(
        Array(probes.prefix(number(words[1]))), count: number(words[2]), threads: number(words[3]),
        runs: number(words[4]))
    case ("found", 1):
      return found.map { candidates in
        candidates.map { "\($0.identity):\($0.score.rawValue)" }.joined(separator: ",")
      }.joined(separator: " ")
    case ("pairs", 3):
      return try comparePairs(listing: number(words[1]), threads: number(words[2]))
    case ("counts", 1):
      return pairs?.impostors.countsAtOrAbove.map { "\($0)" }.joined(separator: " ") ?? ""
    case ("listed", 1):
      return pairs?.highestImpostors.map { "\($0.first):\($0.second):\($0.score.rawValue)" }
        .joined(separator: " ") ?? ""
    default:
      throw Refusal(description: "unknown request: \(line)")
    }
  }

  /// Reads COUNT and DIMENSIONS from the words of a request and that many rows from the file after them.
  private func templates(_ words: [Substring], _ body: (FaceTemplate) throws -> Void) throws {
    // A file name may contain blanks: it is everything from the fourth word on.
    let name = words[3...].joined(separator: " ")
    let dimensions = try number(words[2])
    guard let file = fopen(name, "rb") else { throw Refusal(description: "cannot open \(name)") }
    defer { fclose(file) }
    // Any model will do, as long as it is the same for all.
    let model = String(repeating: "0", count: 64)
    for _ in 0..<(try number(words[1])) {
      let row = [Float](unsafeUninitializedCapacity: dimensions) { buffer, count in
        count = fread(buffer.baseAddress, MemoryLayout<Float>.stride, dimensions, file)
      }
      guard row.count == dimensions else { throw Refusal(description: "\(name) ends too early") }
      try body(FaceTemplate(embedding: row, modelHash: model))
    }
  }

  private mutating func search(
    _ probes: [FaceTemplate], count: Int, threads: Int, runs: Int
  ) throws -> String {
    let clock = ContinuousClock()
    var seconds: [String] = []
    for _ in 0..<runs {
      let start = clock.now
      found = try gallery.search(probes, count: count, threads: threads)
      seconds.append("\(start.duration(to: clock.now) / .seconds(1))")
    }
    return seconds.joined(separator: " ")
  }

  private mutating func comparePairs(listing count: Int, threads: Int) throws -> String {
    let samples = probes.enumerated().map { AllPairsScores.Sample(template: $0.element, identity: $0.offset) }
    let clock = ContinuousClock()
    let start = clock.now
    pairs = try AllPairsScores(of: samples, listing: count, threads: threads)
    return "\(start.duration(to: clock.now) / .seconds(1))"
  }
}
