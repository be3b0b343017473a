import Formats
import Platform

/// From values to places in a drawing, evenly or by their logarithm.
struct ChartScale: Sendable {
  /// What the axis shows. On a logarithmic one both ends are positive.
  let domain: ClosedRange<Double>

  /// Where the ends of the domain lie.
  let start: Double
  let end: Double
  let isLogarithmic: Bool

  /// The place of a value; one beyond the axis lies at its nearer end.
  func place(_ value: Double) -> Double {
    let inside = max(domain.lowerBound, min(domain.upperBound, value))
    let (low, high) = (measure(domain.lowerBound), measure(domain.upperBound))
    return high > low ? start + (measure(inside) - low) / (high - low) * (end - start) : start
  }

  private func measure(_ value: Double) -> Double {
    isLogarithmic ? log10(value) : value
  }

  /// Round values along an even axis, about as many as asked for.
  func evenTicks(about count: Int) -> [Double] {
    let span = domain.upperBound - domain.lowerBound
    guard span > 0 else { return [domain.lowerBound] }
    let rough = span / Double(max(1, count))
    let decade = pow(10, log10(rough).rounded(.down))
    let step = [1, 2, 5, 10].map { $0 * decade }.first { $0 >= rough * 0.999 } ?? rough
    let first = (domain.lowerBound / step - 1e-9).rounded(.up)
    let last = (domain.upperBound / step + 1e-9).rounded(.down)
    guard first <= last else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }

  /// The powers of ten along a logarithmic axis.
  var decades: [Double] {
    let first = Int((log10(domain.lowerBound) - 1e-9).rounded(.up))
    let last = Int((log10(domain.upperBound) + 1e-9).rounded(.down))
    return first <= last ? (first...last).map { pow(10, Double($0)) } : []
  }

  /// Ticks far enough apart for their labels: every one, or every second, third… counted from the last.
  func spaced(_ ticks: [Double], apart distance: Double) -> [Double] {
    guard ticks.count > 1 else { return ticks }
    let spacing = (place(ticks[1]) - place(ticks[0])).magnitude
    let every = max(1, Int((distance / max(spacing, 0.01)).rounded(.up)))
    return ticks.indices.filter { (ticks.count - 1 - $0).isMultiple(of: every) }.map { ticks[$0] }
  }

  /// The power of ten at or below a positive value.
  static func decade(below value: Double) -> Double {
    pow(10, (log10(value) + 1e-9).rounded(.down))
  }
}
