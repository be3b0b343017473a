/// What a model may cost before it is refused.
struct InferenceLimits: Sendable {
  /// Elements of one tensor.
  var elementsPerValue = 1 << 27
  /// Elements of all tensors together.
  var totalElements = 1 << 31
  /// Multiply-adds, or comparable steps, of one run.
  var multiplyAdds = 1 << 38
  /// Elements of one tensor that is computed from constants while shapes are inferred.
  var elementsPerComputedConstant = 1 << 16
  /// Elements of all tensors that are computed from constants at load.
  var foldedElements = 1 << 28
  /// Steps of all computations on constants, at load and while shapes are inferred.
  var constantWork = 1 << 32

  static let standard = InferenceLimits()
}
