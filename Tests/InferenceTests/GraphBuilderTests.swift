import Testing

@testable import Inference

@Suite struct GraphBuilderTests {
  private func relu(_ input: String, _ output: String) -> ModelWriter.Node {
    ModelWriter.Node(operatorName: "Relu", inputs: [input], outputs: [output])
  }

  @Test("Nodes out of order are brought into an order in which they can be computed")
  func sorting() throws {
    let writer = ModelWriter(nodes: [relu("c", "y"), relu("a", "b"), relu("b", "c"), relu("x", "a")])
    let graph = try writer.graph()
    var defined = Set(graph.inputs.map(\.value))
    for node in graph.nodes {
      for case let operand? in node.inputs { #expect(defined.contains(operand)) }
      defined.formUnion(node.outputs)
    }
    #expect(graph.nodes.count == 4)
  }

  @Test(
    "Graphs that do not hang together are refused",
    arguments: [
      ("an operand that nothing defines", [("ghost", "y")], ["x"], ["y"]),
      ("a cycle", [("b", "a"), ("a", "b"), ("b", "y")], ["x"], ["y"]),
      ("a node that reads itself", [("y", "y")], ["x"], ["y"]),
      ("a name defined twice", [("x", "y"), ("x", "y")], ["x"], ["y"]),
      ("a node that defines an input", [("x", "x"), ("x", "y")], ["x"], ["y"]),
      ("an output that is not computed", [("x", "a")], ["x"], ["y"]),
      ("an output listed twice", [("x", "y")], ["x"], ["y", "y"]),
      ("an input listed twice", [("x", "y")], ["x", "x"], ["y"]),
      ("no output", [("x", "y")], ["x"], []),
    ])
  func brokenGraphs(title: String, links: [(String, String)], inputs: [String], outputs: [String]) {
    let writer = ModelWriter(nodes: links.map { relu($0.0, $0.1) }, inputs: inputs, outputs: outputs)
    #expect {
      try writer.graph()
    } throws: { error in
      guard case .malformed(file: "hand.onnx", _)? = error as? InferenceError else { return false }
      return true
    }
  }

  @Test("An operator that the engine does not have is named with its operator set and node")
  func unknownOperators() {
    var writer = ModelWriter(nodes: [.init(operatorName: "LSTM", inputs: ["x"], outputs: ["y"])])
    #expect(throws: InferenceError.unsupportedOperator(name: "LSTM", version: 13, node: "LSTM(y)")) {
      try writer.graph()
    }
    // A conditional carries graphs of its own; those are skipped, not followed.
    writer.nodes[0].operatorName = "If"
    writer.nodes[0].attributes = { node in
      node.message(5) {
        $0.string(1, "then_branch")
        $0.content(6, [UInt8](repeating: 0xff, count: 5))
        $0.integer(20, 5)
      }
    }
    #expect(throws: InferenceError.unsupportedOperator(name: "If", version: 13, node: "If(y)")) {
      try writer.graph()
    }
    writer.nodes[0] = .init(operatorName: "FusedConv", inputs: ["x"], outputs: ["y"], domain: "com.microsoft")
    #expect(
      throws: InferenceError.unsupportedOperator(
        name: "com.microsoft.FusedConv", version: 1, node: "FusedConv(y)")
    ) {
      try writer.graph()
    }
    writer.nodes[0] = .init(operatorName: "Relu", inputs: ["x"], outputs: ["y"], domain: "ai.onnx")
    #expect(throws: Never.self) { try writer.graph() }
  }

  @Test("Operator sets that the engine does not know are refused")
  func operatorSets() {
    for set in [nil, 1, 6, 27, -1, Int.max] as [Int?] {
      var writer = ModelWriter(nodes: [relu("x", "y")])
      writer.operatorSet = set
      #expect {
        try writer.graph()
      } throws: { error in
        guard case .unsupportedModel(file: "hand.onnx", _)? = error as? InferenceError else { return false }
        return true
      }
    }
    for set in 7...26 {
      var writer = ModelWriter(nodes: [relu("x", "y")])
      writer.operatorSet = set
      #expect(throws: Never.self) { try writer.graph() }
    }
  }

  @Test("Outputs that an operator does not compute may be listed as long as nobody reads them")
  func surplusOutputs() throws {
    var pool = ModelWriter.Node(operatorName: "Relu", inputs: ["x"], outputs: ["y", "mask"])
    let ignored = try ModelWriter(nodes: [pool]).graph()
    #expect(ignored.nodes[0].outputs.count == 1)
    #expect(throws: InferenceError.self) { try ModelWriter(nodes: [pool, relu("mask", "z")]).graph() }
    pool.outputs = ["y", "", ""]
    #expect(try ModelWriter(nodes: [pool]).graph().nodes[0].outputs.count == 1)
    pool.outputs = []
    #expect(throws: InferenceError.self) { try ModelWriter(nodes: [pool, relu("x", "y")]).graph() }
  }

  @Test("An input may be an output, and what an output passes on keeps its name")
  func passedThrough() throws {
    let writer = ModelWriter(
      nodes: [
        .init(operatorName: "Identity", inputs: ["x"], outputs: ["a"]),
        .init(operatorName: "Identity", inputs: ["a"], outputs: ["y"]), relu("a", "z"),
      ], outputs: ["x", "y", "z"])
    let graph = try writer.graph().foldingConstants()
    #expect(graph.outputs.map { graph.values[$0.index].name } == ["x", "y", "z"])
    #expect(graph.nodes.count == 2)
    let outputs = try runPlainly(graph, inputs: ["x": (shape: [2, 3], values: [1, -2, 3, -4, 5, -6])])
    #expect(outputs["x"]?.values == [1, -2, 3, -4, 5, -6])
    #expect(outputs["y"]?.values == [1, -2, 3, -4, 5, -6])
    #expect(outputs["z"]?.values == [1, 0, 3, 0, 5, 0])
  }

  @Test("A graph of constants alone folds to its outputs")
  func constantGraph() throws {
    var writer = ModelWriter.adding { tensor in
      tensor.integer(1, 2)
      tensor.integer(2, 1)
      tensor.content(4, [Float(3), 4].flatMap(\.bytes))
    }
    writer.inputs = []
    writer.nodes = [.init(operatorName: "Mul", inputs: ["w", "w"], outputs: ["y"])]
    let graph = try writer.graph().foldingConstants()
    #expect(graph.nodes.isEmpty && graph.values.count == 1)
    #expect(graph.values[graph.outputs[0].index].constant?.floats == [9, 16])
  }
}
