/// Where the output for a path goes, by what lies there.
enum OutputPlace {
  /// Into a new file in a folder, which gets its name there in the end.
  case entry(folder: Path, name: Path)
  /// Straight into what lies there and keeps nothing that could be lost: a pipe or a character device. The descriptor
  /// is open, for the caller to close.
  case stream(descriptor: Int32)

  /// Looks at what lies at `path`, and creates nothing.
  ///
  /// A symbolic link stands for the file that it leads to, which is then replaced in its own folder; one that leads
  /// nowhere is refused, since a stranger may have laid it out. Refused are also folders, sockets, block devices and
  /// files that this process may not write to.
  init(_ path: Path) throws(FileError) {
    guard path.isUsable else { throw FileError(path, .noPath) }
    let name = path.lastComponent
    guard path.bytes.last != UInt8(ascii: "/"), name != [UInt8(ascii: ".")], name != Array("..".utf8) else {
      throw FileError(path, .unsuitable(.folder))
    }
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(of: path, followsLinks: false)
    } catch {
      guard error.code == ENOENT else { throw FileError(path, error) }
      self = .entry(folder: path.parentFolder, name: Path(name))
      return
    }
    self = try status.kind == .symbolicLink ? Self.linked(path) : Self.existing(path, status, as: path)
  }

  /// - Parameters:
  ///   - path: Not a link.
  ///   - name: What errors call it.
  private static func existing(_ path: Path, _ status: FileStatus, as name: Path) throws(FileError)
    -> OutputPlace
  {
    switch status.kind {
    case .regular:
      if let stream = standardStream(status.identity) { return .stream(descriptor: stream) }
      guard path.withCString({ faccessat(AT_FDCWD, $0, W_OK, AT_EACCESS) }) == 0 else {
        throw FileError(name, .last)
      }
      return .entry(folder: path.parentFolder, name: Path(path.lastComponent))
    case .pipe, .characterDevice:
      return .stream(descriptor: try open(path, O_NOFOLLOW, as: name))
    default:
      throw FileError(name, .unsuitable(status.kind))
    }
  }

  private static func linked(_ path: Path) throws(FileError) -> OutputPlace {
    // Opened before its target is looked up, so that the kernel's rules for links in folders of everybody hold.
    let place = path.withCString { Platform.open($0, openAsPlace | O_CLOEXEC) }
    guard place >= 0 else {
      throw errno == ENOENT ? FileError(path, .danglingLink) : FileError(path, .last)
    }
    defer { close(place) }
    let status = try FileError.naming(path) { () throws(SystemError) in try FileStatus(ofDescriptor: place) }
    // `/dev/stdout` leads to no name where that is a pipe.
    if status.kind == .pipe || status.kind == .characterDevice {
      return .stream(descriptor: try open(path, 0, as: path))
    }
    guard let target = path.withoutLinks, let found = try? FileStatus(of: target, followsLinks: false),
      found.identity == status.identity
    else {
      throw FileError(path, .danglingLink)
    }
    return try existing(target, status, as: path)
  }

  /// Opens a pipe or device for writing; the flags neither create nor cut anything.
  private static func open(_ path: Path, _ flags: Int32, as name: Path) throws(FileError) -> Int32 {
    let descriptor = path.withCString { Platform.open($0, O_WRONLY | O_CLOEXEC | O_NOCTTY | flags) }
    guard descriptor >= 0 else { throw FileError(name, .last) }
    let kind = (try? FileStatus(ofDescriptor: descriptor))?.kind ?? .unknown
    guard kind == .pipe || kind == .characterDevice else {
      close(descriptor)
      throw FileError(name, .unsuitable(kind))
    }
    return descriptor
  }

  /// A descriptor for the file that standard output or standard error goes to, where it is that one: replacing it would
  /// take its name from what was and will be written there.
  private static func standardStream(_ identity: FileStatus.Identity) -> Int32? {
    for stream in [STDOUT_FILENO, STDERR_FILENO]
    where (try? FileStatus(ofDescriptor: stream))?.identity == identity {
      let descriptor = fcntl(stream, F_DUPFD_CLOEXEC, 3)
      if descriptor >= 0 { return descriptor }
    }
    return nil
  }
}
