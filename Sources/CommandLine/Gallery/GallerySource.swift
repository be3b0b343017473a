import Facelatch
import Platform
import Workers

/// Where the people of a gallery come from.
enum GallerySource {
  /// Pictures in a folder per person, or pictures that are called like people.
  case pictures(Path)
  /// What `embed` wrote.
  case embeddings(Path)

  /// Looks at what is there.
  init(_ path: Path) throws(Failure) {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(of: path)
    } catch {
      throw .reading(path, errorNumber: error.code)
    }
    if status.kind == .folder {
      let matrix = path.appending("embeddings.npy")
      self = matrix.withCString { access($0, F_OK) } == 0 ? .embeddings(path) : .pictures(path)
      return
    }
    guard path.lastComponent == Array("index.csv".utf8) || path.lastComponent == Array("embeddings.npy".utf8)
    else {
      throw Failure(
        path.description, cause: "is no gallery", cure: "name a folder, or the index.csv that 'embed' wrote",
        exitCode: .unusableInput)
    }
    self = .embeddings(path.parentFolder)
  }

  func load(_ models: FaceModels, _ options: PictureOptions, _ console: Console) async throws(Failure)
    -> Gallery
  {
    switch self {
    case .embeddings(let folder): return try EmbeddedGallery(folder: folder).gallery(for: models.pack)
    case .pictures(let folder): return try await Self.load(folder, models, options, console)
    }
  }

  private static func load(
    _ folder: Path, _ models: FaceModels, _ options: PictureOptions, _ console: Console
  ) async throws(Failure) -> Gallery {
    var walk = FolderWalk()
    let inputs = walk.inputs(at: folder)
    var people = GalleryPeople()
    var bar = ProgressBar(console: console, total: inputs.count)
    let workers = options.workers(models, AnalysisOptions(includesEyes: false), pictureCount: inputs.count)
    try await workInOrder(on: inputs, lanes: workers) { worker, input in
      await worker.template(of: input)
    } deliver: { (index, result) throws(Failure) in
      switch result {
      case .success(let face):
        people.add(face.template, named: identity(of: inputs[index].path, below: folder))
      case .failure(let failure):
        guard failure.exitCode != .configuration else { throw failure }
        bar.clear()
        console.report(failure)
      }
      bar.update(done: index + 1)
    }
    bar.clear()
    let gallery = try people.gallery(EvidenceScale(pack: models.pack))
    guard gallery.templateCount > 0 else {
      throw Failure(
        folder.description, cause: "no picture of this gallery shows a clear face",
        cure: "give pictures of one person each", exitCode: .unusableInput)
    }
    return gallery
  }

  /// The name of the first folder below the gallery's, or else of the file, without its ending.
  static func identity(of path: Path, below folder: Path) -> String {
    let rest = path.bytes.dropFirst(folder.appending("x").bytes.count - 1)
    if let slash = rest.firstIndex(of: UInt8(ascii: "/")) { return Path(Array(rest[..<slash])).personName }
    return Path(Array(rest)).stem
  }
}

extension Path {
  /// The last component without the ending of a file's name.
  var stem: String {
    let name = lastComponent
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return Path(name).personName
    }
    return Path(Array(name[..<dot])).personName
  }

  /// The name of the person that a file or a folder is called after, in the one spelling that is compared. Bytes that are no
  /// text stay apart from each other as escapes.
  var personName: String { exactText.map { normalised($0) } ?? printable(bytes) }
}
