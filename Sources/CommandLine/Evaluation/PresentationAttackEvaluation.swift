import Evaluation
import Facelatch

/// `facelatch evaluate pad`: whether faces are before the camera or attacks.
struct PresentationAttackEvaluation: Sendable {
  let manifest: Path
  let options: EvaluationOptions

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let models = try options.pictures.loadModels()
    let list = try LabelledList(manifest, wording: .presentationAttack)
    let selection = options.selection ?? .largest
    let measurement: PresentationAttackMeasurement
    let threshold: Double
    do {
      measurement = try PresentationAttackMeasurement(
        models: models, selection: selection, decoding: options.pictures.decoding())
      threshold = try models.pack.requirePresentationAttack().threshold
    } catch {
      throw Failure(cause: "\(error)", exitCode: .configuration)
    }
    switch try await LabelledRun.measure(list, with: measurement, models.pack, options, console) {
    case .shard(let code): return code
    case .whole(let measured):
      try measured.writeScores(columns: ["label", "species", "clip", "subject", "score", "error"]) {
        entry, outcome in
        [
          entry.isPositive ? "bonafide" : "attack", entry.group, entry.clip ?? "", entry.subject ?? "",
          outcome.reading.map { "\($0.score)" } ?? "", outcome.failure ?? "",
        ]
      }
      let figures = PresentationAttackFigures(list.entries, measured.outcomes, threshold: threshold)
      let thumbnails = Thumbnails(
        models: models, selection: selection, decoding: options.pictures.decoding(),
        contents: options.contents)
      try writeReport(of: measured, figures, options.showsImages ? thumbnails : nil)
      return try measured.finish(
        figures.jsonMembers, text: figures.text, files: ["scores.csv", "counts.csv", "report.html"], console)
    }
  }

  private func writeReport(
    of measured: LabelledRun<PresentationAttackMeasurement>, _ figures: PresentationAttackFigures,
    _ thumbnails: Thumbnails?
  ) throws(Failure) {
    let report = PresentationAttackReport(measured.list.entries, measured.outcomes, figures)
    try measured.folder.write("counts.csv") { (write) throws(Failure) in
      try ScoreTables.counts(report.scores, to: write)
    }
    try measured.folder.write(
      "report.html", text: report.html(facts: measured.facts, thumbnails: thumbnails))
  }
}
