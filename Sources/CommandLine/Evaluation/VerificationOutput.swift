import Evaluation
import EvaluationReport
import Facelatch

/// What a verification leaves behind: `summary.json`, tables, the report.
struct VerificationOutput {
  let data: VerificationData
  let run: PictureRun<TemplateMeasurement>
  let figures: VerificationFigures
  let tables: ScoreTables
  let pack: ModelPack
  /// The name of the protocol.
  let title: String
  /// The name of the list of pairs, or of the folder.
  let source: String
  /// SHA-256 of the list of pairs.
  let listDigest: String?
  let options: EvaluationOptions

  func write(to folder: EvaluationFolder, thumbnails: Thumbnails?) throws(Failure) {
    let scored = figures.scored
    try folder.write("scores.csv") { (write) throws(Failure) in
      // Where not every comparison is kept, the extreme ones stand for them.
      try tables.scores(scored.comparisons ?? scored.lowestGenuines, to: write)
    }
    try folder.write("counts.csv") { (write) throws(Failure) in
      try ScoreTables.counts(figures.people?.scores ?? scored.scores, to: write)
    }
    if let allAgainstAll = figures.people?.scored ?? (scored.comparisons == nil ? scored : nil) {
      try folder.write("impostors.csv") { (write) throws(Failure) in
        try tables.scores(allAgainstAll.highestImpostors, to: write)
      }
      try folder.write("identities.csv") { (write) throws(Failure) in
        try tables.identities(allAgainstAll.people, to: write)
      }
    }
    let report = VerificationReport(data, figures, run.result.outcomes)
    try folder.write(
      "report.html",
      text: report.html(title: "Verification: \(title), \(source)", facts: facts, thumbnails: thumbnails))
    // Last: whoever finds a summary finds everything else.
    try folder.write(EvaluationFolder.summary, text: json.indentedText)
  }

  private var facts: [ReportFact] {
    let digests = [
      ("Embedding network", pack.embedding.file.sha256), ("Detector", pack.detector.file.sha256),
      ("Face mesh", pack.mesh.file.sha256), ("List of pairs", listDigest ?? ""),
      ("Pictures, over all", run.result.digest),
    ]
    return options.facts(pack)
      + digests.filter { !$0.1.isEmpty }.map { ReportFact("\($0.0) (SHA-256)", $0.1, isCode: true) }
      + [ReportFact("Pictures", run.text)]
  }

  var json: JSON {
    let failures = run.failureCounts
    return .object(
      figures.jsonMembers + [
        .init(key: "pictures", value: .integer(data.pictures.count)),
        .init(key: "identities", value: data.identitiesAreKnown ? .integer(data.identities.count) : .null),
        .init(key: "failureToAcquire", value: .integer(failures.all)),
        .init(key: "unreadable", value: .integer(failures.unreadable)),
        .init(key: "rowsLeftOut", value: .integer(data.problems.count)),
        .init(key: "protocol", value: .string(title)),
        .init(key: "model", value: .string(pack.embedding.file.sha256)),
        .init(key: "modelPack", value: .string(pack.name)),
        .init(key: "listDigest", value: listDigest.map { .string($0) } ?? .null),
        .init(key: "picturesDigest", value: .string(run.result.digest)),
        .init(key: "version", value: .string(facelatchVersion)),
        .init(key: "instructionSet", value: .string(Engine.activeInstructionSet)),
      ] + run.jsonMembers)
  }

  var text: String {
    let failures = run.failureCounts
    return """
      \(run.text)
      failures          \(grouped(failures.all)) of \(counted(data.pictures.count, "picture")) without a usable face\
      \(failures.unreadable > 0 ? ", \(grouped(failures.unreadable)) of them unreadable" : "")
      \(figures.text)
      \(options.folder.appending("summary.json")), scores.csv, counts.csv, report.html
      """
  }
}
