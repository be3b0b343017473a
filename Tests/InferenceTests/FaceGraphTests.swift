import TensorKernels
import Testing

@testable import Inference

@Suite struct FaceGraphTests {
  @Test(
    "Networks as the usual face models are exported compute what onnxruntime computes, at every input size",
    arguments: FaceGraph.names)
  func networksAgreeWithReference(name: String) throws {
    let network = try FaceGraph(name)
    let graph = try GraphBuilder.graph(
      from: try ONNXModel(bytes: network.model, file: name), operators: .onnx)
    let folded = try graph.foldingConstants()
    #expect(folded.nodes.count <= graph.nodes.count)
    for run in network.runs {
      for candidate in [graph, folded] {
        let outputs: [String: Tensor] = try runPlainly(candidate, inputs: run.inputs)
        #expect(Set(outputs.keys) == Set(run.outputs.keys))
        for (output, expected) in run.outputs {
          let difference = try #require(outputs[output]).difference(from: expected)
          #expect(difference < 2e-5, "\(output) of \(name)")
        }
      }
    }
  }

  @Test("Sessions of such networks compute the same with every instruction set", arguments: FaceGraph.names)
  func sessionsAgreeWithReference(name: String) throws {
    let network = try FaceGraph(name)
    let model = try Model(bytes: network.model, name: name)
    for run in network.runs {
      let input = try #require(run.inputs["input"])
      for instructionSet in InstructionSet.available {
        for threads in [1, 2] {
          let session = try model.makeSession(
            inputShapes: ["input": input.shape], threads: threads, instructionSet: instructionSet)
          try session.withInput("input") { buffer in _ = buffer.update(fromContentsOf: input.floats ?? []) }
          session.run()
          for (output, expected) in run.outputs {
            let computed = Tensor(
              shape: try session.outputShape(output), elements: .float32(try session.output(output)))
            #expect(
              computed.difference(from: expected) < 5e-5,
              "\(output) of \(name) with \(instructionSet.rawValue) on \(threads) threads")
          }
        }
      }
    }
  }

  @Test("Folding leaves no weight preparation and no nodes that only pass their operand on")
  func foldingRemovesPreparation() throws {
    let network = try FaceGraph("mobilenet-v3")
    let model = try ONNXModel(bytes: network.model, file: "mobilenet-v3")
    let folded = try GraphBuilder.graph(from: model, operators: .onnx).foldingConstants()
    for node in folded.nodes {
      #expect(!(node.operation is DequantizeLinear || node.operation is Cast || node.operation is Constant))
    }
    // Half-precision and eight-bit weights are gone too.
    for value in folded.values {
      #expect(value.constant.map { [.float32, .int64].contains($0.elementType) } ?? true)
    }
    let clip = try #require(folded.nodes.compactMap { $0.operation as? Clip }.first)
    #expect(clip.minimum == 0 && clip.maximum == 6)
  }

  @Test("Weights listed among the inputs, as old files have them, are constants")
  func listedWeightsAreConstants() throws {
    let network = try FaceGraph("iresnet")
    let model = try ONNXModel(bytes: network.model, file: "iresnet")
    #expect(model.graph.inputs.count > 30)
    let graph = try GraphBuilder.graph(from: model, operators: .onnx)
    #expect(graph.inputs.map(\.name) == ["input"])
    #expect(graph.inputs[0].dimensions == [1, 3, 40, 40])
    #expect(!(try graph.foldingConstants()).nodes.contains { $0.operation is Dropout })
  }

  @Test("Free extents take any size, and fixed ones refuse another")
  func inputShapesAreChecked() throws {
    let network = try FaceGraph("scrfd")
    let graph = try GraphBuilder.graph(
      from: try ONNXModel(bytes: network.model, file: "scrfd"), operators: .onnx
    )
    .foldingConstants()
    let input = graph.inputs[0]
    #expect(input.dimensions == [1, 3, nil, nil])
    let information = try inferShapes(graph, inputShapes: [input.value: [1, 3, 128, 160]])
    let shapes = graph.outputs.map { information[$0.index].shape }
    #expect(shapes[0] == [1, 16 * 20 * 2, 1])
    #expect(shapes[8] == [1, 4 * 5 * 2, 10])
    for shape in [[1, 3, 128], [2, 3, 128, 160], [1, 3, -1, 160], [1, 3, 1 << 30, 1 << 30]] {
      #expect(throws: InferenceError.self) { try inferShapes(graph, inputShapes: [input.value: shape]) }
    }
    #expect(throws: InferenceError.self) { try inferShapes(graph) }
  }

  @Test("Models beyond the limits are refused before anything is computed")
  func limitsHold() throws {
    let network = try FaceGraph("mobilefacenet")
    let graph = try GraphBuilder.graph(from: try ONNXModel(bytes: network.model, file: "m"), operators: .onnx)
      .foldingConstants()
    let shapes = [graph.inputs[0].value: [1, 3, 48, 48]]
    #expect(throws: Never.self) { try inferShapes(graph, inputShapes: shapes) }
    for change in [\InferenceLimits.elementsPerValue, \.totalElements, \.multiplyAdds] {
      var limits = InferenceLimits()
      limits[keyPath: change] = 5000
      #expect {
        try inferShapes(graph, inputShapes: shapes, limits: limits)
      } throws: { error in
        guard case .limitExceeded? = error as? InferenceError else { return false }
        return true
      }
    }
  }
}
