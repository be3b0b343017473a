import TestSupport
import Testing

@Suite("Seeded random numbers")
struct SeededGeneratorTests {
  @Test("The first numbers are those of the published generator")
  func published() {
    // The outputs that its authors' C code gives for this seed.
    var generator = SeededGenerator(seed: 1_234_567)
    let first = (0..<5).map { _ in generator.next() }
    #expect(
      first == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test("One seed gives one sequence, two seeds give two")
  func seeds() {
    var generators = [7, 7, 8].map { SeededGenerator(seed: $0) }
    let bytes = generators.indices.map { generators[$0].bytes(32) }
    #expect(bytes[0] == bytes[1] && bytes[0] != bytes[2])
  }

  @Test("Values stay in their range and reach most of it")
  func ranges() {
    var generator = SeededGenerator(seed: 1)
    let floats = generator.floats(4_000)
    #expect(floats.allSatisfy { abs($0) <= 1 })
    #expect((floats.min() ?? 0) < -0.99 && (floats.max() ?? 0) > 0.99)
    #expect(Set(generator.bytes(4_000)).count == 256)
  }

  @Test("Normal numbers have the mean and the deviation that are asked for")
  func normal() {
    var generator = SeededGenerator(seed: 2)
    let values = (0..<20_000).map { _ in generator.normal(mean: 3, deviation: 0.5) }
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    // Four standard errors of each.
    #expect(abs(mean - 3) < 0.015)
    #expect(abs(variance - 0.25) < 0.01)
  }
}
