import Facelatch

/// The files behind the paths of a manifest.
enum ManifestFiles {
  /// The files of several paths, those of a folder with the folder's position.
  static func files(behind paths: [Path], root: Path?) -> [FrameFile] {
    paths.enumerated().flatMap { position, path in
      inputs(path, root: root).map { FrameFile(.path($0.path), position: position) }
    }
  }

  /// The files behind a path: itself, or the pictures of a folder.
  static func inputs(_ path: Path, root: Path?) -> [Input] {
    // A lone dash is a file like any other here.
    let path = path == FrameOperands.standardInput ? Path("./-") : path
    var walk = FolderWalk()
    return walk.inputs(at: path.resolved(against: root))
  }
}
