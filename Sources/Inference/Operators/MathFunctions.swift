import Platform

/// The C library's functions of a real number, in one place.
enum MathFunctions {
  static func exponential(_ value: Float) -> Float { expf(value) }
  static func logarithm(_ value: Float) -> Float { logf(value) }
  static func hyperbolicTangent(_ value: Float) -> Float { tanhf(value) }
  static func errorFunction(_ value: Float) -> Float { erff(value) }
  static func power(_ base: Float, _ exponent: Float) -> Float { powf(base, exponent) }
  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
  static func logarithmOfOnePlus(_ value: Float) -> Float { log1pf(value) }
}
