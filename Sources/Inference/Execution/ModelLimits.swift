/// How much memory and work a model may ask for; a malformed file must not take the machine down.
public struct ModelLimits: Sendable {
  /// Bytes of working memory of one session.
  public var arenaByteCount = 1 << 30
  /// Bytes of a model file.
  public var fileByteCount = 1 << 30

  public init() {}
}
