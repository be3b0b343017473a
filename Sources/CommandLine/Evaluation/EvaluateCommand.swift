import Evaluation
import Facelatch

/// `facelatch evaluate verification|pad|attention|authentication|merge`: measures a data set.
struct EvaluateCommand: Command {
  static let specification = CommandSpecification(
    name: "evaluate",
    summary: "measures a data set: error rates with intervals, a report",
    explanation: [
      "Measures a data set and writes summary.json, tables and report.html into DIR. verification compares faces, by a list",
      "of pairs or folders of people; pad judges whether faces are before the camera or attacks; attention judges whether",
      "people look at the camera; authentication enrols people and lets others claim to be them, with all rules. What was",
      "measured is kept in a cache, so that a run that was stopped, in whatever way, goes on where it was. merge brings the",
      "caches of several shards together.",
    ],
    operands: .init(
      usage: "verification|pad|attention|authentication|merge [SHARD…]",
      summary: "what to measure; with merge, the folders that the shards wrote", count: 1...Int.max),
    options: [protocolName, pairs, sets, draws, manifest, rates] + OptionSpecification.forTrials
      + EvaluationOptions.shared,
    requiredOptions: [EvaluationOptions.out.name],
    examples: [
      .init(
        command: "facelatch evaluate verification --protocol lfw --pairs pairs.txt --root lfw --out result",
        meaning: "Labeled Faces in the Wild: accuracy, error rates with intervals, a report"),
      .init(
        command: "facelatch evaluate verification --protocol folders --root people --out result",
        meaning: "a folder of pictures per person, all against all"),
      .init(
        command: "facelatch evaluate verification --protocol folders --root people --sets 3,1 --out result",
        meaning: "what three pictures of a person have in common against single pictures of others"),
      .init(
        command: "facelatch evaluate pad --manifest photos.csv --root photos --out result",
        meaning: "attacks per species (path,label,species) against bona fide faces"),
      .init(
        command: "facelatch evaluate authentication --manifest people.csv --root pictures --out result",
        meaning:
          "enrols subjects with their rows of use 'enrol', then lets each of use 'probe' claim to be 'claim' "
          + "(empty: itself); rows of one transaction are its frames"),
      .init(
        command: "facelatch evaluate merge shard1 shard2 --out result",
        meaning: "brings together what '--shard 1/2' and '--shard 2/2' measured; then evaluate into result"),
    ],
    outcomes: [
      .init(code: .yes, meaning: "done"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(
        code: .unusableInput,
        meaning:
          "done, but files or rows had to be left out (problems.csv, failures.csv); or nothing is usable"),
      .init(
        code: .configuration, meaning: "the model pack or the cache cannot be used, or DIR cannot be written"),
    ]
  )

  static let protocolName = OptionSpecification(
    "--protocol", placeholder: "NAME",
    summary: "verification: lfw (pairs.txt, or CSV with a folder per person), pairs (CSV), or folders")
  static let pairs = OptionSpecification(
    "--pairs", placeholder: "FILE",
    summary: "the list of pairs: path_a,path_b,same[,fold][,identity_a,identity_b]")
  static let sets = OptionSpecification(
    "--sets", placeholder: "R,P",
    summary:
      "verification: references of R pictures against probes of P, drawn from the pictures of each person")
  static let draws = OptionSpecification(
    "--draws", placeholder: "N", summary: "with --sets: how often sets are drawn (default 10)")
  static let manifest = OptionSpecification(
    "--manifest", placeholder: "FILE",
    summary:
      "pad: path,label,species[,clip,subject]; attention: path,label[,condition,subject]; authentication: "
      + "path,subject,use[,claim,species,transaction]")
  static let rates = OptionSpecification(
    "--fmr", placeholder: "RATES",
    summary: "the false-match rates to report, separated by commas (default 1e-2,1e-3,1e-4,1e-5,1e-6)")

  private enum Action: String, CaseIterable {
    case verification, pad, attention, authentication, merge

    /// The options that not all of them take.
    var options: [OptionSpecification] {
      let measuring = [EvaluationOptions.root, EvaluationOptions.shard, EvaluationOptions.workers]
      let pictures = measuring + [EvaluationOptions.several]
      return switch self {
      case .verification: pictures + [protocolName, pairs, sets, draws, rates, EvaluationOptions.noImages]
      case .pad: pictures + [EvaluateCommand.manifest, EvaluationOptions.noImages]
      case .attention: pictures + [EvaluateCommand.manifest]
      case .authentication: measuring + [EvaluateCommand.manifest] + OptionSpecification.forTrials
      case .merge: []
      }
    }
  }

  private enum Work: Sendable {
    case verification(VerificationEvaluation)
    case pad(PresentationAttackEvaluation)
    case attention(AttentionEvaluation)
    case authentication(AuthenticationEvaluation)
    case merge(CacheMerge)
  }

  private let work: Work

  init(_ arguments: ParsedArguments) throws(Failure) {
    let action = try arguments.action(Action.self)
    let rest = Array(arguments.operands.dropFirst())
    let others = Action.allCases.flatMap(\.options).filter { !action.options.contains($0) }
    if let surplus = others.first(where: arguments.has) {
      throw .usage("'evaluate \(action.rawValue)' takes no '\(surplus.name)'", command: "evaluate")
    }
    let options = try EvaluationOptions(arguments)
    if action != .merge, let surplus = rest.first {
      throw .usage("'evaluate \(action.rawValue)' takes no argument '\(surplus)'", command: "evaluate")
    }
    switch action {
    case .verification: work = .verification(try VerificationEvaluation(arguments, options))
    case .pad:
      work = .pad(
        PresentationAttackEvaluation(manifest: try Self.manifest(arguments, action), options: options))
    case .attention:
      work = .attention(
        AttentionEvaluation(manifest: try Self.manifest(arguments, action), options: options))
    case .authentication:
      work = .authentication(
        try AuthenticationEvaluation(arguments, manifest: try Self.manifest(arguments, action), options))
    case .merge:
      guard !rest.isEmpty else {
        throw .usage("'evaluate merge' needs the folders that the shards wrote", command: "evaluate")
      }
      work = .merge(CacheMerge(shards: rest, options: options))
    }
  }

  private static func manifest(_ arguments: ParsedArguments, _ action: Action) throws(Failure) -> Path {
    guard let path = arguments.path(Self.manifest) else {
      throw .usage("'evaluate \(action.rawValue)' needs '--manifest FILE'", command: "evaluate")
    }
    return path
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    switch work {
    case .verification(let evaluation): try await evaluation.run(console)
    case .pad(let evaluation): try await evaluation.run(console)
    case .attention(let evaluation): try await evaluation.run(console)
    case .authentication(let evaluation): try await evaluation.run(console)
    case .merge(let merge): try merge.run(console)
    }
  }
}

extension OptionSpecification {
  /// What evaluations of the whole policy accept.
  static let forTrials: [OptionSpecification] = [
    preset, liveness, AuthenticationEvaluation.noAttention, framesPerSecond,
  ]
}
