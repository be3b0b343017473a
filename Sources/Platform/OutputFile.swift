/// A file that is written anew and appears under its name only when it is complete and on the disk.
///
/// Until then it grows in the same folder under a name of its own that nobody can guess, so that two runs never mix and
/// whatever happens (a full disk, a power failure, a killed process) leaves the file that was there as it was. A
/// process that is killed leaves at most such a hidden file behind, in nobody's way.
///
/// What lies there already decides: a file is replaced, and its owner, group and rights pass on; so is the file that a
/// symbolic link leads to, in its own folder, and the link stays. A pipe or a character device is written to directly.
/// Folders, sockets, block devices, links that lead nowhere and files that may not be written to are refused. Another
/// hard link of a replaced file keeps the former content.
package final class OutputFile {
  package let path: Path
  private var target: Target?
  private var buffer: [UInt8] = []

  private enum Target {
    case pending(PendingFile)
    case stream(OpenStream)

    var descriptor: Int32 {
      switch self {
      case .pending(let file): file.descriptor
      case .stream(let stream): stream.descriptor
      }
    }
  }

  private final class OpenStream {
    let descriptor: Int32

    init(descriptor: Int32) {
      self.descriptor = descriptor
    }

    deinit { close(descriptor) }
  }

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: The name that it gets in the end.
  ///   - mode: Who may do what with a file that replaces none, before the process's mask takes away.
  ///   - mayBeStream: Whether a pipe or device will do, which cannot be gone back in.
  package init(_ path: Path, mode: mode_t = 0o666, mayBeStream: Bool = true) throws(FileError) {
    self.path = path
    switch try OutputPlace(path) {
    case .entry(let folder, let name):
      target = .pending(
        try FileError.naming(path) { () throws(SystemError) in
          try PendingFile(in: folder, name: name, mode: mode)
        })
    case .stream(let descriptor):
      target = .stream(OpenStream(descriptor: descriptor))
      guard mayBeStream else {
        let kind = (try? FileStatus(ofDescriptor: descriptor))?.kind ?? .unknown
        throw FileError(path, .unsuitable(kind))
      }
    }
  }

  /// Adds bytes.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Completes the file under its name; nothing can be added any more.
  ///
  /// - Parameter beginning: Replaces as many bytes at the start of the file.
  package func finish(replacingBeginningWith beginning: [UInt8] = []) throws(FileError) {
    guard let target else { return }
    try flush()
    if !beginning.isEmpty { try replaceBeginning(of: target.descriptor, with: beginning) }
    self.target = nil
    guard case .pending(let file) = target else { return }
    do throws(FileError.Cause) {
      try file.finish()
    } catch {
      throw FileError(path, error)
    }
  }

  /// Writes a whole file; see the type.
  package static func write(_ bytes: [UInt8], to path: Path, mode: mode_t = 0o666) throws(FileError) {
    let file = try OutputFile(path, mode: mode)
    try file.write(bytes)
    try file.finish()
  }

  private func flush() throws(FileError) {
    guard let target else { return }
    try writeNow(buffer, to: target.descriptor)
    buffer.removeAll(keepingCapacity: true)
  }

  private func replaceBeginning(of descriptor: Int32, with bytes: [UInt8]) throws(FileError) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FileError(path, .last) }
    try writeNow(bytes, to: descriptor)
  }

  private func writeNow(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
    try FileError.naming(path) { () throws(SystemError) in try writeAll(bytes, toDescriptor: descriptor) }
  }

  private static let bufferSize = 64 << 10
}
