/// Why a run may not write its results to a folder.
package enum OutputFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder holds files, and no run has marked it.
  case foreign(Path)
  /// Runs of another kind write to it.
  case otherKind(Path, kind: String)
  /// Another run is at work in it.
  case busy(Path)
  /// A file that is to be written lies there already, and no run wrote it.
  case foreignFile(Path)
  /// Something cannot be made, read or written.
  case file(FileError)

  package var description: String { "\(path): \(reason)" }

  /// What it is about.
  package var path: Path {
    switch self {
    case .foreign(let path), .otherKind(let path, _), .busy(let path), .foreignFile(let path): path
    case .file(let error): error.path
    }
  }

  /// The cause without the path.
  package var reason: String {
    switch self {
    case .foreign: "holds files of yours"
    case .otherKind(_, let kind): "belongs to '\(kind)'"
    case .busy: "another run is writing to it"
    case .foreignFile: "is no file of an earlier run"
    case .file(let error): error.reason
    }
  }

  /// Does something with a file, and takes up what goes wrong.
  static func naming<Result>(_ body: () throws(FileError) -> Result) throws(OutputFolderError) -> Result {
    do throws(FileError) {
      return try body()
    } catch {
      throw .file(error)
    }
  }
}
