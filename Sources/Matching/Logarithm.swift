import Platform

/// The two functions of the C library that interpolation on a logarithmic scale needs.
enum Logarithm {
  /// Logarithm to the base 2 of a positive number.
  static func binary(_ number: Double) -> Double { log2(number) }

  /// 2 to the power of `exponent`.
  static func power(_ exponent: Double) -> Double { exp2(exponent) }
}
