import TensorKernels
import Testing

@testable import Inference

/// Small models of every operator through the planned session: blocked kernels, conversions between layouts, plain
/// operators in between.
@Suite("Sessions of small models")
struct SessionParityTests {
  @Test("compute what onnxruntime computes", arguments: InstructionSet.available)
  func equalsReference(instructionSet: InstructionSet) throws {
    var runs = 0
    for example in try OperatorCase.all(in: "operator-cases.bin") {
      // The caller of a model fills what has elements.
      guard example.inputs.values.allSatisfy({ !$0.shape.contains(0) }) else { continue }
      do {
        let model = try Model(bytes: example.model, name: example.title)
        for threads in [1, 3] {
          let session = try model.makeSession(
            inputShapes: model.shapes(of: example.inputs), threads: threads, instructionSet: instructionSet)
          let results = try session.results(of: model, from: example.inputs)
          for (name, expected) in example.outputs {
            let difference = try #require(results[name]).difference(from: expected)
            #expect(difference <= max(example.tolerance, 2e-5), "\(example.title) on \(threads) threads")
          }
          runs += 1
        }
      } catch {
        Issue.record("\(example.title): \(error)")
      }
    }
    #expect(runs > 1600)
    print("\(runs) sessions on \(instructionSet.rawValue)")
  }
}
