import TestSupport
import Testing

@testable import Liveness

struct SymmetricSystemTests {
  @Test("least squares find the numbers that made the targets", arguments: 1...7)
  func recovers(size: Int) throws {
    var random = SeededGenerator(seed: UInt64(size))
    let truth = (0..<size).map { _ in Double.random(in: -3...3, using: &random) }
    var fit = LeastSquares(columns: size, targets: 2)
    for _ in 0..<4 * size {
      let row = (0..<size).map { _ in Double.random(in: -1...1, using: &random) }
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
