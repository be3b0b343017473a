import Platform

/// The functions of the C library that the metrics need.
enum ElementaryFunctions {
  static func exponential(_ number: Double) -> Double { exp(number) }

  static func naturalLogarithm(_ number: Double) -> Double { log(number) }

  /// The logarithm of 1 + `number`, exact also where `number` is tiny.
  static func logarithmOfOnePlus(_ number: Double) -> Double { log1p(number) }

  static func hyperbolicSine(_ number: Double) -> Double { sinh(number) }

  static func hyperbolicCosine(_ number: Double) -> Double { cosh(number) }
}
