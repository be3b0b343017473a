import Facelatch
import Workers

/// `facelatch inspect IMAGE…`: what is seen in pictures.
struct InspectCommand: Command {
  static let specification = CommandSpecification(
    name: "inspect",
    summary: "shows the faces in pictures and recordings",
    explanation: [
      "Shows the faces in pictures, largest first: box and five points in pixels of the upright picture, the head's pose",
      "and the direction of gaze in degrees, openness of the eyes, whether the person attends to the camera, quality",
      "from 0 to 1 with what lowers it, and from 0 to 1 how much the face looks like one before the camera rather than",
      "a print or a screen (passive liveness). In a recording one face is followed from frame to frame: blinks, motion",
      "and what both say of life come with it.",
    ],
    operands: .init(
      usage: "FRAMES…",
      summary:
        "pictures (JPEG, PNG), folders of them, recordings (MJPEG, AVI with MJPG, Y4M), or '-' for standard input",
      count: 1...Int.max),
    options: [annotate, .json] + OptionSpecification.forPictures + [.framesPerSecond] + [.help],
    examples: [
      .init(command: "facelatch inspect portrait.jpg", meaning: "for people"),
      .init(
        command: "facelatch inspect --json *.jpg",
        meaning: "for programs: one JSON object per picture and line"),
      .init(
        command: "facelatch inspect --json clip.avi",
        meaning: "one JSON object per frame and line, and one for the whole"),
      .init(
        command: "facelatch inspect portrait.jpg --annotate marked.jpg",
        meaning: "draws what is seen into a copy"),
    ],
    outcomes: [
      .init(code: .yes, meaning: "every picture and recording shows a face"),
      .init(code: .no, meaning: "one of them shows none"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(code: .unusableInput, meaning: "a file cannot be read, or ends too early"),
      .init(code: .configuration, meaning: "the model pack cannot be used, or OUT cannot be written"),
    ]
  )

  private static let annotate = OptionSpecification(
    "--annotate", placeholder: "OUT",
    summary:
      "draw the faces into a copy: a .png, .jpg or .jpeg for one picture, a folder of PNGs for one recording")

  private let paths: [Path]
  private let annotated: Path?
  private let options: PictureOptions
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(Failure) {
    paths = arguments.operands
    annotated = arguments.path(Self.annotate)
    options = try PictureOptions(arguments)
    asJSON = arguments.has(.json)
    if annotated != nil { try Self.checkAlone(paths.count) }
  }

  /// A drawing has room for one input.
  private static func checkAlone(_ count: Int) throws(Failure) {
    guard count == 1 else {
      throw .usage(
        "'\(annotate.name)' takes one picture or recording, not \(count)", command: specification.name)
    }
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    if showsSequence {
      if let annotated { try Self.checkFolder(annotated) }
      return try await inspectInOrder(try loadModels(), console)
    }
    var walk = FolderWalk()
    let inputs = paths.flatMap { walk.inputs(at: $0) }
    let drawing = try annotated.map { path throws(Failure) in try Self.drawing(path, of: inputs) }
    let models = try loadModels()
    var worst = ExitCode.yes
    let workers = options.workers(
      models, AnalysisOptions(), pictureCount: inputs.count, inFullSize: drawing != nil)
    try await workInOrder(on: inputs, lanes: workers) { worker, input in
      await worker.faces(in: input)
    } deliver: { (index, result) throws(Failure) in
      let code = try show(result, of: inputs[index].path, drawing, console)
      worst = code.rawValue > worst.rawValue ? code : worst
    }
    return worst
  }

  private func loadModels() throws(Failure) -> FaceModels {
    let models = try options.loadModels()
    models.prefetch([.iris, .mesh, .presentationAttack])
    return models
  }

  /// Where the drawing of a picture goes, and as what.
  private struct Drawing {
    let path: Path
    let format: ImageFormat
  }

  /// Checks what can be known before any work is done.
  private static func drawing(_ path: Path, of inputs: [Input]) throws(Failure) -> Drawing {
    try checkAlone(inputs.count)
    guard let format = ImageFormat(fileName: path.bytes) else {
      throw .usage(
        "'\(annotate.name) \(path.description)' names no picture format",
        cure: "let the name end in .png or .jpg")
    }
    return Drawing(path: path, format: format)
  }

  /// A recording gives a drawing per frame, which a name of a picture does not suit.
  private static func checkFolder(_ path: Path) throws(Failure) {
    guard ImageFormat(fileName: path.bytes) == nil else {
      throw .usage(
        "'\(annotate.name) \(path.description)' names one picture, but a recording gives one per frame",
        cure: "name a folder")
    }
  }

  private var showsSequence: Bool {
    paths.contains { path in
      FrameFile(path == FrameOperands.standardInput ? .standardInput : .path(path), position: 0).showsSequence
    }
  }

  /// Recordings have to be read one after the other, and so have the pictures that stand between them.
  private func inspectInOrder(_ models: FaceModels, _ console: Console) async throws(Failure) -> ExitCode {
    var worst = ExitCode.yes
    var worker: PictureWorker?
    for file in try FrameOperands(paths).files {
      let code: ExitCode
      if case .path(let path) = file.place, !file.showsSequence {
        let pictures = worker ?? options.workers(models, AnalysisOptions(), pictureCount: 1)[0]
        worker = pictures
        code = try show(await pictures.faces(in: Input(path: path)), of: path, nil, console)
      } else {
        let inspection = RecordingInspection(
          file: file, models: models, options: options, annotated: annotated, asJSON: asJSON)
        code = try inspection.run(console)
      }
      worst = code.rawValue > worst.rawValue ? code : worst
    }
    return worst
  }

  private func show(
    _ result: Result<PictureFaces, Failure>, of path: Path, _ drawing: Drawing?, _ console: Console
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
      if let drawing { try AnnotatedPicture(picture).write(to: drawing.path, as: drawing.format) }
      let report = InspectionReport(picture)
      try console.print(asJSON ? report.json.text : report.text)
      return picture.faces.isEmpty ? .no : .yes
    }
  }
}
