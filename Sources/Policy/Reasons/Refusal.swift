/// Why an evaluation cannot begin now.
public struct Refusal: Error, Sendable, Equatable {
  /// The error that an app gets.
  public let error: AuthenticationError

  /// What stands in the way, the cause of `error` last; empty where the error says it all.
  public let obstacles: [Obstacle]

  public init(_ error: AuthenticationError, obstacles: [Obstacle] = []) {
    self.error = error
    self.obstacles = obstacles
  }
}
