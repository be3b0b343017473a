import Facelatch
import Glibc

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
  private var visited: Set<FolderIdentity> = []

  private struct FolderIdentity: Hashable {
    let device: UInt
    let number: UInt
  }

  init(root: Path? = nil) {
    self.root = root
  }

  /// The pictures behind `path`: itself, or, for a folder, all pictures below it in natural order.
  ///
  /// Within a folder a file counts as a picture when its name ends like one or its content begins like one; hidden
  /// entries are skipped. Symbolic links are followed, each folder once.
  mutating func inputs(at path: Path) -> [Input] {
    let resolved = path.resolved(against: root)
    guard let status = Self.status(of: resolved), status.st_mode & S_IFMT == S_IFDIR else {
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

  private mutating func entries(of folder: Path, status: stat) -> [Input] {
    let identity = FolderIdentity(device: UInt(status.st_dev), number: UInt(status.st_ino))
    guard visited.insert(identity).inserted else { return [] }
    let names: [[UInt8]]
    do {
      names = try Self.names(in: folder.resolved(against: root), describedAs: folder)
    } catch {
      return [Input(path: folder, failure: error)]
    }

    var found: [Input] = []
    for name in names.sorted(by: isInNaturalOrder) where name.first != UInt8(ascii: ".") {
      let path = folder.appending(name)
      let resolved = path.resolved(against: root)
      guard let status = Self.status(of: resolved) else {
        // A dangling link: worth a line if it was meant to be a picture.
        if Self.endsLikePicture(name) { found.append(Input(path: path)) }
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: found += entries(of: path, status: status)
      case S_IFREG where Self.endsLikePicture(name) || Self.beginsLikePicture(resolved):
        found.append(Input(path: path))
      default: break
      }
    }
    return found
  }

  /// Whether a folder, or a link to one, lies there.
  static func isFolder(_ path: Path) -> Bool {
    status(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
  }

  /// Whether a folder holds nothing.
  static func isEmpty(_ folder: Path) throws(Failure) -> Bool {
    try names(in: folder, describedAs: folder).allSatisfy { $0 == Array(".".utf8) || $0 == Array("..".utf8) }
  }

  private static func status(of path: Path) -> stat? {
    var status = stat()
    return path.withCString { stat($0, &status) } == 0 ? status : nil
  }

  private static func names(in folder: Path, describedAs name: Path) throws(Failure) -> [[UInt8]] {
    guard let stream = folder.withCString({ opendir($0) }) else {
      throw .reading(name, errorNumber: errno)
    }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw .reading(name, errorNumber: errno) }
        return names
      }
      names.append(withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
    }
  }

  static func endsLikePicture(_ name: [UInt8]) -> Bool {
    let text = String(decoding: name, as: UTF8.self).lowercased()
    return [".jpg", ".jpeg", ".jpe", ".jfif", ".png"].contains { text.hasSuffix($0) }
  }

  private static func beginsLikePicture(_ path: Path) -> Bool {
    let beginning = FileReader.beginning(of: path, count: 8)
    return beginning.starts(with: [0xff, 0xd8, 0xff])
      || beginning.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  }
}
