import Foundation
import TensorKernels
import Testing

@testable import Inference

/// What onnxruntime computed from a bundled network; `Fixtures/networks/README.md` describes the files.
struct NetworkCase: Decodable, Sendable, CustomTestStringConvertible {
  struct Output: Decodable, Sendable {
    let name: String
    let shape: [Int]
  }

  struct Input: Decodable, Sendable {
    let name: String
    let shape: [Int]
    let scale: Float
    let file: String?
    let seed: UInt32?
  }

  let name: String
  let model: String
  let input: Input
  let outputs: [Output]
  let outputFile: String

  var testDescription: String { name }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Fixtures/networks")
  static let models = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Models")

  static let all: [NetworkCase] = {
    struct List: Decodable { let cases: [NetworkCase] }
    do {
      return try JSONDecoder().decode(
        List.self, from: Data(contentsOf: folder.appending(path: "networks.json"))
      ).cases
    } catch {
      return []
    }
  }()

  func inputValues() throws -> [Float] {
    if let file = input.file {
      return try Data(contentsOf: Self.folder.appending(path: file)).map { Float($0) * input.scale }
    }
    var state = try #require(input.seed)
    return (0..<input.shape.reduce(1, *)).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Float(state >> 24) * input.scale
    }
  }

  func expectedOutputs() throws -> [String: [Float]] {
    let data = try Data(contentsOf: Self.folder.appending(path: outputFile))
    var floats = data.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map {
        Float(bitPattern: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
      }
    }[...]
    var expected: [String: [Float]] = [:]
    for output in outputs {
      let count = output.shape.reduce(1, *)
      expected[output.name] = Array(floats.prefix(count))
      floats = floats.dropFirst(count)
    }
    return expected
  }
}

@Suite("The bundled networks")
struct NetworkParityTests {
  static let loaded = ModelCache()

  @Test("the fixtures name every network")
  func fixturesAreThere() {
    #expect(Set(NetworkCase.all.map(\.model)).count == 5)
  }

  @Test("equal onnxruntime on every instruction set", arguments: NetworkCase.all, InstructionSet.available)
  func equalsONNXRuntime(test: NetworkCase, instructionSet: InstructionSet) throws {
    let outputs = try run(test, instructionSet, threads: 1)
    for (name, expected) in try test.expectedOutputs() {
      let actual = try #require(outputs[name])
      // A probability's scale is one: onnxruntime's own sigmoid is off by some 1e-7 where it is almost zero.
      let isProbability = name.hasPrefix("cls_") || name.hasPrefix("obj_")
      let scale = isProbability ? 1 : expected.map(abs).max() ?? 0
      let difference = largestDifference(actual, expected) / scale
      print(
        "\(test.name) \(name) \(instructionSet.rawValue): largest difference \(difference) of the output's scale"
      )
      #expect(difference < 1e-4)
    }
  }

  @Test(
    "give the same bits for one, two and three threads", arguments: NetworkCase.all, InstructionSet.available)
  func independentOfThreads(test: NetworkCase, instructionSet: InstructionSet) throws {
    let one = try run(test, instructionSet, threads: 1)
    for threads in 2...3 {
      let several = try run(test, instructionSet, threads: threads)
      #expect(one.mapValues { $0.map(\.bitPattern) } == several.mapValues { $0.map(\.bitPattern) })
    }
  }

  @Test("running twice gives the same bits, the input left as it was")
  func repeatable() throws {
    for test in NetworkCase.all where test.input.seed != nil {
      let session = try Self.loaded.model(test.model).makeSession(inputShapes: [
        test.input.name: test.input.shape
      ])
      let values = try test.inputValues()
      try session.withInput(test.input.name) { buffer in _ = buffer.initialize(from: values) }
      session.run()
      let first = try test.outputs.map { try session.output($0.name) }
      session.run()
      #expect(try test.outputs.map { try session.output($0.name) } == first)
    }
  }

  @Test("a timed run gives the same bits and names every step")
  func timedRun() throws {
    let test = try #require(NetworkCase.all.first { $0.model == "iris.onnx" && $0.input.seed != nil })
    let session = try Self.loaded.model(test.model).makeSession(inputShapes: [
      test.input.name: test.input.shape
    ])
    let values = try test.inputValues()
    try session.withInput(test.input.name) { buffer in _ = buffer.initialize(from: values) }
    session.run()
    let expected = try test.outputs.map { try session.output($0.name) }
    var ticks = 0.0
    let steps = session.runTimed {
      ticks += 1
      return ticks
    }
    #expect(try test.outputs.map { try session.output($0.name) } == expected)
    #expect(steps.count > 20)
    #expect(steps.allSatisfy { $0.seconds == 1 && !$0.name.isEmpty })
  }

  func run(_ test: NetworkCase, _ instructionSet: InstructionSet, threads: Int) throws -> [String: [Float]] {
    let model = try Self.loaded.model(test.model)
    let session = try model.makeSession(
      inputShapes: [test.input.name: test.input.shape], threads: threads, instructionSet: instructionSet)
    let values = try test.inputValues()
    try session.withInput(test.input.name) { buffer in _ = buffer.initialize(from: values) }
    session.run()
    var outputs: [String: [Float]] = [:]
    for output in test.outputs {
      #expect(try session.outputShape(output.name) == output.shape)
      outputs[output.name] = try session.output(output.name)
    }
    return outputs
  }
}

/// Loads every network once for all tests.
final class ModelCache: @unchecked Sendable {
  private let lock = NSLock()
  private var models: [String: Model] = [:]

  func model(_ file: String) throws -> Model {
    try lock.withLock {
      if let model = models[file] { return model }
      let model = try Model(contentsOf: NetworkCase.models.appending(path: file).path)
      models[file] = model
      return model
    }
  }
}

func largestDifference(_ left: [Float], _ right: [Float]) -> Float {
  guard left.count == right.count else { return .infinity }
  return zip(left, right).reduce(0) { max($0, ($1.0 - $1.1).isNaN ? .infinity : abs($1.0 - $1.1)) }
}
