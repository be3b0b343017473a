import Evaluation
import FaceGate

/// `facegate evaluate pad`: whether faces are before the camera or attacks.
struct PresentationAttackEvaluation: Sendable {
  private let manifest: Path
  private let options: EvaluationOptions

  init(_ manifest: Path, _ options: EvaluationOptions) {
    self.manifest = manifest
    self.options = options
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let models = try options.pictures.loadModels()
    let list = try LabelledList(manifest, wording: .presentationAttack)
    let folder = try EvaluationFolder(options.folder)
    let measurement: PresentationAttackMeasurement
    let threshold: Double
    do {
      measurement = try PresentationAttackMeasurement(
        models: models, selection: options.selection ?? .largest, decoding: options.pictures.decoding())
      threshold = try models.pack.requirePresentationAttack().threshold
    } catch {
      throw Failure(cause: "\(error)", exitCode: .configuration)
    }
    let pictures = options.shard?.part(of: list.pictures) ?? list.pictures
    let run = try await PictureRun(measurement, pictures, options, console)
    if let shard = options.shard {
      try run.finishShard(shard, of: list.pictures.count, options, console)
      return run.failureCounts.unreadable > 0 ? .unusableInput : .yes
    }
    try folder.write(problems: list.problems, pictures: pictures, outcomes: run.result.outcomes, console)
    let figures = PresentationAttackFigures(list.entries, run.result.outcomes, threshold: threshold)
    try writeScores(list.entries, run.result.outcomes, to: folder)

    let failures = run.failureCounts
    let json = JSON.object(
      figures.jsonMembers + [
        .init(key: "failureToAcquire", value: .integer(failures.all)),
        .init(key: "unreadable", value: .integer(failures.unreadable)),
        .init(key: "rowsLeftOut", value: .integer(list.problems.count)),
      ] + list.provenance(models.pack, run.result.digest) + run.jsonMembers)
    let report = PresentationAttackReport(list.entries, run.result.outcomes, figures)
    try folder.write("counts.csv") { (write) throws(Failure) in
      try ScoreTables.counts(report.scores, to: write)
    }
    let thumbnails = Thumbnails(
      models: models, selection: options.selection ?? .largest, decoding: options.pictures.decoding(),
      contents: options.contents)
    let facts = list.facts(models.pack, run.result.digest, options) + [ReportFact("Pictures", run.text)]
    try folder.write(
      "report.html",
      text: report.html(facts: facts, thumbnails: options.showsImages ? thumbnails : nil))
    // Last: whoever finds a summary finds everything else.
    try folder.write("summary.json", text: json.indentedText)
    let text = """
      \(run.text)
      \(figures.text)
      \(options.folder.appending("summary.json")), scores.csv, counts.csv, report.html
      """
    try console.print(options.asJSON ? json.text : text)
    return failures.unreadable > 0 || !list.problems.isEmpty ? .unusableInput : .yes
  }

  private func writeScores(
    _ entries: [LabelledPictures.Entry], _ outcomes: [PictureOutcome<PresentationAttackMeasurement.Reading>],
    to folder: EvaluationFolder
  ) throws(Failure) {
    try folder.write("scores.csv") { (write) throws(Failure) in
      try write(CSVLine.bytes(["path", "label", "species", "clip", "subject", "score", "error"]))
      for (entry, outcome) in zip(entries, outcomes) {
        let rest = [
          entry.isPositive ? "bonafide" : "attack", entry.group, entry.clip ?? "", entry.subject ?? "",
          outcome.reading.map { "\($0.score)" } ?? "", outcome.failure ?? "",
        ]
        try write(CSVLine.bytes([entry.path.bytes] + rest.map { Array($0.utf8) }))
      }
    }
  }
}
