/// One end of the binomial distribution as a function of the chance of an event: the chance of at least, or of at
/// most, so many events.
///
/// Either is an integral of t^(a−1)·(1−t)^(b−1), taken over t up to the chance or from it on, over the integral from
/// 0 to 1. Both are taken relative to a value of the integrand nearby and from there outwards until nothing is left
/// that counts. So the work is the same for ten trials and for ten thousand million, and nothing cancels.
struct BinomialTail {
  private enum Side {
    case below
    case above
  }

  private let side: Side
  /// The exponents a − 1 and b − 1.
  private let left: Double
  private let right: Double
  /// Where the integrand is highest.
  private let mode: Double
  private let logarithmOfWhole: Double

  /// The chance of at least `events` of `trials`.
  ///
  /// - Parameter events: 1…`trials`.
  static func atLeast(_ events: Int, of trials: Int) -> BinomialTail {
    BinomialTail(side: .below, left: Double(events - 1), right: Double(trials - events))
  }

  /// The chance of at most `events` of `trials`.
  ///
  /// - Parameter events: 0…`trials` − 1.
  static func atMost(_ events: Int, of trials: Int) -> BinomialTail {
    BinomialTail(side: .above, left: Double(events), right: Double(trials - events - 1))
  }

  private init(side: Side, left: Double, right: Double) {
    self.side = side
    self.left = left
    self.right = right
    mode = left + right > 0 ? left / (left + right) : 0.5
    let whole =
      Self.integral(left: left, right: right, from: mode, to: .below)
      + Self.integral(left: left, right: right, from: mode, to: .above)
    logarithmOfWhole = ElementaryFunctions.naturalLogarithm(whole)
  }

  /// The chance per trial at which the tail has a given probability.
  ///
  /// - Parameter probability: Greater than 0 and less than 1.
  func chance(at probability: Double) -> Double {
    let goal = ElementaryFunctions.naturalLogarithm(probability)
    var chance = (left + 1) / (left + right + 2)
    // The logarithm of the tail is concave over the chance and over its logarithm, so Newton's steps overshoot at most
    // once and then come nearer from one side.
    for _ in 0..<200 {
      let part = Self.integral(left: left, right: right, from: chance, to: side)
      let excess =
        logarithmOfRatio(chance) + ElementaryFunctions.naturalLogarithm(part) - logarithmOfWhole - goal
      var next = chance
      switch side {
      // Steps of the logarithm: a lower limit may lie many powers of ten below the share of events.
      case .below: next = chance * ElementaryFunctions.exponential(-excess * part / chance)
      case .above:
        next = chance + excess * part
        if next >= 1 { next = (chance + 1) / 2 }
      }
      let isSettled = (next - chance).magnitude <= 4 * chance.ulp
      chance = next
      if isSettled { break }
    }
    return chance
  }

  /// The logarithm of the integrand at `chance` over its value at the mode.
  private func logarithmOfRatio(_ chance: Double) -> Double {
    Self.logarithmOfRatio(left: left, right: right, from: mode, by: chance - mode)
  }

  private static func logarithmOfRatio(
    left: Double, right: Double, from start: Double, by distance: Double
  ) -> Double {
    // Without the tests, 0 times minus infinity would be no number.
    (left > 0 ? left * ElementaryFunctions.logarithmOfOnePlus(distance / start) : 0)
      + (right > 0 ? right * ElementaryFunctions.logarithmOfOnePlus(-distance / (1 - start)) : 0)
  }

  /// The integral from `start` to 0 or to 1, over the integrand at `start`.
  private static func integral(left: Double, right: Double, from start: Double, to side: Side) -> Double {
    let direction: Double = side == .below ? -1 : 1
    func logarithm(_ distance: Double) -> Double {
      logarithmOfRatio(left: left, right: right, from: start, by: direction * distance)
    }
    // e⁻⁴⁵ is below the last bit of a sum that begins with 1.
    let negligible = -45.0
    var length = side == .below ? start : 1 - start
    if !(logarithm(length) >= negligible) {
      var inner = 0.0
      // Halves as long as the length is wrong by more than a twentieth; 1,100 halvings reach the smallest number.
      for _ in 0..<1100 where length - inner > 0.05 * length {
        let middle = (inner + length) / 2
        if logarithm(middle) >= negligible { inner = middle } else { length = middle }
      }
    }
    return length
      * Quadrature.nodes.reduce(0) {
        $0 + $1.weight * ElementaryFunctions.exponential(logarithm(length * $1.place))
      }
  }
}

/// Double exponential quadrature on 0…1 (Takahasi and Mori 1974): the trapezoidal rule after a change of variable that
/// crowds the nodes at both ends.
private enum Quadrature {
  struct Node {
    let place: Double
    let weight: Double
  }

  static let nodes: [Node] = (-51...51).map { index in
    let step = 1.0 / 16
    let variable = Double(index) * step
    let place =
      1 / (1 + ElementaryFunctions.exponential(-Double.pi * ElementaryFunctions.hyperbolicSine(variable)))
    return Node(
      place: place,
      weight: step * Double.pi * ElementaryFunctions.hyperbolicCosine(variable) * place * (1 - place))
  }
}
