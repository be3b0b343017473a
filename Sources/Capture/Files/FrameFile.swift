import Platform

/// A file that frames are to be read from, or standard input.
public struct FrameFile: Sendable, Hashable {
  public enum Place: Sendable, Hashable {
    case path(Path)
    case standardInput
  }

  public let place: Place

  /// Position in the list that the file was named in; see `FrameOrigin.file`.
  public let position: Int

  public init(_ place: Place, position: Int) {
    self.place = place
    self.position = position
  }

  /// What errors call it; they make it printable.
  package var name: String {
    switch place {
    case .path(let path): path.text
    case .standardInput: "standard input"
    }
  }

  /// As it was named: the path, or `-` for standard input.
  package var text: String {
    switch place {
    case .path(let path): path.text
    case .standardInput: "-"
    }
  }

  /// Whether the content is a recording or stream and no single picture. What cannot be looked at counts as a picture, whose
  /// reader names the trouble.
  package var showsSequence: Bool {
    switch place {
    case .standardInput: return true
    case .path(let path):
      // Whoever writes to a pipe must not see somebody come and go.
      if (try? FileStatus(of: path))?.kind == .pipe { return true }
      guard let descriptor = try? OpenFile(path).descriptor else { return false }
      defer { OpenFile.close(descriptor) }
      return !FrameStream.isPicture(descriptor)
    }
  }
}
