import Testing

@testable import Capture

@Suite("Natural order")
struct NaturalOrderTests {
  @Test("Numbers count by value, the rest by bytes")
  func order() {
    let sorted = ["a10", "a2", "a02", "a1b", "a1", "b", "a", "", "A", "a2.png", "10", "9", "ü"]
      .map { Array($0.utf8) }.sorted(by: isInNaturalOrder).map { String(decoding: $0, as: UTF8.self) }
    #expect(sorted == ["", "9", "10", "A", "a", "a1", "a1b", "a02", "a2", "a2.png", "a10", "b", "ü"])
  }

  @Test("It is a strict total order on short names")
  func totalOrder() {
    let letters = ["0", "1", "9", "a"].map { Array($0.utf8) }
    var names: [[UInt8]] = [[]]
    for _ in 0..<3 { names += names.flatMap { name in letters.map { name + $0 } } }
    let distinct = Array(Set(names))
    for a in distinct {
      #expect(!isInNaturalOrder(a, a))
      for b in distinct where a != b {
        #expect(isInNaturalOrder(a, b) != isInNaturalOrder(b, a), "\(a) and \(b)")
      }
    }
    let sorted = distinct.sorted(by: isInNaturalOrder)
    for (index, a) in sorted.enumerated() {
      #expect(sorted[(index + 1)...].allSatisfy { isInNaturalOrder(a, $0) })
    }
  }
}
