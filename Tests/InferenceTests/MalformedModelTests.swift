import Foundation
import TestSupport
import Testing

@testable import Inference

/// Damaged files through the whole engine: load, plan, run. A typed error or a run that ends, nothing else.
///
/// `FACELATCH_FUZZ_ROUNDS` sets the damaged copies per network and kind of damage, a few by default.
@Suite("Malformed models")
struct MalformedModelTests {
  static let rounds = ProcessInfo.processInfo.environment["FACELATCH_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 20

  struct Tally {
    var refused = 0
    var refusedInput = 0
    var ran = 0
    var slowestSeconds = 0.0
  }

  /// Loads and runs a model at small shapes; only typed errors come out of it.
  static func exercise(_ tally: inout Tally, _ load: () throws(InferenceError) -> Model) {
    let start = ContinuousClock.now
    do throws(InferenceError) {
      let model = try load()
      do throws(InferenceError) {
        var shapes: [String: [Int]] = [:]
        for input in model.inputs where input.dimensions.contains(nil) {
          shapes[input.name] = input.dimensions.map { $0 ?? 64 }
        }
        let session = try model.makeSession(inputShapes: shapes)
        for input in model.inputs {
          try? session.withInput(input.name) { $0.update(repeating: 0.5) }
        }
        session.run()
        for output in model.outputs { _ = try? session.tensor(output.name) }
        tally.ran += 1
      } catch {
        #expect(!error.description.isEmpty)
        tally.refusedInput += 1
      }
    } catch {
      #expect(!error.description.isEmpty)
      tally.refused += 1
    }
    let duration = ContinuousClock.now - start
    tally.slowestSeconds = max(
      tally.slowestSeconds,
      Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18)
  }

  static let networks = [
    "face-detector.onnx", "face-mesh.onnx", "iris.onnx", "face-embedding.onnx", "presentation-attack.onnx",
  ]

  @Test("a truncated or damaged network is refused or runs", arguments: networks)
  func damagedNetworks(file: String) throws {
    let bytes = [UInt8](try Data(contentsOf: NetworkCase.models.appending(path: file)))
    var random = SeededGenerator(seed: UInt64(bytes.count))
    var truncated = Tally()
    for _ in 0..<Self.rounds {
      let length = Int.random(in: 0..<bytes.count, using: &random)
      Self.exercise(&truncated) { () throws(InferenceError) in
        try Model(bytes: Array(bytes[..<length]), name: file)
      }
    }
    var changed = Tally()
    for _ in 0..<Self.rounds {
      let copy = damaged(bytes, &random)
      Self.exercise(&changed) { () throws(InferenceError) in try Model(bytes: copy, name: file) }
    }
    // Damage where it hurts: the file without its weights is names, lengths, attributes and shapes.
    let model = try ONNXModel(bytes: bytes, file: file)
    var alteredTally = Tally()
    for _ in 0..<Self.rounds {
      let copy = altered(model, &random)
      Self.exercise(&alteredTally) { () throws(InferenceError) in try Model(copy) }
    }
    print("\(file): truncated \(truncated), damaged \(changed), altered \(alteredTally)")
    #expect(truncated.refused == Self.rounds)
    #expect(changed.refused + changed.refusedInput + changed.ran == Self.rounds)
    #expect(alteredTally.refused + alteredTally.refusedInput > 0)
  }

  @Test("damaged small models of every operator are refused or run")
  func damagedOperators() throws {
    var random = SeededGenerator(seed: 7)
    var tally = Tally()
    for example in try OperatorCase.all(in: "operator-cases.bin") {
      for _ in 0..<max(1, Self.rounds / 20) {
        let copy = damaged(example.model, &random)
        Self.exercise(&tally) { () throws(InferenceError) in try Model(bytes: copy, name: example.title) }
        if let model = try? ONNXModel(bytes: example.model, file: example.title) {
          let copy = altered(model, &random)
          Self.exercise(&tally) { () throws(InferenceError) in try Model(copy) }
        }
      }
    }
    print("operators: \(tally)")
    #expect(tally.refused > 0 && tally.refusedInput > 0 && tally.ran > 0)
  }

  @Test("what is no model is refused with the file's name")
  func notAModel() throws {
    for bytes in [[], [0], Array("GIF89a".utf8), [UInt8](repeating: 0xff, count: 100)] as [[UInt8]] {
      #expect {
        try Model(bytes: bytes, name: "cat.gif")
      } throws: { error in
        "\(error)".contains("cat.gif")
      }
    }
    #expect(throws: InferenceError.self) { try Model(contentsOf: "/nowhere/model.onnx") }
    #expect(throws: InferenceError.self) { try Model(contentsOf: "/") }
  }

  @Test("inputs that do not exist or do not fit are refused")
  func wrongInputs() throws {
    let detector = try Model(contentsOf: NetworkCase.models.appending(path: "face-detector.onnx").path)
    let shapes: [[String: [Int]]] = [
      [:], ["input": [1, 3, 640]], ["input": [1, 1, 64, 64]], ["input": [1, 3, 0, 64]],
      ["input": [1, 3, -32, 64]],
      ["image": [1, 3, 64, 64]], ["input": [1, 3, 1 << 40, 64]], ["input": [1, 3, 1 << 62, 1 << 62]],
      ["input": [1, 3, 100_000, 100_000]],
    ]
    for shape in shapes {
      #expect(throws: InferenceError.self, "\(shape)") { try detector.makeSession(inputShapes: shape) }
    }
    let session = try detector.makeSession(inputShapes: ["input": [1, 3, 64, 64]])
    #expect(throws: InferenceError.self) { try session.output("no such output") }
    #expect(throws: InferenceError.self) { try session.withInput("no such input") { _ in } }
  }
}
