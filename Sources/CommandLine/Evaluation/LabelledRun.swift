import Evaluation
import EvaluationReport
import Facelatch

/// What evaluations of labelled pictures have in common: measuring those of a manifest, and telling what came of it.
struct LabelledRun<Kind: Measurement> {
  /// What a shard or a whole run came to.
  enum Measured {
    /// Everything; the figures follow.
    case whole(LabelledRun)
    /// A part, which is in the cache now; the command is done.
    case shard(ExitCode)
  }

  let list: LabelledList
  let run: PictureRun<Kind>
  let folder: EvaluationFolder
  private let pack: ModelPack
  private let options: EvaluationOptions

  /// Measures the pictures of a list, and writes which could not be used.
  static func measure(
    _ list: LabelledList, with measurement: Kind, _ pack: ModelPack, _ options: EvaluationOptions,
    _ console: Console
  ) async throws(Failure) -> Measured {
    let folder = try EvaluationFolder(
      options.folder, isShared: options.shard != nil, isSpreadsheetSafe: options.isSpreadsheetSafe)
    defer { withExtendedLifetime(folder) {} }
    let pictures = options.shard?.part(of: list.pictures) ?? list.pictures
    let run = try await PictureRun(measurement, pictures, options, console)
    if let shard = options.shard {
      try run.finishShard(shard, of: list.pictures.count, options, console)
      return .shard(run.failureCounts.unreadable > 0 ? .unusableInput : .yes)
    }
    try folder.write(problems: list.problems, pictures: pictures, outcomes: run.result.outcomes, console)
    return .whole(LabelledRun(list: list, run: run, folder: folder, pack: pack, options: options))
  }

  /// For each entry of the list, what came of its picture.
  var outcomes: [PictureOutcome<Kind.Reading>] { run.result.outcomes }

  /// How a report came about.
  var facts: [ReportFact] {
    list.facts(pack, run.result.digest, options) + [ReportFact("Pictures", run.text)]
  }

  /// Writes `scores.csv`: the path of each entry, then what `row` says of it.
  func writeScores(
    columns: [String], _ row: (LabelledPictures.Entry, PictureOutcome<Kind.Reading>) -> [String]
  ) throws(Failure) {
    try folder.write("scores.csv") { (write) throws(Failure) in
      try write(CSVLine.bytes(["path"] + columns))
      for (entry, outcome) in zip(list.entries, outcomes) {
        try write(CSVLine.bytes([entry.path.bytes] + row(entry, outcome).map { Array($0.utf8) }))
      }
    }
  }

  /// Writes `summary.json`, the last of all files, and prints the result.
  ///
  /// - Parameters:
  ///   - figures: The keys that hold figures.
  ///   - text: The figures for a person.
  ///   - files: The other files that were written.
  func finish(
    _ figures: [JSON.Member], text: String, files: [String], _ console: Console
  ) throws(Failure) -> ExitCode {
    let failures = run.failureCounts
    let json = JSON.object(
      figures + [
        .init(key: "failureToAcquire", value: .integer(failures.all)),
        .init(key: "unreadable", value: .integer(failures.unreadable)),
        .init(key: "rowsLeftOut", value: .integer(list.problems.count)),
      ] + list.provenance(pack, run.result.digest) + run.jsonMembers)
    try folder.write(EvaluationFolder.summary, text: json.indentedText)
    let lines = [
      run.text,
      "failures                \(grouped(failures.all)) of \(counted(outcomes.count, "picture")) without a usable face",
      text, ([options.folder.appending("summary.json").description] + files).joined(separator: ", "),
    ]
    try console.print(options.asJSON ? json.text : lines.joined(separator: "\n"))
    return failures.unreadable > 0 || !list.problems.isEmpty ? .unusableInput : .yes
  }
}
