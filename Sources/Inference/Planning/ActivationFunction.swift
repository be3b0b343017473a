import TensorKernels

/// An activation that the kernels apply as they store a sum.
enum ActivationFunction {
  case identity
  case rectifier
  /// Slopes per channel, padded to whole blocks.
  case parametricRectifier(slopes: AlignedBuffer)
  case clip(lower: Float, upper: Float)

  func epilogue(bias: AlignedBuffer, residual: UnsafePointer<Float>?) -> Epilogue {
    switch self {
    case .identity:
      Epilogue(bias: bias.floats, residual: residual)
    case .rectifier:
      Epilogue(bias: bias.floats, residual: residual, activation: .rectifier)
    case .parametricRectifier(let slopes):
      Epilogue(bias: bias.floats, residual: residual, activation: .parametricRectifier, slopes: slopes.floats)
    case .clip(let lower, let upper):
      Epilogue(bias: bias.floats, residual: residual, activation: .clip, lower: lower, upper: upper)
    }
  }
}

extension Epilogue {
  /// The same epilogue for an image that starts `floats` further into the output.
  func advanced(by floats: Int) -> Epilogue {
    var copy = self
    copy.residual = residual.map { $0 + floats }
    return copy
  }
}
