import ErrorRates
import Evaluation
import Facelatch

/// `facelatch tune --scores FILE --fmr 1e-4 --out FILE`: chooses thresholds on some scores, and verifies them on others.
struct TuneCommand: Command {
  static let specification = CommandSpecification(
    name: "tune",
    summary: "chooses the threshold for a false-match rate and checks it",
    explanation: [
      "Chooses the threshold for each false-match rate, or for what wrong decisions cost, on the scores that 'evaluate",
      "verification' wrote, and verifies it on others: those of --verify, or else of the half of the people (or folds) on",
      "which it was not chosen. A rate that the number of impostor comparisons cannot carry is refused. The result is a",
      "file that 'compare', 'authenticate' and configurations take (--operating-points), or goes into a model pack (--pack).",
    ],
    operands: .none,
    options: [
      scores, verify, rates, confidence, falseMatchCost, falseNonMatchCost, impostorShare, decide, source,
      verifySource,
      out, pack, config,
      .models, .json, .help,
    ],
    requiredOptions: [scores.name],
    examples: [
      .init(
        command: "facelatch tune --scores dev --verify test --fmr 1e-3,1e-4 --out points.json",
        meaning: "dev and test are folders that 'evaluate verification' wrote"),
      .init(
        command: "facelatch tune --scores dev --verify test --fmr 1e-4 --confidence 0.95",
        meaning: "a threshold that keeps the rate with 95 of 100 draws of other people, too"),
      .init(
        command: "facelatch tune --scores scores.csv --cost-false-match 100 --impostor-share 0.01",
        meaning: "the threshold of least cost, where a false match costs as much as 100 false non-matches"),
    ],
    outcomes: [
      .init(code: .yes, meaning: "chosen"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(
        code: .unusableInput,
        meaning: "the scores cannot be read, or cannot carry the rate; nothing is written"),
      .init(code: .configuration, meaning: "the model pack cannot be used, or the result cannot be written"),
    ]
  )

  private static let scores = OptionSpecification(
    "--scores", placeholder: "PATH",
    summary:
      "a folder that 'evaluate verification' wrote, or a table of scores (same,score[,fold,identity_a,identity_b])"
  )
  private static let verify = OptionSpecification(
    "--verify", placeholder: "PATH", summary: "other scores, on which the threshold is verified")
  private static let rates = OptionSpecification(
    "--fmr", placeholder: "RATES", summary: "the false-match rates to keep, separated by commas")
  private static let confidence = OptionSpecification(
    "--confidence", placeholder: "P",
    summary:
      "with --fmr: keep the rates in this share of draws of other people, for example 0.95 (default: the "
      + "rate on the people at hand, which others exceed half of the time)")
  private static let falseMatchCost = OptionSpecification(
    "--cost-false-match", placeholder: "X", summary: "choose by cost instead: what a false match costs")
  private static let falseNonMatchCost = OptionSpecification(
    "--cost-false-non-match", placeholder: "X", summary: "what a false non-match costs (default 1)")
  private static let impostorShare = OptionSpecification(
    "--impostor-share", placeholder: "P", summary: "the share of strangers among those compared (default 0.5)"
  )
  private static let decide = OptionSpecification(
    "--decide", placeholder: "RATE", summary: "the rate at which decisions are made (default: the lowest)")
  private static let source = OptionSpecification(
    "--source", placeholder: "TEXT",
    summary: "what the scores are, as the result names them (default: the path)")
  private static let verifySource = OptionSpecification(
    "--verify-source", placeholder: "TEXT", summary: "what the scores of --verify are")
  private static let out = OptionSpecification(
    "--out", placeholder: "FILE", summary: "write the operating points to FILE (JSON)")
  private static let pack = OptionSpecification(
    "--pack", placeholder: "DIR", summary: "write them into the model-pack.json in DIR")

  private static let config = OptionSpecification(
    "--config", placeholder: "FILE",
    summary: "let the configuration in FILE, which apps follow, name the file of --out")

  private let choosing: Path
  private let verifying: Path?
  private let goals: [ThresholdGoal]
  private let confidence: Double?
  private let decisionRate: Double?
  private let sourceText: String?
  private let verifySourceText: String?
  private let outPath: Path?
  private let packFolder: Path?
  private let configuration: Path?
  private let models: Path?
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(Failure) {
    guard let choosing = arguments.path(Self.scores) else {
      throw .usage("'tune' needs '--scores PATH'", command: "tune")
    }
    self.choosing = choosing
    verifying = arguments.path(Self.verify)
    goals = try Self.goals(arguments)
    confidence = try arguments.number(Self.confidence, in: 0.501...0.999)
    if confidence != nil, arguments.has(Self.falseMatchCost) {
      throw .usage("'--confidence' goes with '--fmr' only", command: "tune")
    }
    decisionRate = try Self.decisionRate(arguments, goals)
    sourceText = try arguments.text(Self.source)
    verifySourceText = try arguments.text(Self.verifySource)
    outPath = arguments.path(Self.out)
    packFolder = arguments.path(Self.pack)
    configuration = arguments.path(Self.config)
    if configuration != nil, outPath == nil {
      throw .usage("'--config' needs '--out FILE', which the configuration will name", command: "tune")
    }
    models = arguments.path(.models)
    if packFolder != nil, models != nil {
      throw .usage(
        "'--models' does not go with '--pack'", cure: "--pack names the model pack already", command: "tune")
    }
    asJSON = arguments.has(.json)
  }

  private static func goals(_ arguments: ParsedArguments) throws(Failure) -> [ThresholdGoal] {
    let rates = try arguments.rates(rates)
    guard let cost = try arguments.number(falseMatchCost, in: 1e-9...1e12) else {
      guard let rates else {
        throw .usage("'tune' needs '--fmr RATES' or '--cost-false-match X'", command: "tune")
      }
      if let surplus = [falseNonMatchCost, impostorShare].first(where: arguments.has) {
        throw .usage("'\(surplus.name)' goes with '--cost-false-match X' only", command: "tune")
      }
      return Set(rates).sorted(by: >).map { .falseMatchRate($0) }
    }
    guard rates == nil else {
      throw .usage("'--fmr' does not go with '--cost-false-match'", command: "tune")
    }
    let costs = DecisionCosts(
      falseMatch: cost, falseNonMatch: try arguments.number(falseNonMatchCost, in: 1e-9...1e12) ?? 1,
      impostorShare: try arguments.number(impostorShare, in: 1e-9...0.999_999_999) ?? 0.5)
    return costs.map { [.cost($0)] } ?? []
  }

  private static func decisionRate(
    _ arguments: ParsedArguments, _ goals: [ThresholdGoal]
  ) throws(Failure) -> Double? {
    guard arguments.has(decide) else { return nil }
    let rates = goals.compactMap { goal in
      if case .falseMatchRate(let rate) = goal { rate } else { nil }
    }
    guard let lowest = rates.min(), let highest = rates.max() else {
      throw .usage("'--decide' goes with '--fmr' only", command: "tune")
    }
    let rate = try arguments.rate(decide)?.rawValue
    guard let rate, (lowest...highest).contains(rate) else {
      throw .usage(
        "'--decide' takes a rate between the lowest and the highest one of '--fmr'", command: "tune")
    }
    return rate
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let pack = try PictureOptions(models: packFolder ?? models).loadModels().pack
    let sources = try TuningSources(choosing: choosing, verifying: verifying, pack: pack, console)
    let choices: [ThresholdChoice]
    do {
      choices = try ThresholdChoice.choices(
        goals, on: sources.choosing.measured, verifiedOn: sources.verifying?.measured,
        confidence: confidence)
    } catch {
      throw Failure(choosing.description, cause: error.description, exitCode: .unusableInput)
    }
    let report = TuningReport(
      choices: choices, sources: sources, pack: pack, decisionRate: decisionRate, confidence: confidence,
      source: sourceText ?? sources.choosingName, verifySource: verifySourceText ?? sources.verifyingName)
    if outPath != nil || packFolder != nil {
      let file = try report.operatingPoints(path: outPath ?? Path("operating points"))
      // All are known to be writable before one appears.
      let tuned = try configuration.map { (path) throws(Failure) in try TunedConfiguration(path) }
      let manifest = try packFolder.map { (folder) throws(Failure) in
        try Self.manifest(in: folder, with: file)
      }
      let points = try outPath.map { (path) throws(Failure) in try Self.complete(file.text, path) }
      try Failure.whenWriting { () throws(FileError) in
        try manifest?.finish()
        try points?.finish()
      }
      if let outPath { try tuned?.name(outPath, decidingAt: file.decisionFalseMatchRate) }
    }
    if let doubt = sources.doubt { console.note("facelatch: \(sources.verifyingName): \(doubt)") }
    let written = [outPath, packFolder.map { $0.appending(ModelPack.manifestName) }, configuration]
      .compactMap { $0 }
    try console.print(asJSON ? report.json.text : report.text(written: written))
    return .yes
  }

  /// A file that only has to get its name.
  private static func complete(_ text: String, _ path: Path) throws(Failure) -> OutputFile {
    // Configurations refuse points that other accounts can change.
    try Failure.whenWriting { () throws(FileError) in
      let file = try OutputFile(path, mode: 0o644)
      try file.write(Array(text.utf8))
      return file
    }
  }

  private static func manifest(
    in folder: Path, with file: OperatingPointsFile
  ) throws(Failure) -> OutputFile {
    let path = folder.appending(ModelPack.manifestName)
    let manifest = try InputFile.contents(of: path)
    let text: String
    do {
      text = try ModelPackManifestEditor.replacingOperatingPoints(
        in: manifest, directory: folder, with: file)
    } catch {
      throw Failure(error)
    }
    return try complete(text, path)
  }
}
