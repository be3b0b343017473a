import Evaluation
import FaceGate

/// `facegate evaluate attention`: whether people look at the camera.
struct AttentionEvaluation: Sendable {
  private let manifest: Path
  private let options: EvaluationOptions

  init(_ manifest: Path, _ options: EvaluationOptions) {
    self.manifest = manifest
    self.options = options
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let models = try options.pictures.loadModels()
    let list = try LabelledList(manifest, wording: .attention)
    let folder = try EvaluationFolder(options.folder)
    let entries = list.entries
    let measurement = AttentionMeasurement(
      models: models, selection: options.selection ?? .largest, decoding: options.pictures.decoding())
    let pictures = options.shard?.part(of: list.pictures) ?? list.pictures
    let run = try await PictureRun(measurement, pictures, options, console)
    if let shard = options.shard {
      try run.finishShard(shard, of: list.pictures.count, options, console)
      return run.failureCounts.unreadable > 0 ? .unusableInput : .yes
    }
    try folder.write(problems: list.problems, pictures: pictures, outcomes: run.result.outcomes, console)
    let figures = AttentionFigures(entries, run.result.outcomes)
    let columns = ["path", "attentive", "condition", "subject", "judged", "reasons", "openness", "error"]
    try folder.write("scores.csv") { (write) throws(Failure) in
      try write(CSVLine.bytes(columns))
      for (entry, outcome) in zip(entries, run.result.outcomes) {
        let reading = outcome.reading
        try write(
          CSVLine.bytes([
            entry.path.bytes, Array((entry.isPositive ? "1" : "0").utf8), Array(entry.group.utf8),
            Array((entry.subject ?? "").utf8),
            Array((reading.map { $0.isAttentive ? "1" : "0" } ?? "").utf8),
            Array((reading?.reasons.map(\.rawValue).joined(separator: " ") ?? "").utf8),
            Array((reading.map { fixed($0.openness, decimals: 4) } ?? "").utf8),
            Array((outcome.failure ?? "").utf8),
          ]))
      }
    }
    let failures = run.failureCounts
    let json = JSON.object(
      figures.jsonMembers + [
        .init(key: "failureToAcquire", value: .integer(failures.all)),
        .init(key: "unreadable", value: .integer(failures.unreadable)),
        .init(key: "rowsLeftOut", value: .integer(list.problems.count)),
      ] + list.provenance(models.pack, run.result.digest) + run.jsonMembers)
    try folder.write("summary.json", text: json.indentedText)
    let text = """
      \(run.text)
      failures                \(grouped(failures.all)) of \(counted(pictures.count, "picture")) without a usable face
      \(figures.text)
      \(options.folder.appending("summary.json")), scores.csv
      """
    try console.print(options.asJSON ? json.text : text)
    return failures.unreadable > 0 || !list.problems.isEmpty ? .unusableInput : .yes
  }
}
