/// `Shape`: the extents of its operand, or some of them.
struct Shape: ONNXOperator {
  static let name = "Shape"

  var start: Int
  var end: Int?

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    start = try node.integer("start") ?? 0
    end = try node.integer("end")
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let shape = try Operands(inputs, 1...1).required(0, "data").shape
    let rank = shape.count
    let first = place(start, rank)
    let extents = shape[first..<max(place(end ?? rank, rank), first)]
    let tensor = Tensor(shape: [extents.count], elements: .int64(extents.map { Int64($0) }))
    return [ValueInformation(shape: tensor.shape, elementType: .int64, constant: tensor)]
  }

  private func place(_ axis: Int, _ rank: Int) -> Int {
    axis < 0 ? max(axis, -rank) + rank : min(axis, rank)
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    let first = place(start, input.shape.count)
    let target = outputs[0].elements(Int64.self)
    for index in 0..<outputs[0].count { target[index] = Int64(input.shape[first + index]) }
  }
}

/// `Constant`: a tensor that stands in the file.
struct Constant: ONNXOperator {
  static let name = "Constant"

  let tensor: Tensor

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    if let tensor = try node.tensor("value") {
      self.tensor = tensor
    } else if let value = try node.float("value_float") {
      tensor = Tensor(shape: [], elements: .float32([value]))
    } else if let values = try node.floats("value_floats") {
      tensor = Tensor(shape: [values.count], elements: .float32(values))
    } else if let value = try node.integer("value_int") {
      tensor = Tensor(shape: [], elements: .int64([Int64(value)]))
    } else if let values = try node.integers("value_ints") {
      tensor = Tensor(shape: [values.count], elements: .int64(values.map { Int64($0) }))
    } else {
      throw node.invalid("has no content of a supported kind")
    }
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    _ = try Operands(inputs, 0...0)
    return [ValueInformation(shape: tensor.shape, elementType: tensor.elementType, constant: tensor)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    tensor.withView { copyElements($0, outputs[0]) }
  }
}

/// `ConstantOfShape`: one number everywhere, zero where the file names none.
struct ConstantOfShape: ONNXOperator {
  static let name = "ConstantOfShape"

  let value: Tensor

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    value = try node.tensor("value") ?? Tensor(shape: [1], elements: .float32([0]))
    guard value.count == 1 else { throw node.invalid("value of shape \(value.shape) is no single number") }
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 1...1)
    guard let shape = try operands.integers(0, "input") else { throw invalid("operand input is missing") }
    return [ValueInformation(shape: shape, elementType: value.elementType)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    value.withView { copyStrided($0, start: 0, strides: AxisVector(), to: outputs[0]) }
  }
}

/// `Expand`: its operand broadcast together with a shape.
struct Expand: ONNXOperator {
  static let name = "Expand"

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {}

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 2...2)
    let input = try operands.required(0, "input")
    guard let target = try operands.integers(1, "shape") else { throw invalid("operand shape is missing") }
    guard elementCount(target) != nil, let shape = broadcastShape(input.shape, target) else {
      throw invalid("input \(input.shape) cannot be expanded to \(target)")
    }
    return [ValueInformation(shape: shape, elementType: input.elementType)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    copyStrided(input, start: 0, strides: broadcastStrides(input.shape, to: outputs[0].shape), to: outputs[0])
  }
}
