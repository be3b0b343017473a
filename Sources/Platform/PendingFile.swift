/// A file under a name that nobody can guess, which is to take the place of another one in its folder.
final class PendingFile {
  private let folder: Int32
  private let folderIsReadable: Bool
  private let pendingName: Path
  private let finalName: Path
  let descriptor: Int32

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - folderPath: The folder, which exists.
  ///   - name: The name within it that the file gets in the end.
  ///   - mode: Who may do what with a file that replaces none, before the process's mask takes away.
  init(in folderPath: Path, name: Path, mode: mode_t) throws(SystemError) {
    var folder = folderPath.withCString { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    let folderIsReadable = folder >= 0
    // Files may be made in a folder that may not be listed.
    if folder < 0, errno == EACCES {
      folder = folderPath.withCString { open($0, openAsPlace | O_DIRECTORY | O_CLOEXEC) }
    }
    guard folder >= 0 else { throw .last }
    let replaces = (try? FileStatus(of: name, inFolder: folder)) != nil
    let pendingName = Self.randomName()
    let openFolder = folder
    // Until it gets the rights of the file that it replaces, nobody else may look into it.
    let descriptor = pendingName.withCString {
      openat(openFolder, $0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, replaces ? 0o600 : mode)
    }
    guard descriptor >= 0 else {
      let error = SystemError.last
      close(folder)
      throw error
    }
    self.folder = folder
    self.folderIsReadable = folderIsReadable
    self.descriptor = descriptor
    self.pendingName = pendingName
    finalName = name
  }

  deinit {
    close(descriptor)
    _ = pendingName.withCString { unlinkat(folder, $0, 0) }
    close(folder)
  }

  /// Puts the file in its place, in one step and after its content has reached the disk.
  ///
  /// A file that lies there is replaced; its owner, its group and its rights pass on. An owner or group that this
  /// process may not give to a file is not kept, and then its rights are not given to another one.
  ///
  /// - Throws: `FileError.Cause`. The file that lay there is then as it was.
  func finish() throws(FileError.Cause) {
    let former = try formerStatus()
    if let former {
      // Something else came to lie there meanwhile.
      guard former.kind == .regular else { throw .unsuitable(former.kind) }
      takeOver(former)
    }
    do throws(SystemError) {
      try synchronise(descriptor: descriptor)
      let renamed = pendingName.withCString { from in
        finalName.withCString { to in renameat(folder, from, folder, to) }
      }
      guard renamed == 0 else { throw SystemError.last }
      if folderIsReadable { try synchronise(descriptor: folder) }
    } catch {
      throw .system(error)
    }
  }

  private func formerStatus() throws(FileError.Cause) -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus(of: finalName, inFolder: folder)
    } catch {
      guard error.code == ENOENT else { throw .system(error) }
      return nil
    }
  }

  private func takeOver(_ former: FileStatus) {
    let keepsBoth = fchown(descriptor, former.owner, former.group) == 0
    let keepsGroup = keepsBoth || fchown(descriptor, uid_t.max, former.group) == 0
    var permissions = former.permissions
    if !keepsBoth { permissions &= 0o777 }
    if !keepsGroup { permissions = permissions & ~0o070 | (permissions & 0o007) << 3 & permissions }
    // Where the file system refuses, the file stays its owner's alone.
    _ = fchmod(descriptor, permissions)
  }

  private static func randomName() -> Path {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return Path(".facelatch-\(String(repeating: "0", count: 16 - digits.count) + digits).partial")
  }
}
