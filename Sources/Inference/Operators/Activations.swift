/// Maps every element of a float tensor.
@inline(__always)
func mapFloats(_ inputs: [TensorView?], _ outputs: [MutableTensorView], _ function: (Float) -> Float) {
  guard let input = inputs[0] else { return }
  let source = input.elements(Float.self)
  let target = outputs[0].elements(Float.self)
  for index in 0..<input.count { target[index] = function(source[index]) }
}

/// One float operand, an output of the same shape.
func inferUnary(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
  let input = try Operands(inputs, 1...1).required(0, "X", [.float32])
  return [ValueInformation(shape: input.shape, elementType: .float32)]
}

/// `Relu`: max(x, 0).
struct Relu: ONNXOperator {
  static let name = "Relu"

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {}

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    try inferUnary(inputs)
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    // Not a number stays what it is.
    mapFloats(inputs, outputs) { $0 < 0 ? 0 : $0 }
  }
}

/// `LeakyRelu`: x, or alpha · x where x is negative.
struct LeakyRelu: ONNXOperator {
  static let name = "LeakyRelu"

  var alpha: Float

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    alpha = try node.float("alpha") ?? 0.01
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    try inferUnary(inputs)
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    mapFloats(inputs, outputs) { $0 < 0 ? alpha * $0 : $0 }
  }
}

/// `Elu`: x, or alpha · (eˣ − 1) where x is negative.
struct Elu: ONNXOperator {
  static let name = "Elu"

  var alpha: Float

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    alpha = try node.float("alpha") ?? 1
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    try inferUnary(inputs)
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    mapFloats(inputs, outputs) { $0 < 0 ? alpha * (MathFunctions.exponential($0) - 1) : $0 }
  }
}

/// `Sigmoid`: 1 / (1 + e⁻ˣ).
struct Sigmoid: ONNXOperator {
  static let name = "Sigmoid"

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {}

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    try inferUnary(inputs)
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    mapFloats(inputs, outputs) { 1 / (1 + MathFunctions.exponential(-$0)) }
  }
}

/// `HardSigmoid`: alpha · x + beta, cut to 0…1.
struct HardSigmoid: ONNXOperator {
  static let name = "HardSigmoid"

  var alpha: Float
  var beta: Float

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    alpha = try node.float("alpha") ?? 0.2
    beta = try node.float("beta") ?? 0.5
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    try inferUnary(inputs)
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    mapFloats(inputs, outputs) { max(0, min(1, alpha * $0 + beta)) }
  }
}

/// `HardSwish`: x · min(max(x / 6 + 1 / 2, 0), 1).
struct HardSwish: ONNXOperator {
  static let name = "HardSwish"

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {}

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    try inferUnary(inputs)
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    mapFloats(inputs, outputs) { $0 * max(0, min(1, $0 * (1 / 6) + 0.5)) }
  }
}

/// `PRelu`: x, or slope · x where x is negative; the slope is broadcast to x.
struct PRelu: ONNXOperator {
  static let name = "PRelu"

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {}

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 2...2)
    let input = try operands.required(0, "X", [.float32])
    let slope = try operands.required(1, "slope", [.float32])
    guard broadcastShape(slope.shape, input.shape) == input.shape else {
      throw invalid("slope \(slope.shape) cannot be broadcast to input \(input.shape)")
    }
    return [ValueInformation(shape: input.shape, elementType: .float32)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0], let slope = inputs[1] else { return }
    broadcast(input, slope, outputs[0]) { (value: Float, slope: Float) -> Float in
      value < 0 ? slope * value : value
    }
  }
}
