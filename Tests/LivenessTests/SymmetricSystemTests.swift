import Testing

@testable import Liveness

struct SymmetricSystemTests {
  @Test("least squares find the numbers that made the targets", arguments: 1...7)
  func recovers(size: Int) throws {
    var random = Numbers(seed: UInt64(size))
    let truth = (0..<size).map { _ in random.uniform(-3, 3) }
    var fit = LeastSquares(columns: size, targets: 2)
    for _ in 0..<4 * size {
      let row = (0..<size).map { _ in random.uniform(-1, 1) }
      let value = zip(row, truth).reduce(0) { $0 + $1.0 * $1.1 }
      fit.add(row, [value, -2 * value])
    }
    let found = try #require(fit.solved())
    for (index, value) in truth.enumerated() {
      #expect(abs(found[0][index] - value) < 1e-9)
      #expect(abs(found[1][index] + 2 * value) < 1e-9)
    }
  }

  @Test("equations that fix nothing have no solution")
  func degenerate() {
    #expect(SymmetricSystem([1, 1, 1, 1], size: 2) == nil)
    #expect(SymmetricSystem([1, 0, 0, .nan], size: 2) == nil)
    #expect(SymmetricSystem([1, 0, 0], size: 2) == nil)
    #expect(LeastSquares(columns: 2, targets: 1).solved() == nil)
  }
}

/// Random numbers that are the same in every run.
struct Numbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

  mutating func uniform(_ low: Double, _ high: Double) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return low + (high - low) * Double(state >> 11) / Double(1 << 53)
  }

  /// About normal: the sum of twelve even numbers.
  mutating func normal(_ deviation: Double) -> Double {
    (0..<12).reduce(0) { sum, _ in sum + uniform(-0.5, 0.5) } * deviation
  }
}
