import Formats
import Foundation
import Imaging
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Evaluation

@Suite("Extraction", .timeLimit(.minutes(5)))
struct ExtractionTests {
  /// Files in memory.
  private struct Files {
    var bytes: [Path: [UInt8]] = [:]
    var paths: [Path] = []

    /// 0…39 are faces, then one without, a text, a missing file, and a face that is there twice.
    init() throws {
      for red in UInt8(0)..<40 { add("\(red).png", try CountingMeasurement.picture(red)) }
      add("none.png", try CountingMeasurement.picture(200))
      add("text.png", Array("no picture".utf8))
      paths.append(Path("missing.png"))
      add("again.png", try CountingMeasurement.picture(7))
    }

    mutating func add(_ name: String, _ content: [UInt8]) {
      bytes[Path(name)] = content
      paths.append(Path(name))
    }

    var contents: @Sendable (Path) -> FileContents {
      { [bytes] path in bytes[path].map { .bytes($0) } ?? .unreadable(reason: "no such file") }
    }
  }

  private typealias Outcome = PictureOutcome<CountingMeasurement.Reading>

  private static let expected: [Outcome] =
    (UInt8(0)..<40).map { .reading(.init(red: $0)) } + [
      .withoutFace(reason: "no face found"),
      .unreadable(reason: "is text, not a JPEG or PNG picture; convert it to JPEG or PNG"),
      .unreadable(reason: "no such file"), .reading(.init(red: 7)),
    ]

  @Test(
    "The outcomes come in the order of the pictures, whatever the number of workers", arguments: [1, 2, 7])
  func order(_ workers: Int) async throws {
    let files = try Files()
    let measurement = CountingMeasurement()
    let one = try await Extraction(
      measurement, cache: nil, workers: 0, contents: files.contents
    ).run(files.paths)
    var steps: [Int] = []
    let result = try await Extraction(
      measurement, cache: nil, workers: workers, contents: files.contents
    ).run(files.paths) { progress in
      #expect(progress.total == files.paths.count && progress.fromCache == 0)
      steps.append(progress.done)
    }
    #expect(result.outcomes == Self.expected)
    #expect(steps == Array(1...files.paths.count))
    #expect(result.digest == one.digest)
    #expect(result.digest.count == 64)
    #expect(result.fromCache == 0)
  }

  @Test("A second run with the cache is the same and measures nothing, but looks for missing files again")
  func cached() async throws {
    let folder = try TemporaryFolder()
    var files = try Files()
    let first = CountingMeasurement()
    let before = try await Extraction(
      first, cache: try ResultCache(path: Path(folder.file("cache"))), workers: 3, contents: files.contents
    ).run(files.paths)
    #expect(before.outcomes == Self.expected)

    let second = CountingMeasurement()
    let again = try await Extraction(
      second, cache: try ResultCache(path: Path(folder.file("cache"))), workers: 2, contents: files.contents
    ).run(files.paths)
    #expect(again.outcomes == before.outcomes)
    #expect(again.digest == before.digest)
    #expect(second.log.count == 0)
    #expect(again.fromCache == files.paths.count - 1)

    files.bytes[Path("missing.png")] = try CountingMeasurement.picture(99)
    let later = try await Extraction(
      second, cache: try ResultCache(path: Path(folder.file("cache"))), workers: 2, contents: files.contents
    ).run(files.paths)
    #expect(later.outcomes[42] == .reading(.init(red: 99)))
    #expect(second.log.count == 1)
    #expect(later.digest != before.digest)

    var other = CountingMeasurement()
    other.fingerprint = "first pixel, but otherwise"
    _ = try await Extraction(
      other, cache: try ResultCache(path: Path(folder.file("cache"))), workers: 1, contents: files.contents
    ).run(files.paths)
    #expect(other.log.count >= 41)
  }

  @Test(
    "What the cache holds but nobody understands is measured again", arguments: [[], [9], [1, 5, 5], [1]])
  func undecodable(_ value: [UInt8]) async throws {
    let folder = try TemporaryFolder()
    let cache = try ResultCache(path: Path(folder.file("cache")))
    let picture = try CountingMeasurement.picture(5)
    let measurement = CountingMeasurement()
    let key = ResultCache.Key(content: picture, fingerprint: measurement.fingerprint)
    try cache.insert(value, for: key)
    let extraction = Extraction(measurement, cache: cache, workers: 1) { _ in .bytes(picture) }
    let result = try await extraction.run([Path("a.png")])
    #expect(result.outcomes == [.reading(.init(red: 5))])
    #expect(result.fromCache == 0 && measurement.log.count == 1)
    #expect(try cache.value(of: key) == [1, 5, ~5])
  }

  @Test("At most four pictures per worker are begun and not delivered")
  func lookAhead() async throws {
    let picture = try CountingMeasurement.picture(1)
    let begun = Atomic<Int>(0)
    let delivered = Atomic<Int>(0)
    let furthest = Atomic<Int>(0)
    let paths = (0..<60).map { Path("\($0)") }
    let measurement = CountingMeasurement()
    // The first picture is slow: it waits until the others have gone as far ahead as they may and are done, and gives
    // the worker that is free now the time to begin one too many.
    let contents: @Sendable (Path) -> FileContents = { path in
      let count = begun.add(1, ordering: .sequentiallyConsistent).newValue
      furthest.max(
        count - delivered.load(ordering: .sequentiallyConsistent), ordering: .sequentiallyConsistent)
      if path == paths[0] {
        try? waitUntil("the measurement of the other seven") { measurement.log.count >= 7 }
        for _ in 0..<1_000 { sched_yield() }
      }
      return .bytes(picture)
    }
    let result = try await Extraction(
      measurement, cache: nil, workers: 2, contents: contents
    ).run(paths) { progress in delivered.store(progress.done, ordering: .sequentiallyConsistent) }
    #expect(result.outcomes.count == 60)
    #expect(furthest.load(ordering: .sequentiallyConsistent) == 8)
  }

  @Test("An engine that breaks down ends the run; what was measured before is kept")
  func engine() async throws {
    let folder = try TemporaryFolder()
    let cache = try ResultCache(path: Path(folder.file("cache")))
    let measurement = CountingMeasurement()
    let contents: @Sendable (Path) -> FileContents = { path in
      let red = UInt8(path.text) ?? 0
      return (try? CountingMeasurement.picture(red == 10 ? 250 : red)).map { .bytes($0) }
        ?? .unreadable(reason: "")
    }
    let paths = (0..<100).map { Path("\($0)") }
    let error = await #expect(throws: EvaluationError.self) {
      try await Extraction(measurement, cache: cache, workers: 2, contents: contents).run(paths)
    }
    guard case .engine(let cause)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(cause.contains("net.onnx") && cause.contains("it broke down"))
    #expect(measurement.log.count < 30)
    let known = ResultCache.Key(
      content: try CountingMeasurement.picture(9), fingerprint: measurement.fingerprint)
    #expect(try cache.value(of: known) != nil)
    let broken = ResultCache.Key(
      content: try CountingMeasurement.picture(250), fingerprint: measurement.fingerprint)
    #expect(try cache.value(of: broken) == nil)
  }

  @Test("Nothing to measure gives nothing")
  func empty() async throws {
    let result = try await Extraction(
      CountingMeasurement(), cache: nil, workers: 4
    ) { _ in .unreadable(reason: "") }.run([])
    #expect(result.outcomes.isEmpty && result.fromCache == 0)
  }

  @Test("Shards share everything and nothing twice")
  func shards() throws {
    let all = Array(0..<23)
    for count in 1...25 {
      let parts = try (1...count).map { try #require(Shard(index: $0, count: count)).part(of: all) }
      #expect(parts.joined().sorted() == all)
      #expect(parts.map(\.count).max()! - parts.map(\.count).min()! <= 1)
    }
    for (index, count) in [(0, 2), (3, 2), (-1, 1), (1, 0), (Int.max, Int.max - 1)] {
      #expect(Shard(index: index, count: count) == nil)
    }
  }
}
