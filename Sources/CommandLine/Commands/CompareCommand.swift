import Facelatch
import Workers

/// `facelatch compare A B`: whether two pictures, or two sets of them, show the same person.
struct CompareCommand: Command {
  static let specification = CommandSpecification(
    name: "compare",
    summary: "tells whether two pictures show the same person",
    explanation: [
      "Tells whether two pictures show the same person: a score (the cosine of the two face templates, at most 1,",
      "higher is more alike), the rate at which pictures of different people reach that score, and the decision at a",
      "measured operating point, with who measured it. Where it cannot tell, it says which picture is to blame and why.",
      "Several pictures of one person on a side say more than one: put '--' between the sides. What the pictures of a side",
      "have in common is compared, and the same threshold holds; options stand before the first picture.",
      "With a model pack that has no operating points yet it tells the score and decides nothing.",
    ],
    operands: .init(
      usage: "A B | A… -- B…", summary: "two JPEG or PNG pictures, or two sets with '--' between them",
      count: 2...Int.max, mayBeSets: true),
    options: [several, .operatingPoints, .falseMatchRate, .json] + OptionSpecification.forPictures + [.help],
    examples: [
      .init(command: "facelatch compare passport.jpg selfie.jpg", meaning: "a decision for people"),
      .init(command: "facelatch compare --json a.png b.png", meaning: "the same for programs"),
      .init(
        command: "facelatch compare --several largest group.jpg me.jpg",
        meaning: "the largest face of a picture that shows several"),
      .init(
        command: "facelatch compare a1.jpg a2.jpg -- b1.jpg b2.jpg",
        meaning: "two sets of pictures, each of one person"),
      .init(
        command: "facelatch compare --fmr 1e-3 a.png b.png",
        meaning: "a decision that lets 1 in 1,000 pairs of different people match"),
    ],
    outcomes: [
      .init(code: .yes, meaning: "the same person"),
      .init(code: .no, meaning: "not the same person"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(code: .unusableInput, meaning: "it cannot tell: a picture cannot be read or shows no clear face"),
      .init(
        code: .configuration,
        meaning:
          "the model pack or the operating points cannot be used, or there are none: nothing is decided"),
    ]
  )

  private static let several = OptionSpecification.several(usual: SeveralFaces.refuse.rawValue)

  private let paths: [Path]
  /// How many of `paths` are of the first side.
  private let firstCount: Int
  private let selection: FaceSelection
  private let options: PictureOptions
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(Failure) {
    paths = arguments.operands
    firstCount = try Self.firstCount(arguments)
    selection = (try arguments.choice(Self.several, among: SeveralFaces.ofOne) ?? .refuse).selection
    options = try PictureOptions(arguments, decides: true)
    asJSON = arguments.has(.json)
  }

  /// Where the second side begins: at the `--` that has pictures on both sides.
  private static func firstCount(_ arguments: ParsedArguments) throws(Failure) -> Int {
    let boundaries = arguments.boundaries.filter { (1..<arguments.operands.count).contains($0) }
    if boundaries.count == 1 { return boundaries[0] }
    if boundaries.isEmpty, arguments.operands.count == 2 { return 1 }
    throw .usage(
      boundaries.isEmpty
        ? "'compare' cannot tell which of \(arguments.operands.count) pictures are of one person"
        : "'compare' takes two sets of pictures, not \(boundaries.count + 1)",
      cure: "put one '--' between the pictures of the one and of the other", command: "compare")
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let gate = options.gate()
    let models = try Failure.whenOpening { () throws(GateError) in try gate.models() }
    models.prefetch([.embedding])
    let matcher = try FaceMatcher(gate)
    let results = await templates(models)

    var templates: [PictureTemplate] = []
    var failures: [Failure] = []
    for result in results {
      switch result {
      case .success(let template): templates.append(template)
      case .failure(let failure): failures.append(failure)
      }
    }
    for failure in failures { console.report(failure) }
    guard failures.isEmpty, templates.count == paths.count else {
      if asJSON { try console.print(undecided(matcher, failures).text) }
      return failures.contains { $0.exitCode == .configuration } ? .configuration : .unusableInput
    }

    let comparison = try matcher.compare(
      try MeanTemplate(Array(templates[..<firstCount])), try MeanTemplate(Array(templates[firstCount...])))
    let report = ComparisonReport(
      comparison: comparison, decision: matcher.decision, pictures: templates, paths: paths,
      firstCount: firstCount, pack: models.pack)
    try console.print(asJSON ? report.json.text : report.text)
    guard let verdict = comparison.verdict else {
      throw .withoutOperatingPoints(models.pack.directory.text).told(inJSON: asJSON)
    }
    return verdict.isMatch ? .yes : .no
  }

  private func templates(_ models: FaceModels) async -> [Result<PictureTemplate, Failure>] {
    let inputs = paths.map { Input(path: $0) }
    var results: [Result<PictureTemplate, Failure>] = []
    let analysis = AnalysisOptions(selection: selection, includesEyes: false)
    let workers = options.workers(models, analysis, pictureCount: inputs.count)
    await workInOrder(on: inputs, lanes: workers) { worker, input in
      await worker.template(of: input)
    } deliver: { _, result in
      results.append(result)
    }
    return results
  }

  private func undecided(_ matcher: FaceMatcher, _ failures: [Failure]) -> JSON {
    .object([
      "score": .null, "fmr": .null, "fmrRelation": .null,
      "threshold": matcher.decision.map { .exact($0.threshold.rawValue) } ?? .null,
      "operatingPoint": matcher.decision?.json ?? .null, "match": .null,
      "model": .string(matcher.pack.embedding.file.sha256),
      "errors": .array(failures.map { .string($0.line) }),
    ])
  }
}
