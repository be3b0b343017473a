import Evaluation
import Facelatch

/// Measures the pictures of a data set, with the cache and a progress bar.
struct PictureRun<Kind: Measurement> {
  let result: Extraction<Kind>.Result
  /// Seconds that it took.
  let seconds: Double

  /// Measures all pictures.
  init(
    _ measurement: Kind, _ pictures: [Path], _ options: EvaluationOptions, _ console: Console
  ) async throws(Failure) {
    let cache = try options.openCache()
    let extraction = Extraction(
      measurement, cache: cache, workers: options.workers, contents: options.contents)
    var bar = ProgressBar(console: console, total: pictures.count, writesPlainLines: true)
    do throws(EvaluationError) {
      result = try await extraction.run(pictures) { progress in
        bar.update(done: progress.done, known: progress.fromCache)
      }
    } catch {
      bar.clear()
      throw Failure(error)
    }
    bar.clear()
    seconds = bar.elapsed
  }

  /// Pictures per second of those that were not known from earlier runs.
  var picturesPerSecond: Double? {
    let measured = result.outcomes.count - result.fromCache
    return measured > 0 && seconds > 0 ? Double(measured) / seconds : nil
  }

  /// How it went, for `summary.json`.
  var jsonMembers: [JSON.Member] {
    [
      .init(key: "seconds", value: .number(seconds, decimals: 3)),
      .init(key: "imagesPerSecond", value: picturesPerSecond.map { .number($0, decimals: 2) } ?? .null),
      .init(key: "fromCache", value: .integer(result.fromCache)),
    ]
  }

  /// How it went, for a person.
  var text: String {
    let rate = picturesPerSecond.map { ", \(fixed($0, decimals: 1)) pictures per second" } ?? ""
    return "\(counted(result.outcomes.count, "picture")) in \(duration(seconds: seconds)), "
      + "\(grouped(result.fromCache)) known from earlier runs\(rate)"
  }

  /// Pictures without a reading, and those of them that cannot be read at all.
  var failureCounts: (all: Int, unreadable: Int) {
    (
      result.outcomes.count { $0.failure != nil },
      result.outcomes.count { $0.isUnreadable }
    )
  }

  /// Ends a shard: what it measured is in the cache.
  func finishShard(_ shard: Shard, of total: Int, _ options: EvaluationOptions, _ console: Console)
    throws(Failure)
  {
    let failures = failureCounts
    let json = JSON.object(
      [
        .init(key: "shard", value: .string("\(shard.index)/\(shard.count)")),
        .init(key: "pictures", value: .integer(result.outcomes.count)),
        .init(key: "of", value: .integer(total)),
        .init(key: "failureToAcquire", value: .integer(failures.all)),
        .init(key: "unreadable", value: .integer(failures.unreadable)),
      ] + jsonMembers)
    let text = """
      Shard \(shard.index) of \(shard.count) measured: \(text)
      in \(options.cachePath); bring the shards together with 'facelatch evaluate merge'
      """
    try console.print(options.asJSON ? json.text : text)
  }
}
