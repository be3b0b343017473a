/// A library of the system that this package stands on.
public struct SystemLibrary: Hashable, Sendable {
  /// The name that its project uses.
  public let name: String
  /// The version as its project writes it.
  public let version: String

  package init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}
