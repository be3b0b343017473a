import Evaluation
import Facelatch

/// `facelatch evaluate verification`: faces against faces.
struct VerificationEvaluation: Sendable {
  private enum ProtocolName: String, CaseIterable {
    case lfw, pairs, folders
  }

  private let name: ProtocolName
  private let pairs: Path?
  private let rates: [Double]
  /// How many pictures are compared with how many; `nil` for single ones, as the protocol says.
  private let sets: PictureSets?
  private let options: EvaluationOptions

  init(_ arguments: ParsedArguments, _ options: EvaluationOptions) throws(Failure) {
    guard let name = try arguments.choice(EvaluateCommand.protocolName, of: ProtocolName.self) else {
      throw .usage(
        "'evaluate verification' needs '--protocol lfw', 'pairs' or 'folders'", command: "evaluate")
    }
    self.name = name
    self.options = options
    pairs = arguments.path(EvaluateCommand.pairs)
    rates = try arguments.rates(EvaluateCommand.rates) ?? VerificationFigures.usualRates
    sets = try arguments.pictureSets()
    switch (name, pairs) {
    case (.folders, .some):
      throw .usage("'--protocol folders' takes no '--pairs'", command: "evaluate")
    case (.lfw, nil), (.pairs, nil):
      throw .usage("'--protocol \(name.rawValue)' needs '--pairs FILE'", command: "evaluate")
    default: break
    }
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let gate = options.pictures.gate()
    let models = try Failure.whenOpening { () throws(GateError) in try gate.models() }
    let matcher = try FaceMatcher(gate)
    let (listed, digest) = try data()
    let data = try compared(listed)
    let folder = try EvaluationFolder(
      options.folder, isShared: options.shard != nil, isSpreadsheetSafe: options.isSpreadsheetSafe)
    defer { withExtendedLifetime(folder) {} }
    let selection = options.selection ?? (name == .lfw ? .mostCentral : .largest)
    let measurement = TemplateMeasurement(
      models: models, selection: selection, decoding: options.pictures.decoding())

    let pictures = options.shard?.part(of: data.pictures) ?? data.pictures
    let run = try await PictureRun(measurement, pictures, options, console)
    if let shard = options.shard {
      try run.finishShard(shard, of: data.pictures.count, options, console)
      return run.failureCounts.unreadable > 0 ? .unusableInput : .yes
    }
    try folder.write(
      problems: data.problems, pictures: data.pictures, outcomes: run.result.outcomes, console)
    let (figures, tables) = try evaluate(data, run, models.pack, matcher)
    let output = VerificationOutput(
      data: data, run: run, figures: figures, tables: tables, pack: models.pack,
      title: name.rawValue, source: source, listDigest: digest,
      options: options)
    let thumbnails = Thumbnails(
      models: models, selection: selection, decoding: options.pictures.decoding(), contents: options.contents)
    try output.write(to: folder, thumbnails: options.showsImages ? thumbnails : nil)
    try console.print(options.asJSON ? output.json.text : output.text)
    return run.failureCounts.unreadable > 0 || !data.problems.isEmpty ? .unusableInput : .yes
  }

  private func compared(_ data: VerificationData) throws(Failure) -> VerificationData {
    guard let sets else { return data }
    guard let compared = data.compared(in: sets) else {
      throw Failure(
        source, cause: "does not say who is who, so that no sets of pictures of a person can be drawn",
        cure: "add columns 'identity_a' and 'identity_b', or take '--protocol folders'",
        exitCode: .unusableInput)
    }
    return compared
  }

  private func evaluate(
    _ data: VerificationData, _ run: PictureRun<TemplateMeasurement>, _ pack: ModelPack,
    _ matcher: FaceMatcher
  ) throws(Failure) -> (VerificationFigures, ScoreTables) {
    do throws(EvaluationError) {
      let scoring = try VerificationScoring(
        data, run.result.outcomes, modelHash: pack.embedding.file.sha256,
        scale: EvidenceScale(pack: pack), threads: options.workers)
      let figures = VerificationFigures(
        data, try scoring.run(), people: try scoring.people(), rates: rates,
        decisionThreshold: matcher.decision?.threshold.rawValue)
      return (figures, ScoreTables(data, run.result.outcomes))
    } catch {
      throw Failure(error)
    }
  }

  /// What is compared, as the report's title calls it.
  private var source: String {
    let path = pairs ?? options.root
    return path.map { printable($0.lastComponent) } ?? "the current folder"
  }

  /// What is compared, and the SHA-256 of the file that says so.
  private func data() throws(Failure) -> (VerificationData, digest: String?) {
    do {
      guard let pairs else {
        var walk = FolderWalk(root: options.root)
        let inputs = walk.inputs(at: Path("."))
        let paths = inputs.filter { $0.failure == nil }.map(\.path)
        if paths.isEmpty, let failure = inputs.lazy.compactMap(\.failure).first { throw failure }
        let unreadable = inputs.compactMap { input in
          input.failure.map { RowProblem(.unreadable(input.path, reason: $0.reason)) }
        }
        do throws(DataSetError) {
          return (VerificationData(try IdentityFolders(paths, unreadable: unreadable)), nil)
        } catch {
          throw Failure(
            (options.root ?? Path(".")).description, cause: error.description, exitCode: .unusableInput)
        }
      }
      let bytes = try InputFile.contents(of: pairs)
      let list =
        name == .lfw
        ? try PairList(lfw: bytes, name: pairs.description)
        : try PairList(csv: bytes, name: pairs.description)
      return (VerificationData(list), SHA256.hexadecimalDigest(bytes))
    } catch {
      throw Failure(reading: error)
    }
  }
}

extension ParsedArguments {
  /// The value of `--sets`, `3,1`, with that of `--draws`.
  func pictureSets() throws(Failure) -> PictureSets? {
    let draws = try integer(EvaluateCommand.draws, in: 1...10_000)
    guard let text = try text(EvaluateCommand.sets) else {
      if draws == nil { return nil }
      throw .usage("'--draws' needs '--sets R,P'", command: command)
    }
    let counts = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard counts.count == 2, counts.allSatisfy({ (1...1000).contains($0) }) else {
      throw .usage(
        "'--sets' takes how many pictures a reference and a probe have, for example 3,1, not '\(printable(text))'",
        command: command)
    }
    return PictureSets(referenceCount: counts[0], probeCount: counts[1], draws: draws ?? 10)
  }

  /// The value as rates greater than 0 and at most 1, separated by commas.
  func rates(_ option: OptionSpecification) throws(Failure) -> [Double]? {
    guard let text = try text(option) else { return nil }
    var rates: [Double] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let rate = Double(part), rate > 0, rate <= 1 else {
        throw .usage(
          "'\(option.name)' takes rates greater than 0 and at most 1, for example 1e-3,1e-4, not '\(printable(text))'",
          command: command)
      }
      rates.append(rate)
    }
    return rates
  }
}
