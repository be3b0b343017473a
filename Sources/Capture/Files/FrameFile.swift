import Formats

/// A file that frames are to be read from, or standard input.
package struct FrameFile: Sendable, Hashable {
  package enum Place: Sendable, Hashable {
    case path(Path)
    case standardInput
  }

  package let place: Place

  /// Position in the list that the file was named in; see `FrameOrigin.file`.
  package let position: Int

  package init(_ place: Place, position: Int) {
    self.place = place
    self.position = position
  }

  /// What errors call it.
  package var name: String {
    switch place {
    case .path(let path): path.description
    case .standardInput: "standard input"
    }
  }

  /// Whether the content is a recording or stream and no single picture. What cannot be looked at counts as a picture, whose
  /// reader names the trouble.
  package var showsSequence: Bool {
    switch place {
    case .standardInput: return true
    case .path(let path):
      guard let descriptor = try? OpenFile(path).descriptor else { return false }
      defer { OpenFile.close(descriptor) }
      return !FrameStream.isPicture(descriptor)
    }
  }
}
