import FaceGate

/// `facegate inspect IMAGE…`: what is seen in pictures.
struct InspectCommand: Command {
  static let specification = CommandSpecification(
    name: "inspect",
    summary: "shows the faces in pictures: place, pose, quality, liveness",
    explanation: [
      "Shows the faces in pictures, largest first: box and five points in pixels of the upright picture, the head's pose",
      "and the direction of gaze in degrees, openness of the eyes, whether the person attends to the camera, quality",
      "from 0 to 1 with what lowers it, and from 0 to 1 how much the face looks like one before the camera rather than",
      "a print or a screen (passive liveness).",
    ],
    operands: .init(usage: "IMAGE…", summary: "JPEG or PNG pictures", count: 1...Int.max),
    options: [annotate, .json] + OptionSpecification.forPictures + [.help],
    examples: [
      .init(command: "facegate inspect portrait.jpg", meaning: "for people"),
      .init(
        command: "facegate inspect --json *.jpg",
        meaning: "for programs: one JSON object per picture and line"),
      .init(
        command: "facegate inspect portrait.jpg --annotate marked.png",
        meaning: "draws what is seen into a copy"),
    ],
    outcomes: [
      .init(code: .yes, meaning: "every picture shows a face"),
      .init(code: .no, meaning: "a picture shows none"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(code: .unusableInput, meaning: "a file cannot be read as a picture"),
      .init(code: .configuration, meaning: "the model pack cannot be used, or OUT.png cannot be written"),
    ]
  )

  private static let annotate = OptionSpecification(
    "--annotate", placeholder: "OUT.png",
    summary: "write the picture with its faces drawn in; for one picture only")

  private let paths: [Path]
  private let annotated: Path?
  private let options: PictureOptions
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(Failure) {
    paths = arguments.operands
    annotated = arguments.path(Self.annotate)
    options = try PictureOptions(arguments)
    asJSON = arguments.has(.json)
    if annotated != nil, paths.count > 1 {
      throw .usage("'--annotate' takes one picture, not \(paths.count)", command: arguments.command)
    }
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let models = try options.loadModels()
    models.prefetch([.iris, .mesh, .presentationAttack])
    let inputs = paths.map { Input(path: $0) }
    var worst = ExitCode.yes
    let workers = options.workers(
      models, AnalysisOptions(), pictureCount: inputs.count, inFullSize: annotated != nil)
    try await workInOrder(on: inputs, lanes: workers) { worker, input in
      await worker.faces(in: input)
    } deliver: { (index, result) throws(Failure) in
      let code = try show(result, of: paths[index], console)
      worst = code.rawValue > worst.rawValue ? code : worst
    }
    return worst
  }

  private func show(
    _ result: Result<PictureFaces, Failure>, of path: Path, _ console: Console
  ) throws(Failure) -> ExitCode {
    switch result {
    case .failure(let failure):
      guard failure.exitCode != .configuration else { throw failure }
      console.report(failure)
      if asJSON {
        let error = JSON.object(["image": .string(path.text), "error": .string(failure.reason)])
        try console.print(error.text)
      }
      return failure.exitCode
    case .success(let picture):
      if let annotated {
        try AnnotatedPicture(picture).write(to: annotated)
      }
      let report = InspectionReport(picture)
      try console.print(asJSON ? report.json.text : report.text)
      return picture.faces.isEmpty ? .no : .yes
    }
  }
}
