/// Where a frame came from.
public struct FrameOrigin: Sendable, Hashable, Codable {
  /// What the file or pipe is called: a path, or `standard input`.
  public var name: String

  /// Position of the file in the list that it was named in, from 0; all files of a named folder have the folder's.
  public var file: Int

  /// Position in a recording, from 0; `nil` for a picture, and where a recording ended with an error.
  public var index: Int?

  public init(name: String, file: Int, index: Int? = nil) {
    self.name = name
    self.file = file
    self.index = index
  }
}
