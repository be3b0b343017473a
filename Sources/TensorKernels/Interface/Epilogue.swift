/// What happens to a sum before it is stored: add the bias, add the residual, activate.
public struct Epilogue {
  public enum Activation: Sendable {
    case identity
    /// max(x, 0)
    case rectifier
    /// x for x ≥ 0, else slope · x with a slope per channel.
    case parametricRectifier
    /// x limited to `lower`…`upper`.
    case clip
  }

  /// One value per output channel, padded to whole blocks.
  public var bias: UnsafePointer<Float>
  /// Added before the activation; laid out like the output.
  public var residual: UnsafePointer<Float>?
  public var activation: Activation
  /// Slopes of the parametric rectifier, padded to whole blocks; read only for that activation.
  public var slopes: UnsafePointer<Float>
  public var lower: Float
  public var upper: Float

  public init(
    bias: UnsafePointer<Float>,
    residual: UnsafePointer<Float>? = nil,
    activation: Activation = .identity,
    slopes: UnsafePointer<Float>? = nil,
    lower: Float = -.infinity,
    upper: Float = .infinity
  ) {
    self.bias = bias
    self.residual = residual
    self.activation = activation
    self.slopes = slopes ?? bias
    self.lower = lower
    self.upper = upper
  }
}
