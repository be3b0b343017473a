import Evaluation
import EvaluationReport
import Facelatch

/// The options that all evaluations share.
struct EvaluationOptions: Sendable {
  static let out = OptionSpecification("--out", placeholder: "DIR", summary: "the folder to write to")
  static let root = OptionSpecification(
    "--root", placeholder: "DIR", summary: "take relative paths from DIR (default: the current folder)")
  static let cache = OptionSpecification(
    "--cache", placeholder: "FILE",
    summary: "keep what was measured in FILE, where later runs find it (default: cache.sqlite in --out DIR)")
  static let workers = OptionSpecification(
    "--workers", placeholder: "N", summary: "work on N pictures at a time (default: one per processor)")
  static let shard = OptionSpecification(
    "--shard", placeholder: "I/N",
    summary: "measure the I-th of N parts only, for the cache; 'evaluate merge' brings them together")
  static let several = OptionSpecification.several(usual: "central for lfw, else largest")
  static let noImages = OptionSpecification("--no-images", summary: "leave pictures out of the report")

  static let shared: [OptionSpecification] = [
    out, root, cache, workers, shard, several, noImages, .spreadsheetSafe, .models, .operatingPoints,
    .maximumPixels, .json,
    .help,
  ]

  let folder: Path
  let root: Path?
  let cachePath: Path
  let shard: Shard?
  let showsImages: Bool
  let isSpreadsheetSafe: Bool
  let asJSON: Bool
  let workers: Int
  let pictures: PictureOptions
  /// `nil` for what suits the protocol.
  let selection: FaceSelection?
  /// The command line, ready to be run again.
  let command: String

  init(_ arguments: ParsedArguments) throws(Failure) {
    guard let folder = arguments.path(Self.out) else {
      throw .usage("'evaluate' needs '--out DIR'", command: "evaluate")
    }
    self.folder = folder
    root = arguments.path(Self.root)
    if let root, !FolderWalk.isFolder(root) {
      throw Failure(
        root.description, cause: "no such folder", cure: "name the folder of the pictures with --root",
        exitCode: .unusableInput)
    }
    cachePath = arguments.path(Self.cache) ?? folder.appending("cache.sqlite")
    workers = try arguments.integer(Self.workers, in: 1...1024) ?? MachineFacts.usableProcessorCount
    shard = try Self.shard(arguments)
    showsImages = !arguments.has(Self.noImages)
    isSpreadsheetSafe = arguments.has(.spreadsheetSafe)
    asJSON = arguments.has(.json)
    pictures = try PictureOptions(arguments)
    selection = try arguments.choice(Self.several, among: SeveralFaces.ofOne)?.selection
    command = CommandText.current
  }

  private static func shard(_ arguments: ParsedArguments) throws(Failure) -> Shard? {
    guard let text = try arguments.text(Self.shard) else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1],
      let shard = Shard(index: index, count: count)
    else {
      throw .usage(
        "'--shard' takes a part and their number, for example 2/4, not '\(printable(text))'",
        command: "evaluate")
    }
    return shard
  }

  func openCache() throws(Failure) -> ResultCache {
    do {
      return try ResultCache(path: cachePath)
    } catch {
      throw Failure(error)
    }
  }

  /// How a report came about.
  func facts(_ pack: ModelPack) -> [ReportFact] {
    [
      ReportFact("Command", command, isCode: true),
      ReportFact("Date", String(CalendarTime.text(unixSeconds: SystemClock().now().unixSeconds).prefix(10))),
      ReportFact("Program", "Facelatch \(facelatchVersion), \(Engine.activeInstructionSet)"),
      ReportFact("Model pack", pack.name),
    ]
  }

  /// What reads the files of pictures.
  var contents: @Sendable (Path) -> FileContents {
    { [root] path in
      do throws(Failure) {
        return .bytes(try InputFile.contents(of: path.resolved(against: root), describedAs: path))
      } catch {
        return .unreadable(reason: error.reason)
      }
    }
  }
}

extension Failure {
  /// A data set cannot be used.
  init(_ error: DataSetError) {
    self.init(cause: error.description, exitCode: .unusableInput)
  }

  /// What went wrong while files of a data set were read.
  init(reading error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as DataSetError: self.init(error)
    default: self.init(cause: "\(error)", exitCode: .configuration)
    }
  }

  /// Measuring cannot go on.
  init(_ error: EvaluationError) {
    self.init(cause: error.description, exitCode: .configuration)
  }
}
