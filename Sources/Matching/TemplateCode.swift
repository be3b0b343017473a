import TensorKernels

/// How a template's values become bytes, and how far a score of the bytes may be off.
///
/// With q the probe, x the template and x̂ what its bytes stand for, q·x exceeds q·x̂ by at most |q|·|x − x̂|
/// (Cauchy and Schwarz), and |q| is 1. The rest is rounding: a chain of n multiply-adds is off by at most
/// γₙ·Σ|qᵢyᵢ| with γₙ = nu/(1 − nu) and u = 2⁻²⁴ (Higham, Accuracy and Stability of Numerical Algorithms,
/// section 3.1).
enum TemplateCode {
  /// The greatest code; 128 stands for zero, so that codes reach equally far to both sides.
  private static let greatest = 255.0
  private static let middle = 128.0

  /// What a code is multiplied with.
  ///
  /// - Parameter vector: Finite values, not all zero.
  static func scale(_ vector: [Float]) -> Float {
    let largest = vector.reduce(Float(0)) { max($0, abs($1)) }
    return largest * 256 / Float(greatest - middle)
  }

  /// The code of a value, 0…255.
  static func code(_ value: Float, scale: Float) -> UInt32 {
    // The smallest of vectors have no scale; any code will do, since the bound tells how far it is off.
    guard scale > 0 else { return UInt32(middle) }
    let nearest = (Double(value) * 256 / Double(scale)).rounded() + middle
    return UInt32(min(greatest, max(0, nearest)))
  }

  /// By how much the score of a template, as the kernels compute it, may exceed the one of its codes.
  static func bound(_ vector: [Float], scale: Float) -> Float {
    var squares = 0.0
    for value in vector {
      let coded = Double(scale) * (Double(code(value, scale: scale)) - middle) / 256
      squares += (Double(value) - coded) * (Double(value) - coded)
    }
    let unit = 0x1p-24
    // Without a fused multiply-add the first product is rounded too.
    let roundings = Double(vector.count + 4) * unit
    guard roundings < 0.5 else { return .infinity }
    let gamma = roundings / (1 - roundings)
    // Σ|qᵢ| is at most √n, and 1 + code/256 less than 2. The sum of the probe and the differences that follow
    // are rounded four times more, at values below 2√n times the scale.
    let codedSum = Double(scale) * Double(vector.count).squareRoot() * (2 * gamma + 8 * unit)
    let rounding = codedSum + gamma + 8 * unit
    return Float(squares.squareRoot() * 1.00001 + rounding * 1.01).nextUp
  }
}
