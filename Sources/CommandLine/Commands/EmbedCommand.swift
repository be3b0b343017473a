import Facelatch
import Workers

/// `facelatch embed IMAGE|FOLDER… --out DIR`: templates of many pictures, for other tools.
struct EmbedCommand: Command {
  static let specification = CommandSpecification(
    name: "embed",
    summary: "writes the face embeddings of many pictures for other tools",
    explanation: [
      "Writes the face embeddings of pictures into DIR: embeddings.npy (float32, one row of length 1 per face), index.csv",
      "(row,path,face,quality,length,error: one line per face, and one per picture without one, with the reason) and",
      "model.json (which network made them). A folder stands for all JPEG and PNG files below it, in natural order.",
      "Paths are written as given. Lines and rows come in the order of the pictures, however many work on them.",
    ],
    operands: .init(
      usage: "IMAGE|FOLDER…", summary: "pictures, or folders with pictures", count: 0...Int.max),
    options: [out, root, list, several, .spreadsheetSafe, .json] + OptionSpecification.forPictures + [.help],
    requiredOptions: [out.name],
    examples: [
      .init(command: "facelatch embed photos --out index", meaning: "all pictures below the folder photos"),
      .init(
        command: "facelatch embed --root /data/lfw --list names.txt --several central --out lfw",
        meaning: "the pictures that a file names, relative to a folder; the face nearest the centre of each"),
    ],
    outcomes: [
      .init(code: .yes, meaning: "every picture gave an embedding"),
      .init(code: .no, meaning: "some gave none; index.csv says which and why"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(code: .unusableInput, meaning: "some cannot be read as pictures; index.csv says which and why"),
      .init(code: .configuration, meaning: "the model pack cannot be used, or DIR cannot be written"),
    ]
  )

  private static let out = OptionSpecification("--out", placeholder: "DIR", summary: "the folder to write to")
  private static let root = OptionSpecification(
    "--root", placeholder: "DIR", summary: "take relative paths from DIR (default: the current folder)")
  private static let list = OptionSpecification(
    "--list", placeholder: "FILE", summary: "take paths from FILE too, one per line; '-' is standard input")
  private static let several = OptionSpecification.severalOrAll(usual: SeveralFaces.largest.rawValue)

  private let folder: Path
  private let root: Path?
  private let list: Path?
  private let paths: [Path]
  private let several: SeveralFaces
  private let options: PictureOptions
  private let isSpreadsheetSafe: Bool
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(Failure) {
    guard let folder = arguments.path(Self.out) else {
      throw .usage("'embed' needs '--out DIR'", command: "embed")
    }
    self.folder = folder
    root = arguments.path(Self.root)
    list = arguments.path(Self.list)
    paths = arguments.operands
    several = try arguments.choice(Self.several, of: SeveralFaces.self) ?? .largest
    options = try PictureOptions(arguments)
    isSpreadsheetSafe = arguments.has(.spreadsheetSafe)
    asJSON = arguments.has(.json)
    if paths.isEmpty, list == nil {
      throw .usage("'embed' needs IMAGE, FOLDER or '--list FILE'", command: "embed")
    }
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let models = try options.loadModels()
    let inputs = try inputs()
    var output = try EmbeddingOutput(
      folder: folder, pack: models.pack, isSpreadsheetSafe: isSpreadsheetSafe)
    var bar = ProgressBar(console: console, total: inputs.count)
    var worst = ExitCode.yes

    // A data set is not judged here: the index says how good each face is. Only what has quality 0 anyway, eyes less
    // than eight pixels apart, is left out.
    let analysis = AnalysisOptions(
      selection: several.selection, minimumInterEyeDistance: 8, minimumQuality: 0, includesEyes: false
    )
    let workers = options.workers(models, analysis, pictureCount: inputs.count)
    try await workInOrder(on: inputs, lanes: workers) { [takesAll = several == .all, root] worker, input in
      takesAll
        ? await worker.templates(of: input, root: root)
        : await worker.template(of: input, root: root).map { [$0] }
    } deliver: { (index, result) throws(Failure) in
      switch result {
      case .success(let faces):
        try output.append(faces, of: inputs[index].path)
      case .failure(let failure):
        guard failure.exitCode != .configuration else {
          bar.clear()
          throw failure
        }
        worst = failure.exitCode.rawValue > worst.rawValue ? failure.exitCode : worst
        bar.clear()
        console.report(failure)
        try output.append(failure, of: inputs[index].path)
      }
      bar.update(done: index + 1)
    }
    bar.clear()
    try output.finish()
    try console.print(asJSON ? output.json(seconds: bar.elapsed).text : output.text(seconds: bar.elapsed))
    return worst
  }

  private func inputs() throws(Failure) -> [Input] {
    var walk = FolderWalk(root: root)
    var listed: [Path] = []
    if let list { listed = try PathList.paths(in: list) }
    return (paths + listed).flatMap { walk.inputs(at: $0) }
  }
}
