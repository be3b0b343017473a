import Evaluation

/// Brings together what several shards measured.
struct CacheMerge: Sendable {
  let shards: [Path]
  let options: EvaluationOptions

  func run(_ console: Console) throws(Failure) -> ExitCode {
    let folder = try EvaluationFolder(options.folder, isShared: true)
    defer { withExtendedLifetime(folder) {} }
    let cache = try options.openCache()
    var total = 0
    var lines: [String] = []
    for shard in shards {
      let file = FolderWalk.isFolder(shard) ? shard.appending("cache.sqlite") : shard
      try InputFile.check(file)
      do {
        let count = try cache.merge(file)
        total += count
        lines.append("\(file): \(counted(count, "new result"))")
      } catch {
        throw Failure(error)
      }
    }
    lines.append("\(options.cachePath): \(counted(total, "result")) taken over")
    let json = JSON.object([
      "cache": .string(options.cachePath.text), "shards": .integer(shards.count), "merged": .integer(total),
    ])
    try console.print(options.asJSON ? json.text : lines.joined(separator: "\n"))
    return .yes
  }
}
