import Evaluation
import Facelatch

/// `facelatch evaluate attention`: whether people look at the camera.
struct AttentionEvaluation: Sendable {
  let manifest: Path
  let options: EvaluationOptions

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let models = try options.pictures.loadModels()
    let list = try LabelledList(manifest, wording: .attention)
    let measurement = AttentionMeasurement(
      models: models, selection: options.selection ?? .largest, decoding: options.pictures.decoding())
    switch try await LabelledRun.measure(list, with: measurement, models.pack, options, console) {
    case .shard(let code): return code
    case .whole(let measured):
      let columns = ["attentive", "condition", "subject", "judged", "reasons", "openness", "error"]
      try measured.writeScores(columns: columns) { entry, outcome in
        let reading = outcome.reading
        return [
          entry.isPositive ? "1" : "0", entry.group, entry.subject ?? "",
          reading.map { $0.isAttentive ? "1" : "0" } ?? "",
          reading?.reasons.map(\.rawValue).joined(separator: " ") ?? "",
          reading.map { fixed($0.openness, decimals: 4) } ?? "", outcome.failure ?? "",
        ]
      }
      let figures = AttentionFigures(list.entries, measured.outcomes)
      return try measured.finish(figures.jsonMembers, text: figures.text, files: ["scores.csv"], console)
    }
  }
}
