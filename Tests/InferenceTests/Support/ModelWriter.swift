@testable import Inference

/// A model file written by hand, for tests of what exporters do not write.
struct ModelWriter {
  struct Node {
    var operatorName: String
    var inputs: [String]
    var outputs: [String]
    var domain = ""
    var attributes: (inout ProtobufWriter) -> Void = { _ in }
  }

  var nodes: [Node] = []
  var inputs = ["x"]
  var outputs = ["y"]
  /// Tensor messages.
  var initializers: [(inout ProtobufWriter) -> Void] = []
  var operatorSet: Int? = 13
  /// More fields of the graph.
  var graphExtras: (inout ProtobufWriter) -> Void = { _ in }

  /// Inputs are floats of this shape.
  var inputShape = [2, 3]

  /// The file's bytes.
  var bytes: [UInt8] {
    var file = ProtobufWriter()
    file.integer(1, 8)
    file.message(7) { graph in
      for node in nodes {
        graph.message(1) { message in
          for input in node.inputs { message.string(1, input) }
          for output in node.outputs { message.string(2, output) }
          message.string(4, node.operatorName)
          if !node.domain.isEmpty { message.string(7, node.domain) }
          node.attributes(&message)
        }
      }
      for initializer in initializers { graph.message(5, initializer) }
      for input in inputs {
        graph.message(11) { value in
          value.string(1, input)
          value.message(2) { type in
            type.message(1) { tensor in
              tensor.integer(1, 1)
              tensor.message(2) { shape in
                for extent in inputShape { shape.message(1) { $0.integer(1, extent) } }
              }
            }
          }
        }
      }
      for output in outputs { graph.message(12) { $0.string(1, output) } }
      graphExtras(&graph)
    }
    if let operatorSet {
      file.message(8) { set in
        set.string(1, "")
        set.integer(2, operatorSet)
      }
    }
    return file.bytes
  }

  func graph() throws(InferenceError) -> Graph {
    try GraphBuilder.graph(from: try ONNXModel(bytes: bytes, file: "hand.onnx"), operators: .onnx)
  }

  /// A model whose only weight is added to its input.
  static func adding(_ tensor: @escaping (inout ProtobufWriter) -> Void) -> ModelWriter {
    ModelWriter(
      nodes: [Node(operatorName: "Add", inputs: ["x", "w"], outputs: ["y"])],
      initializers: [
        {
          $0.string(8, "w")
          tensor(&$0)
        }
      ])
  }
}
