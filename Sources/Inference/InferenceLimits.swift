/// How much memory and work a model may ask for before it is refused: a malformed file must not take the machine down.
public struct InferenceLimits: Sendable {
  /// Bytes of a model file.
  public var fileByteCount = 1 << 30
  /// Bytes of working memory of one session.
  public var arenaByteCount = 1 << 30
  /// Elements of one tensor.
  public var elementsPerValue = 1 << 27
  /// Elements of all tensors together.
  public var totalElements = 1 << 31
  /// Multiply-adds, or comparable steps, of one run.
  public var multiplyAdds = 1 << 37
  /// Multiply-adds, or comparable steps, of one run in operators that no fast kernel computes: some seconds' worth.
  public var plainMultiplyAdds = 1 << 32
  /// Elements of one tensor that is computed from constants while shapes are inferred.
  public var elementsPerComputedConstant = 1 << 16
  /// Elements of all tensors that are computed from constants at load.
  public var foldedElements = 1 << 28
  /// Steps of all computations on constants, at load and while shapes are inferred.
  public var constantWork = 1 << 32

  public static let standard = InferenceLimits()

  public init() {}
}
