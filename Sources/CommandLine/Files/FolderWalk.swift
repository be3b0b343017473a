import Facelatch
import Platform

/// One picture to work on, or a reason why there is none behind a name.
struct Input: Equatable, Sendable {
  /// The path as the user gave it, or below the folder that the user gave.
  let path: Path
  /// Set where the path is known to be unusable before anything is decoded.
  var failure: Failure?
}

/// Expands what a user named, files and folders, into a list of pictures in a reproducible order.
struct FolderWalk {
  /// Relative paths are taken from here.
  let root: Path?
  private var visited: Set<FileStatus.Identity> = []

  init(root: Path? = nil) {
    self.root = root
  }

  /// The pictures behind `path`: itself, or, for a folder, all pictures below it in natural order.
  ///
  /// Within a folder a file counts as a picture when its name ends like one or its content begins like one; hidden
  /// entries are skipped. Symbolic links are followed, each folder once.
  mutating func inputs(at path: Path) -> [Input] {
    let resolved = path.resolved(against: root)
    guard let status = try? FileStatus(of: resolved), status.kind == .folder else {
      // The reader of the file names the trouble, if there is any.
      return [Input(path: path)]
    }
    let found = entries(of: path, status: status)
    if found.isEmpty {
      let failure = Failure(
        path.description, cause: "no picture in this folder", cure: "give a folder with JPEG or PNG files",
        exitCode: .unusableInput)
      return [Input(path: path, failure: failure)]
    }
    return found
  }

  private mutating func entries(of folder: Path, status: FileStatus) -> [Input] {
    guard visited.insert(status.identity).inserted else { return [] }
    let names: [[UInt8]]
    do {
      names = try Folder.names(in: folder.resolved(against: root))
    } catch {
      return [Input(path: folder, failure: .reading(FileError(folder, error.cause)))]
    }

    var found: [Input] = []
    for name in names.sorted(by: isInNaturalOrder) where name.first != UInt8(ascii: ".") {
      let path = folder.appending(name)
      let resolved = path.resolved(against: root)
      guard let status = try? FileStatus(of: resolved) else {
        // A dangling link: worth a line if it was meant to be a picture.
        if Self.endsLikePicture(name) { found.append(Input(path: path)) }
        continue
      }
      switch status.kind {
      case .folder: found += entries(of: path, status: status)
      case .regular where Self.endsLikePicture(name) || Self.beginsLikePicture(resolved):
        found.append(Input(path: path))
      default: break
      }
    }
    return found
  }

  /// Whether a folder, or a link to one, lies there.
  static func isFolder(_ path: Path) -> Bool {
    (try? FileStatus(of: path))?.kind == .folder
  }

  /// Whether a folder holds nothing.
  static func isEmpty(_ folder: Path) throws(Failure) -> Bool {
    do {
      return try Folder.names(in: folder).isEmpty
    } catch {
      throw .reading(error)
    }
  }

  static func endsLikePicture(_ name: [UInt8]) -> Bool {
    let text = String(decoding: name, as: UTF8.self).lowercased()
    return [".jpg", ".jpeg", ".jpe", ".jfif", ".png"].contains { text.hasSuffix($0) }
  }

  private static func beginsLikePicture(_ path: Path) -> Bool {
    let beginning = FileReader.beginning(of: path, byteCount: 8)
    return beginning.starts(with: [0xff, 0xd8, 0xff])
      || beginning.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  }
}
