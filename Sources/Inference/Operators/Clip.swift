/// `Clip`: every element cut to a range; a bound that is absent does not bind.
struct Clip: ONNXOperator {
  static let name = "Clip"

  /// Bounds from attributes (before operator set 11), or known operands that were taken over.
  var minimum: Float?
  var maximum: Float?

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    if operatorSet < 11 {
      minimum = try node.float("min")
      maximum = try node.float("max")
    }
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 1...3)
    let input = try operands.required(0, "input", [.float32])
    for (index, name) in [(1, "min"), (2, "max")] {
      if let bound = try operands.optional(index, name, [.float32]), bound.count != 1 {
        throw invalid("\(name) of shape \(bound.shape) is no single number")
      }
    }
    return [ValueInformation(shape: input.shape, elementType: .float32)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    let lower = (inputs.count > 1 ? inputs[1]?.elements(Float.self)[0] : nil) ?? minimum ?? -.infinity
    let upper = (inputs.count > 2 ? inputs[2]?.elements(Float.self)[0] : nil) ?? maximum ?? .infinity
    mapFloats(inputs, outputs) { value in
      let raised = value < lower ? lower : value
      return raised > upper ? upper : raised
    }
  }
}

extension Clip: ConstantAbsorbing {
  func absorbing(_ operands: [KnownOperand]) -> (operation: any Operator, operandCount: Int)? {
    guard operands.count > 1 else { return nil }
    var result = self
    for index in 1..<operands.count {
      switch operands[index] {
      case .absent: continue
      case .computed: return nil
      case .constant(let bound):
        guard let values = bound.floats, values.count == 1 else { return nil }
        if index == 1 { result.minimum = values[0] } else { result.maximum = values[0] }
      }
    }
    return (result, 1)
  }
}
