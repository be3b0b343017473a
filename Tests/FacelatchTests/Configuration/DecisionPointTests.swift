import FaceAnalysis
import Matching
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("The operating point of decisions")
struct DecisionPointTests {
  /// The bundled pack with these points: rate, threshold, impostor pairs, source.
  private func pack(_ points: [(Double, Double, Int, String)], decision: Double) throws -> ModelPack {
    let pack = try ModelPack.bundled()
    return try pack.with(
      OperatingPointsFile(
        path: "points.json", model: pack.embedding.file.sha256, modelPack: pack.name,
        operatingPoints: points.map { rate, threshold, pairs, source in
          MeasuredThreshold(
            threshold: threshold,
            rates: MeasuredRates(source: source, falseMatchRate: rate, impostorPairs: pairs))
        }, decisionFalseMatchRate: decision, command: ""))
  }

  private func decision(_ pack: ModelPack, _ rate: Double? = nil) throws -> DecisionPoint {
    let matcher = try Matcher(pack: pack, decidingAt: rate.flatMap { FalseMatchRate(rawValue: $0) })
    return DecisionPoint(of: matcher, pack: pack)
  }

  @Test("A measured rate has its own source, one between two has both, and the fewer pairs")
  func sources() throws {
    let pack = try pack(
      [(1e-2, 0.3, 50, "A: pairs"), (1e-4, 0.5, 20, "B: pairs"), (1e-6, 0.7, 900, "B: pairs")], decision: 1e-4
    )
    let own = try decision(pack)
    #expect(own.threshold == Score(0.5) && own.falseMatchRate == FalseMatchRate(rawValue: 1e-4))
    #expect(own.source == "B: pairs" && own.impostorPairs == 20)
    #expect(own.description == "1 in 10,000 pairs of different people, B")
    let between = try decision(pack, 1e-3)
    #expect(abs(between.threshold.rawValue - 0.4) < 1e-9)
    #expect(between.source == "A: pairs; B: pairs" && between.impostorPairs == 20)
    let sameSource = try decision(pack, 1e-5)
    #expect(abs(sameSource.threshold.rawValue - 0.6) < 1e-9)
    #expect(sameSource.source == "B: pairs" && sameSource.impostorPairs == 20)
    #expect(try decision(pack, 1e-6).impostorPairs == 900)
  }

  @Test("A pack without operating points has scores and decides nothing, until it gets some")
  func unmeasured() throws {
    let folder = try TemporaryFolder()
    let pack = try ModelPack(directory: unmeasuredPack(in: folder.path))
    for rate in [nil, FalseMatchRate(rawValue: 1e-4)] {
      #expect(throws: MatchingError.withoutOperatingPoints) { try Matcher(pack: pack, decidingAt: rate) }
    }
    let measured = try self.pack([(1e-2, 0.3, 50, "A"), (1e-4, 0.5, 20, "A")], decision: 1e-4).embedding
    let file = try OperatingPointsFile(
      path: "points.json", model: pack.embedding.file.sha256, modelPack: pack.name,
      operatingPoints: measured.operatingPoints, decisionFalseMatchRate: 1e-4, command: "")
    #expect(try decision(pack.with(file)).threshold == Score(0.5))
  }

  @Test("Rates that were not measured are refused with the range that was")
  func notMeasured() throws {
    let pack = try pack([(1e-2, 0.3, 50, "A"), (1e-4, 0.5, 20, "A")], decision: 1e-4)
    for rate in [0.011, 9e-5] {
      let error = #expect(throws: MatchingError.self) { try decision(pack, rate) }
      #expect(error?.description.contains("measured from 1 in 10,000 to 1 in 100") == true)
    }
  }

  @Test(
    "Words on one line, whatever the source holds",
    arguments: [
      ("", "50 % of pairs of different people"), (": all pairs", "50 % of pairs of different people"),
      ("A\nB\u{1b}[31m: x", "50 % of pairs of different people, A\\nB\\x1b[31m"),
    ])
  func words(source: String, expected: String) throws {
    #expect(try decision(pack([(0.5, 0.3, 50, source)], decision: 0.5)).description == expected)
  }

  @Test("A long name is cut")
  func longName() throws {
    let name = String(repeating: "x", count: 1_000)
    let words = try decision(pack([(0.5, 0.3, 50, name)], decision: 0.5)).description
    #expect(words.count < 120 && words.hasSuffix("x…"))
  }
}

/// Writes a pack of the bundled embedding network that nobody has measured, without the network itself.
///
/// - Returns: Its folder.
func unmeasuredPack(in folder: String) throws -> String {
  let bundled = try ModelPack.bundled().embedding
  let network = try EmbeddingNetwork(bytes: TestFile.bytes(bundled.file.path.text), name: "my.onnx")
  let pack = NewModelPack(
    name: "mine", network: network, fileName: "my.onnx", licence: "", origin: "",
    channels: bundled.input.channels, scale: bundled.input.scale, offset: bundled.input.offset,
    alignment: .usual)
  try TestFile.write(Array(pack.manifest().utf8), to: folder + "/" + ModelPack.manifestName)
  return folder
}
