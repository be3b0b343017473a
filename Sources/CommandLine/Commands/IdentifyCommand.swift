import Facelatch
import Workers

/// `facelatch identify --gallery DIR|FILE IMAGE…`: whose faces these are, if anybody's.
struct IdentifyCommand: Command {
  static let specification = CommandSpecification(
    name: "identify",
    summary: "finds who is in a picture among many people",
    explanation: [
      "Finds the person of a gallery who is most like each picture's face, and names nobody below the threshold. The gallery",
      "is a folder with a folder of pictures per person, or pictures named after people; or what 'facelatch embed' wrote,",
      "which is read at once. What the pictures of a person have in common is one entry. The threshold is the one of a",
      "comparison of two: among N people a stranger has N chances to be taken for one of them, and the answer says so.",
    ],
    operands: .init(usage: "IMAGE…", summary: "pictures, or folders with pictures", count: 1...Int.max),
    options: [gallery, candidates, several, .operatingPoints, .falseMatchRate, .json]
      + OptionSpecification.forPictures + [.help],
    requiredOptions: [gallery.name],
    examples: [
      .init(command: "facelatch identify --gallery family visitor.jpg", meaning: "a folder per person"),
      .init(
        command: "facelatch identify --gallery index visitor.jpg",
        meaning: "what 'facelatch embed staff --out index' wrote, once for many questions"),
    ],
    outcomes: [
      .init(code: .yes, meaning: "every picture shows somebody of the gallery"),
      .init(code: .no, meaning: "some show somebody else, or no clear face"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(code: .unusableInput, meaning: "a picture or the gallery cannot be read"),
      .init(
        code: .configuration,
        meaning: "the model pack or the operating points cannot be used, or there are none: nobody is named"),
    ]
  )

  private static let gallery = OptionSpecification(
    "--gallery", placeholder: "DIR|FILE",
    summary: "a folder per person, or the folder or index.csv that 'facelatch embed' wrote")
  private static let candidates = OptionSpecification(
    "--candidates", placeholder: "N", summary: "how many of the most alike are told (default 5)")
  private static let several = OptionSpecification.several(usual: SeveralFaces.refuse.rawValue)

  private let gallery: Path
  private let count: Int
  private let selection: FaceSelection
  private let paths: [Path]
  private let options: PictureOptions
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(Failure) {
    guard let gallery = arguments.path(Self.gallery) else {
      throw .usage("'identify' needs '--gallery DIR|FILE'", command: "identify")
    }
    self.gallery = gallery
    count = try arguments.integer(Self.candidates, in: 1...1_000_000) ?? 5
    selection = (try arguments.choice(Self.several, among: SeveralFaces.ofOne) ?? .refuse).selection
    paths = arguments.operands
    options = try PictureOptions(arguments, decides: true)
    asJSON = arguments.has(.json)
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let gate = options.gate()
    let models = try Failure.whenOpening { () throws(GateError) in try gate.models() }
    models.prefetch([.embedding])
    let decision = try FaceMatcher(gate).decision
    let source = try GallerySource(gallery)
    let gallery = try await source.load(models, options, console)

    var walk = FolderWalk()
    let inputs = paths.flatMap { walk.inputs(at: $0) }
    let analysis = AnalysisOptions(selection: selection, includesEyes: false)
    var worst = ExitCode.yes
    let workers = options.workers(models, analysis, pictureCount: inputs.count)
    try await workInOrder(on: inputs, lanes: workers) { worker, input in
      await worker.template(of: input)
    } deliver: { (index, result) throws(Failure) in
      let found = result.flatMap { search(gallery, $0.template) }
      if case .failure(let failure) = found, failure.exitCode == .configuration { throw failure }
      let report = IdentificationReport(
        path: inputs[index].path, decision: decision, found: found, peopleCount: gallery.identities.count)
      if case .failure(let failure) = found { console.report(failure) }
      if asJSON {
        try console.print(report.json.text)
      } else if let text = report.text {
        try console.print(text)
      }
      worst = report.exitCode.rawValue > worst.rawValue ? report.exitCode : worst
    }
    if decision == nil { console.report(.withoutOperatingPoints(models.pack.directory.text)) }
    return worst
  }

  private func search(_ gallery: Gallery, _ probe: FaceTemplate) -> Result<[Candidate], Failure> {
    do {
      return .success(try gallery.search(probe, count: count))
    } catch {
      return .failure(Failure(cause: "\(error)", exitCode: .configuration))
    }
  }
}
