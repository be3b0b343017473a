/// What kind of thing lies under a name.
package enum FileKind: Hashable, Sendable {
  case regular
  case folder
  case symbolicLink
  case pipe
  case socket
  case characterDevice
  case blockDevice
  case unknown

  fileprivate init(_ mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .symbolicLink
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    case S_IFCHR: self = .characterDevice
    case S_IFBLK: self = .blockDevice
    default: self = .unknown
    }
  }

  /// The kind in words with their article, as in "is a folder".
  package var words: String {
    switch self {
    case .regular: "a file"
    case .folder: "a folder"
    case .symbolicLink: "a symbolic link"
    case .pipe: "a pipe"
    case .socket: "a socket"
    case .characterDevice, .blockDevice: "a device"
    case .unknown: "no file"
    }
  }
}

/// What a file system says about one of its entries.
package struct FileStatus: Sendable {
  package let kind: FileKind
  package let byteCount: Int
  package let owner: uid_t
  package let group: gid_t
  /// Who may do what: the lower twelve bits of the mode.
  package let permissions: mode_t
  package let identity: Identity

  /// What tells one entry of the machine's file systems from all others.
  package struct Identity: Hashable, Sendable {
    let device: UInt
    let number: UInt
  }

  private init(_ status: stat) {
    kind = FileKind(status.st_mode)
    byteCount = Int(status.st_size)
    owner = status.st_uid
    group = status.st_gid
    permissions = status.st_mode & 0o7777
    identity = Identity(device: UInt(status.st_dev), number: UInt(status.st_ino))
  }

  /// Asks about what lies at a path.
  ///
  /// - Parameter followsLinks: Whether a symbolic link stands for what it leads to.
  package init(of path: Path, followsLinks: Bool = true) throws(SystemError) {
    var status = stat()
    let outcome = path.withCString { followsLinks ? stat($0, &status) : lstat($0, &status) }
    guard outcome == 0 else { throw .last }
    self.init(status)
  }

  /// Asks about what a descriptor leads to.
  package init(ofDescriptor descriptor: Int32) throws(SystemError) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    self.init(status)
  }

  /// Asks about an entry of an open folder, without following a link.
  init(of name: Path, inFolder folder: Int32) throws(SystemError) {
    var status = stat()
    guard name.withCString({ fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else { throw .last }
    self.init(status)
  }
}
