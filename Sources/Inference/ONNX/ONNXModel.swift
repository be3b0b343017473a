/// What an ONNX file says, as far as inference needs it; names are not resolved yet.
struct ONNXModel: Sendable {
  /// What error messages call the file.
  let file: String
  /// Version per operator domain; the empty name is the standard domain.
  var operatorSets: [String: Int] = [:]
  var graph = ONNXGraph()
}

struct ONNXGraph: Sendable {
  var nodes: [ONNXNode] = []
  var initializers: [ONNXInitializer] = []
  var inputs: [ONNXValue] = []
  var outputs: [ONNXValue] = []
}

struct ONNXInitializer: Sendable {
  let name: String
  let tensor: Tensor
}

/// A declared graph input or output.
struct ONNXValue: Sendable {
  var name = ""
  /// The number of the element type in the format; `nil` where the file does not tell or the value is no tensor.
  var elementTypeCode: Int?
  /// Extents, `nil` where free; `nil` altogether where the file does not tell.
  var dimensions: [Int?]?
}

struct ONNXNode: Sendable {
  var name = ""
  var operatorName = ""
  var domain = ""
  /// Names of values; empty for an absent optional operand.
  var inputs: [String] = []
  var outputs: [String] = []
  var attributes: [String: ONNXAttribute] = [:]

  /// What error messages call the node.
  var label: String {
    if !name.isEmpty { return name }
    return "\(operatorName)(\(outputs.first ?? ""))"
  }
}

enum ONNXAttribute: Sendable {
  case float(Float)
  case integer(Int)
  case string(String)
  case tensor(Tensor)
  case floats([Float])
  case integers([Int])
  case strings([String])
  /// A subgraph, a sparse tensor or another kind that no supported operator has.
  case unsupported

  var kind: String {
    switch self {
    case .float: "a float"
    case .integer: "an integer"
    case .string: "a string"
    case .tensor: "a tensor"
    case .floats: "a list of floats"
    case .integers: "a list of integers"
    case .strings: "a list of strings"
    case .unsupported: "a kind that is not supported"
    }
  }
}
