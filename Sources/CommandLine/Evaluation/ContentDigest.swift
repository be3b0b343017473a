import Evaluation
import Facelatch
import Platform

/// What stands for the content of files, however large: SHA-256 over the SHA-256 of each piece of four mebibytes.
enum ContentDigest {
  private static let pieceSize = 4 << 20

  /// The digest of some files in their order, or why one of them cannot be read.
  static func contents(of inputs: [Input]) -> FileContents {
    var digests: [String] = []
    for input in inputs {
      do throws(Failure) {
        if let failure = input.failure { throw failure }
        digests.append(try digest(of: input.path))
      } catch {
        // Of a folder the file is named, of a file the caller knows the name.
        return .unreadable(reason: inputs.count > 1 ? error.line : error.reason)
      }
    }
    return .bytes(Array(digests.joined(separator: "\n").utf8))
  }

  private static func digest(of path: Path) throws(Failure) -> String {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { throw .reading(path, errorNumber: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .reading(path, errorNumber: errno) }
    // A pipe would be empty when its frames are wanted, and a device may never end.
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(
        path.description, cause: "is no file", cure: "name a picture or recording", exitCode: .unusableInput)
    }
    var digests = ""
    while true {
      let (piece, errorNumber) = FileReader.readChunk(descriptor, capacity: pieceSize)
      if errorNumber != 0 { throw .reading(path, errorNumber: errorNumber) }
      digests += SHA256.hexadecimalDigest(piece)
      if piece.count < pieceSize { return SHA256.hexadecimalDigest(Array(digests.utf8)) }
    }
  }
}
