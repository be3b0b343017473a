import FaceGate
import Glibc

/// What stands for the content of files, however large: SHA-256 over the SHA-256 of each piece of four mebibytes.
enum ContentDigest {
  private static let pieceSize = 4 << 20

  /// The digest of some files in their order; a file that cannot be read counts as its error.
  static func bytes(of paths: [Path]) -> [UInt8] {
    Array(paths.map(digest).joined(separator: "\n").utf8)
  }

  private static func digest(of path: Path) -> String {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) }
    guard descriptor >= 0 else { return "error \(errno)" }
    defer { close(descriptor) }
    var digests = ""
    while true {
      let (piece, errorNumber) = FileReader.readChunk(descriptor, capacity: pieceSize)
      if errorNumber != 0 { return "error \(errorNumber)" }
      digests += SHA256.hexadecimalDigest(piece)
      if piece.count < pieceSize { return SHA256.hexadecimalDigest(Array(digests.utf8)) }
    }
  }
}
