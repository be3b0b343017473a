/// Where a frame came from.
public struct FrameOrigin: Sendable, Hashable, Codable {
  /// What the file or pipe is called: a path, or `standard input`.
  public var name: String

  /// Position of the file in the list that it was named in, from 0; all files of a named folder have the folder's.
  public var file: Int

  /// Position in a recording, from 0; `nil` for a picture, and where a recording ended with an error.
  public var index: Int?

  /// Time in a recording, in seconds from its start; `nil` for a picture.
  public var seconds: Double?

  public init(name: String, file: Int, index: Int? = nil, seconds: Double? = nil) {
    self.name = name
    self.file = file
    self.index = index
    self.seconds = seconds
  }
}
