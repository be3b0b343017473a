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
      // A session takes and gives floats; whole numbers are for shape arithmetic inside a model.
      guard example.inputs.values.allSatisfy({ $0.elementType == .float32 }),
        example.outputs.values.allSatisfy({ $0.elementType == .float32 }),
        example.inputs.values.allSatisfy({ !$0.shape.contains(0) })
      else { continue }
      do {
        let model = try Model(bytes: example.model, name: example.title)
        for threads in [1, 3] {
          let session = try model.makeSession(
            inputShapes: example.inputs.filter { input in model.inputs.contains { $0.name == input.key } }
              .mapValues(\.shape),
            threads: threads, instructionSet: instructionSet)
          for (name, tensor) in example.inputs where model.inputs.contains(where: { $0.name == name }) {
            guard case .float32(let values) = tensor.elements else { continue }
            try session.withInput(name) { buffer in _ = buffer.initialize(from: values) }
          }
          session.run()
          for (name, expected) in example.outputs {
            let computed = Tensor(
              shape: try session.outputShape(name), elements: .float32(try session.output(name)))
            let difference = computed.difference(from: expected)
            #expect(difference <= max(example.tolerance, 2e-5), "\(example.title) on \(threads) threads")
          }
          runs += 1
        }
      } catch {
        Issue.record("\(example.title): \(error)")
      }
    }
    #expect(runs > 500)
    print("\(runs) sessions on \(instructionSet.rawValue)")
  }
}
