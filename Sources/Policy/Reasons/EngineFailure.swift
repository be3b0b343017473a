/// A part that checking faces takes does not work here: nothing that a frame shows is to blame.
public struct EngineFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// Which part.
  public enum Part: String, Sendable, Codable {
    /// The machine's configuration.
    case configuration
    /// The model pack or one of its networks.
    case models
    /// The operating points, or the rate at which decisions are made.
    case operatingPoints
    /// The source of frames.
    case frames
  }

  public let part: Part

  /// One line for a person: what, which file, why, what to do.
  public let description: String

  public init(_ part: Part, _ description: String) {
    self.part = part
    self.description = description
  }
}
