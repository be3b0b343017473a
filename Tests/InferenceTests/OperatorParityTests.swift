import Testing

@testable import Inference

@Suite struct OperatorParityTests {
  @Test("Every operator computes what onnxruntime computes, before and after constant folding")
  func operatorsAgreeWithReference() throws {
    let cases = try OperatorCase.all(in: "operator-cases.bin")
    #expect(cases.count > 500)
    var largest: (difference: Float, title: String) = (0, "")
    for example in cases {
      do {
        let model = try ONNXModel(bytes: example.model, file: example.title)
        let graph = try GraphBuilder.graph(from: model, operators: .onnx)
        for candidate in [graph, try graph.foldingConstants()] {
          let outputs: [String: Tensor] = try runPlainly(candidate, inputs: example.inputs)
          for (name, expected) in example.outputs {
            let computed = try #require(outputs[name])
            let difference = computed.difference(from: expected)
            if difference > largest.difference { largest = (difference, example.title) }
            #expect(
              difference <= example.tolerance,
              "\(example.title): \(computed.shape) \(computed.elements) instead of \(expected.shape) \(expected.elements)"
            )
          }
        }
      } catch {
        Issue.record("\(example.title): \(error)")
      }
    }
    print(
      "\(cases.count) operator cases, largest relative difference \(largest.difference) (\(largest.title))")
  }
}
