import Evaluation
import Facelatch

/// `facelatch evaluate authentication`: the whole policy, with enrolment and people who claim to be somebody.
struct AuthenticationEvaluation: Sendable {
  static let noAttention = OptionSpecification(
    "--no-attention", summary: "authentication: do not ask for open eyes that look at the camera")

  private let manifest: Path
  private let rules: PolicyRules
  private let liveness: LivenessRequirement?
  private let options: EvaluationOptions

  typealias Run = AuthenticationRun

  init(_ arguments: ParsedArguments, manifest: Path, _ options: EvaluationOptions) throws(Failure) {
    self.manifest = manifest
    self.options = options
    var rules = try GateOptions.rules(arguments)
    if arguments.has(Self.noAttention) { rules.requiresAttention = false }
    self.rules = rules
    liveness = try arguments.choice(.liveness, of: LivenessRequirement.self)
    if liveness == .challenge {
      throw .usage(
        "'--liveness challenge' cannot be evaluated: nobody in a recording answers movements that are drawn anew",
        command: "evaluate")
    }
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    var configuration = options.pictures.configuration
    (configuration.rules, configuration.liveness) = (rules, liveness)
    let gate = Gate(unchecked: configuration)
    let models = try Failure.whenOpening { () throws(GateError) in try gate.models() }
    let threshold = try FaceMatcher(gate).requireDecision().threshold
    let bytes = try InputFile.contents(of: manifest)
    var list: AuthenticationManifest
    do throws(DataSetError) {
      list = try AuthenticationManifest(csv: bytes, name: manifest.description)
    } catch {
      throw Failure(error)
    }
    if let shard = options.shard { list = list.part(shard) }
    let folder = try EvaluationFolder(
      options.folder, isShared: options.shard != nil, isSpreadsheetSafe: options.isSpreadsheetSafe)
    defer { withExtendedLifetime(folder) {} }
    let trials = Run(
      configuration, models: models, threshold: threshold, cache: try options.openCache(),
      workers: options.workers
    ) { [root = options.root] paths in
      ManifestFiles.files(behind: paths, root: root)
    } digest: { [root = options.root] path in
      ContentDigest.contents(of: ManifestFiles.inputs(path, root: root))
    }
    var bar = ProgressBar(console: console, total: list.stepCount, writesPlainLines: true)
    let result: Run.Result
    do throws(EvaluationError) {
      result = try await trials.run(list) { done in bar.update(done: done) }
    } catch {
      bar.clear()
      throw Failure(error)
    }
    bar.clear()
    let timing = Timing(
      seconds: bar.elapsed, fromCache: result.fromCache,
      evaluated: result.outcomes.count { outcome in
        if case .evaluated = outcome { true } else { false }
      })
    if let shard = options.shard { return try finish(shard, list, result, timing, console) }
    try folder.write(list, result, console)
    return try finish(
      list, result, models.pack, threshold, timing, SHA256.hexadecimalDigest(bytes), folder, console)
  }

  /// How long a run took.
  private struct Timing {
    let seconds: Double
    let fromCache: Int
    let evaluated: Int

    var transactionsPerSecond: Double? {
      evaluated > fromCache && seconds > 0 ? Double(evaluated - fromCache) / seconds : nil
    }

    var jsonMembers: [JSON.Member] {
      [
        .init(key: "seconds", value: .number(seconds, decimals: 3)),
        .init(
          key: "transactionsPerSecond",
          value: transactionsPerSecond.map { .number($0, decimals: 2) } ?? .null),
        .init(key: "fromCache", value: .integer(fromCache)),
      ]
    }

    var text: String {
      let rate = transactionsPerSecond.map { ", \(fixed($0, decimals: 1)) transactions per second" } ?? ""
      return "in \(duration(seconds: seconds)), \(grouped(fromCache)) known from earlier runs\(rate)"
    }
  }

  /// Ends a shard: what it evaluated is in the cache.
  private func finish(
    _ shard: Shard, _ list: AuthenticationManifest, _ result: Run.Result, _ timing: Timing, _ console: Console
  ) throws(Failure) -> ExitCode {
    EvaluationFolder.note(result.problems.map(\.text), in: "problems.csv of the merged run", console)
    let json = JSON.object(
      [
        .init(key: "shard", value: .string("\(shard.index)/\(shard.count)")),
        .init(key: "people", value: .integer(list.people.count)),
        .init(key: "transactions", value: .integer(list.transactions.count)),
        .init(key: "filesUnreadable", value: .integer(result.problems.count)),
      ] + timing.jsonMembers)
    let text = """
      Shard \(shard.index) of \(shard.count): \(counted(list.transactions.count, "transaction")) \(timing.text)
      in \(options.cachePath); bring the shards together with 'facelatch evaluate merge'
      """
    try console.print(options.asJSON ? json.text : text)
    return result.problems.isEmpty ? .yes : .unusableInput
  }

  private func finish(
    _ list: AuthenticationManifest, _ result: Run.Result, _ pack: ModelPack, _ threshold: Score,
    _ timing: Timing, _ digest: String, _ folder: EvaluationFolder, _ console: Console
  ) throws(Failure) -> ExitCode {
    let figures = AuthenticationFigures(list, result)
    let settings: [JSON.Member] = [
      .init(key: "threshold", value: .exact(threshold.rawValue)),
      .init(key: "liveness", value: liveness.map { .string($0.rawValue) } ?? .null),
      .init(key: "requiresAttention", value: .boolean(rules.requiresAttention)),
      .init(key: "rowsLeftOut", value: .integer(list.problems.count)),
      .init(key: "filesUnreadable", value: .integer(result.problems.count)),
      .init(key: "model", value: .string(pack.embedding.file.sha256)),
      .init(key: "modelPack", value: .string(pack.name)),
      .init(key: "listDigest", value: .string(digest)),
      .init(key: "version", value: .string(facelatchVersion)),
      .init(key: "instructionSet", value: .string(Engine.activeInstructionSet)),
    ]
    let json = JSON.object(
      [
        .init(key: "people", value: .integer(list.people.count)),
        .init(key: "transactions", value: .integer(list.transactions.count)),
      ] + figures.jsonMembers + settings + timing.jsonMembers)
    try folder.write(EvaluationFolder.summary, text: json.indentedText)
    let people = list.people.count == 1 ? "1 person" : "\(grouped(list.people.count)) people"
    let text = """
      \(counted(list.transactions.count, "transaction")) that claim \(people), \(timing.text)
      \(figures.text)
      \(options.folder.appending("summary.json")), transactions.csv, enrolments.csv
      """
    try console.print(options.asJSON ? json.text : text)
    return list.problems.isEmpty && result.problems.isEmpty ? .yes : .unusableInput
  }
}
