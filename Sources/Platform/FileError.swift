/// Why a file could not be read or written.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Cause: Error, Hashable, Sendable {
    /// The operating system refused.
    case system(SystemError)
    /// What lies there is of a kind that is not read, or not written.
    case unsuitable(FileKind)
    /// A symbolic link that leads to no file.
    case danglingLink
    /// More bytes than are accepted; where only a part of them was read, so many.
    case tooLarge(byteCount: Int, limit: Int)
    /// A pipe that nobody opened to write to it, for so long.
    case noWriter(seconds: Double)
    /// An empty path, or one with a zero byte in it, which ends a path for the operating system.
    case noPath
  }

  package let path: Path
  package let cause: Cause

  package init(_ path: Path, _ cause: Cause) {
    self.path = path
    self.cause = cause
  }

  package init(_ path: Path, _ error: SystemError) {
    self.init(path, .system(error))
  }

  /// Does something with a file, and names it where the operating system refuses.
  package static func naming<Result>(
    _ path: Path, _ body: () throws(SystemError) -> Result
  ) throws(FileError) -> Result {
    do throws(SystemError) {
      return try body()
    } catch {
      throw FileError(path, error)
    }
  }

  package var description: String { "\(path): \(reason)" }

  /// The cause without the path.
  package var reason: String {
    switch cause {
    case .system(let error): error.description
    case .unsuitable(let kind): "is \(kind.words)"
    case .danglingLink: "is a symbolic link that leads nowhere"
    case .tooLarge(let byteCount, let limit): "has \(byteCount) bytes, \(limit) are allowed"
    case .noWriter(let seconds): "is a pipe that nobody has written to for \(Int(seconds.rounded())) seconds"
    case .noPath: "is no path"
    }
  }
}
