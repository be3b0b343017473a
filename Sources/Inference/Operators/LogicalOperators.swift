/// `And` and `Or` of truth values, with multidirectional broadcasting.
struct LogicalConnective: Operator {
  /// The raw values are the operators' names.
  enum Kind: String, CaseIterable {
    case conjunction = "And"
    case disjunction = "Or"
  }

  let kind: Kind

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    [try inferBroadcast(inputs, [.boolean])]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let a = inputs[0], let b = inputs[1] else { return }
    switch kind {
    case .conjunction: broadcast(a, b, outputs[0]) { (a: UInt8, b: UInt8) in a & b }
    case .disjunction: broadcast(a, b, outputs[0]) { (a: UInt8, b: UInt8) in a | b }
    }
  }
}

/// `Not`: the other truth value.
struct Not: ONNXOperator {
  static let name = "Not"

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {}

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let input = try Operands(inputs, 1...1).required(0, "X", [.boolean])
    return [ValueInformation(shape: input.shape, elementType: .boolean)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    let source = input.elements(UInt8.self)
    let target = outputs[0].elements(UInt8.self)
    for index in 0..<input.count { target[index] = source[index] == 0 ? 1 : 0 }
  }
}
