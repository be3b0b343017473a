import Platform

/// The functions of the C library that geometry needs, so that only this file chooses the library.
package enum Mathematics {
  package static func sine(_ radians: Double) -> Double { sin(radians) }
  package static func cosine(_ radians: Double) -> Double { cos(radians) }
  package static func arcSine(_ value: Double) -> Double { asin(min(1, max(-1, value))) }
  package static func arcCosine(_ value: Double) -> Double { acos(min(1, max(-1, value))) }
  package static func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
  package static func exponential(_ value: Double) -> Double { exp(value) }
  package static func logarithm(_ value: Double) -> Double { log(value) }

  /// Maps a logit to a probability.
  package static func sigmoid(_ value: Double) -> Double { 1 / (1 + exp(-value)) }

  package static func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
  package static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  /// The value on a ramp that is 0 up to `zero` and 1 from `one` on; `one` may be the smaller of both.
  package static func ramp(_ value: Double, from zero: Double, to one: Double) -> Double {
    min(1, max(0, (value - zero) / (one - zero)))
  }
}
