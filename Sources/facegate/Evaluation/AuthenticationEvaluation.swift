import Evaluation
import FaceGate

/// `facegate evaluate authentication`: the whole policy, with enrolment and people who claim to be somebody.
struct AuthenticationEvaluation: Sendable {
  private let manifest: Path
  private let rules: PolicyRules
  private let liveness: LivenessRequirement?
  private let options: EvaluationOptions

  init(_ arguments: ParsedArguments, manifest: Path, _ options: EvaluationOptions) throws(Failure) {
    self.manifest = manifest
    self.options = options
    rules = try StoreOptions.rules(arguments)
    liveness = try arguments.choice(.liveness, of: LivenessRequirement.self)
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let models = try options.pictures.loadModels()
    let threshold = try FaceMatcher(models.pack).threshold
    let bytes = try FileReader.contents(of: manifest)
    let list: AuthenticationManifest
    do throws(EvaluationError) {
      list = try AuthenticationManifest(csv: bytes, name: manifest.description)
    } catch {
      throw Failure(error)
    }
    let folder = try EvaluationFolder(options.folder)
    let trials = AuthenticationRun(
      models: models, rules: rules, threshold: threshold, liveness: liveness, cache: try options.openCache(),
      workers: options.workers, open: frames, digest: digest)
    let total = list.transactions.count
    var bar = ProgressBar(console: console, total: total, writesPlainLines: true)
    let result: AuthenticationRun<OperandFrames>.Result
    do throws(EvaluationError) {
      result = try await trials.run(list, shard: options.shard) { done, _ in bar.update(done: done) }
    } catch {
      bar.clear()
      throw Failure(error)
    }
    bar.clear()
    let seconds = bar.elapsed
    if let shard = options.shard {
      let text = "Shard \(shard.index) of \(shard.count) evaluated, in \(options.cachePath)"
      let json = JSON.object([
        "shard": .string("\(shard.index)/\(shard.count)"), "fromCache": .integer(result.fromCache),
        "seconds": .number(seconds, decimals: 3),
      ])
      try console.print(options.asJSON ? json.text : text)
      return .yes
    }
    return try finish(
      list, result, models.pack, threshold, seconds, SHA256.hexadecimalDigest(bytes), folder, console)
  }

  private var frames: @Sendable ([Path]) -> (frames: OperandFrames, isSequence: Bool) {
    { [root = options.root, capture = options.pictures.capture()] paths in
      let inputs = Self.inputs(paths, root: root)
      return (
        OperandFrames(inputs, options: capture, watch: FrameWatch()), OperandFrames.showSequence(inputs)
      )
    }
  }

  private var digest: @Sendable ([Path]) -> [UInt8] {
    { [root = options.root] paths in ContentDigest.bytes(of: Self.inputs(paths, root: root).map(\.path)) }
  }

  /// The files behind paths; one that is missing is told when its turn comes, as a frame that cannot be read.
  private static func inputs(_ paths: [Path], root: Path?) -> [Input] {
    var walk = FolderWalk()
    return paths.flatMap { walk.inputs(at: $0.resolved(against: root)) }
  }

  private func finish(
    _ list: AuthenticationManifest, _ result: AuthenticationRun<OperandFrames>.Result, _ pack: ModelPack,
    _ threshold: Score, _ seconds: Double, _ digest: String, _ folder: EvaluationFolder, _ console: Console
  ) throws(Failure) -> ExitCode {
    let figures = AuthenticationFigures(list, result)
    let failures = zip(list.people, result.enrolmentFailures).compactMap { person, reason in
      reason.map { RowProblem(cause: "\(printable(person.name)) is not enrolled: \($0)") }
    }
    let missing = missingFiles(of: list)
    try folder.write(
      problems: list.problems + failures, pictures: missing.paths, outcomes: missing.outcomes, console)
    try folder.write("transactions.csv") { (write) throws(Failure) in
      try TransactionTable(list: list, outcomes: result.outcomes).write(to: write)
    }
    let json = JSON.object(
      [
        .init(key: "people", value: .integer(list.people.count)),
        .init(key: "transactions", value: .integer(list.transactions.count)),
      ] + figures.jsonMembers + [
        .init(key: "threshold", value: .exact(threshold.rawValue)),
        .init(key: "liveness", value: liveness.map { .string($0.rawValue) } ?? .null),
        .init(key: "unreadable", value: .integer(missing.paths.count)),
        .init(key: "rowsLeftOut", value: .integer(list.problems.count)),
        .init(key: "model", value: .string(pack.embedding.file.sha256)),
        .init(key: "modelPack", value: .string(pack.name)),
        .init(key: "listDigest", value: .string(digest)),
        .init(key: "version", value: .string(faceGateVersion)),
        .init(key: "instructionSet", value: .string(Engine.activeInstructionSet)),
        .init(key: "seconds", value: .number(seconds, decimals: 3)),
        .init(key: "fromCache", value: .integer(result.fromCache)),
      ])
    try folder.write("summary.json", text: json.indentedText)
    let text = """
      \(counted(list.transactions.count, "transaction")) of \(grouped(list.people.count)) enrolled people \
      in \(duration(seconds: seconds)), \(grouped(result.fromCache)) known from earlier runs
      \(figures.text)
      \(options.folder.appending("summary.json")), transactions.csv
      """
    try console.print(options.asJSON ? json.text : text)
    return list.problems.isEmpty && missing.paths.isEmpty ? .yes : .unusableInput
  }

  /// Files that cannot be opened. The policy takes them for frames without a face, but nobody showed any.
  private func missingFiles(
    of list: AuthenticationManifest
  ) -> (paths: [Path], outcomes: [PictureOutcome<TransactionReading>]) {
    var named = ListedPictures()
    for path in list.people.flatMap(\.enrolment) + list.transactions.flatMap(\.paths) {
      _ = named.position(of: path)
    }
    var missing: (paths: [Path], outcomes: [PictureOutcome<TransactionReading>]) = ([], [])
    for path in named.paths {
      do throws(Failure) {
        try FileReader.check(path.resolved(against: options.root))
      } catch {
        missing.paths.append(path)
        missing.outcomes.append(.unreadable(reason: error.reason))
      }
    }
    return missing
  }
}

/// `transactions.csv`: a line per transaction.
private struct TransactionTable {
  let list: AuthenticationManifest
  let outcomes: [AuthenticationRun<OperandFrames>.Outcome]

  func write(to write: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    let columns = [
      "line", "path", "subject", "claim", "species", "accepted", "score", "error", "frames", "reasons",
    ]
    try write(CSVLine.bytes(columns))
    for (transaction, outcome) in zip(list.transactions, outcomes) {
      let result: [String] =
        switch outcome {
        case .evaluated(let reading):
          [
            reading.isAccepted ? "1" : "0", reading.score.map { "\($0)" } ?? "", reading.error ?? "",
            String(reading.frames), reading.reasons.joined(separator: " "),
          ]
        case .notEnrolled(let reason): ["", "", "notEnrolled", "0", reason]
        }
      let head = [Array(String(transaction.line).utf8), transaction.paths[0].bytes]
      let who = [transaction.subject, list.people[transaction.claim].name, transaction.species]
      try write(CSVLine.bytes(head + (who + result).map { Array($0.utf8) }))
    }
  }
}
