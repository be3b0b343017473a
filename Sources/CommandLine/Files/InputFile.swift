import Platform

/// What a command reads: regular files and pipes, never devices, which may not end.
enum InputFile {
  /// More than any picture within the pixel limit needs; keeps an endless pipe from filling the memory.
  private static let byteLimit = 512 << 20

  /// The bytes of the file at `path`, which failures call `name` where that is given.
  static func contents(of path: Path, describedAs name: Path? = nil) throws(Failure) -> [UInt8] {
    do throws(FileError) {
      return try FileReader.contents(of: path, limit: byteLimit, accepting: [.regular, .pipe, .socket])
    } catch {
      throw .reading(FileError(name ?? path, error.cause))
    }
  }

  /// Everything up to the end of standard input.
  static func standardInput() throws(Failure) -> [UInt8] {
    do throws(FileError) {
      return try FileReader.contents(
        ofDescriptor: STDIN_FILENO, named: "standard input", limit: byteLimit)
    } catch {
      throw .reading(error)
    }
  }

  /// Throws when there is nothing to read under a name.
  static func check(_ path: Path) throws(Failure) {
    guard path.withCString({ access($0, R_OK) }) == 0 else { throw .reading(path, errorNumber: errno) }
  }
}
