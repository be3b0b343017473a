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
    do throws(FileError) {
      // A pipe would be empty when its frames are wanted, and a device may never end.
      let descriptor = try FileReader.open(path, accepting: [.regular])
      defer { close(descriptor) }
      return try digest(of: descriptor, named: path)
    } catch {
      throw .reading(error)
    }
  }

  private static func digest(of descriptor: Int32, named path: Path) throws(FileError) -> String {
    var digests = ""
    while true {
      let piece = try FileError.naming(path) { () throws(SystemError) in
        try FileReader.piece(ofDescriptor: descriptor, byteCount: pieceSize)
      }
      digests += SHA256.hexadecimalDigest(piece)
      if piece.count < pieceSize { return SHA256.hexadecimalDigest(Array(digests.utf8)) }
    }
  }
}
