/// An operator that keeps all elements in their order.
protocol ReshapingOperator: ONNXOperator, ViewOperator {}

extension ReshapingOperator {
  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) { copyElements(inputs[0], outputs[0]) }
}

/// `Reshape`: the same elements under a given shape.
struct Reshape: ReshapingOperator {
  static let name = "Reshape"

  /// Whether an extent of zero means zero; otherwise it keeps the operand's extent.
  var allowsZero: Bool

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    allowsZero = try node.flag("allowzero", default: false)
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 2...2)
    let input = try operands.required(0, "data")
    guard var shape = try operands.integers(1, "shape") else { throw invalid("operand shape is missing") }
    guard shape.count <= maximumRank else { throw invalid("a shape of \(shape.count) axes is not supported") }
    var openAxis: Int?
    var known = 1
    for axis in shape.indices {
      if shape[axis] == 0, !allowsZero {
        guard axis < input.shape.count else {
          throw invalid("axis \(axis) of input \(input.shape) does not exist")
        }
        shape[axis] = input.shape[axis]
      }
      if shape[axis] == -1 {
        guard openAxis == nil else { throw invalid("shape \(shape) leaves two extents open") }
        openAxis = axis
      } else {
        guard shape[axis] >= 0 else { throw invalid("shape \(shape) has a negative extent") }
        known = saturatingProduct(known, shape[axis])
      }
    }
    if let openAxis {
      guard known > 0, input.count % known == 0 else {
        throw invalid("input \(input.shape) cannot take the shape \(shape)")
      }
      shape[openAxis] = input.count / known
    }
    return try inferReshaped(input, shape)
  }
}

/// `Flatten`: a matrix of the axes before and from a given one.
struct Flatten: ReshapingOperator {
  static let name = "Flatten"

  var axis: Int

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    axis = try node.integer("axis") ?? 1
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let input = try Operands(inputs, 1...1).required(0, "input")
    let rank = input.shape.count
    guard axis >= -rank, axis <= rank else { throw invalid("axis \(axis) is outside input \(input.shape)") }
    let place = axis < 0 ? axis + rank : axis
    return try inferReshaped(
      input, [input.shape[..<place].reduce(1, *), input.shape[place...].reduce(1, *)])
  }
}

/// `Squeeze`: without axes of extent one, either the named ones or all.
struct Squeeze: ReshapingOperator {
  static let name = "Squeeze"

  /// From the attribute (before operator set 13); otherwise the axes are an operand.
  var axes: [Int]?

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    axes = operatorSet < 13 ? try node.integers("axes") : nil
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 1...2)
    let input = try operands.required(0, "data")
    var kept: [Int] = []
    if let named = try operands.integers(1, "axes") ?? axes {
      let places = try normalizedAxes(named, rank: input.shape.count)
      for axis in input.shape.indices {
        if !places.contains(axis) {
          kept.append(input.shape[axis])
        } else if input.shape[axis] != 1 {
          throw invalid("axis \(axis) of input \(input.shape) is not one")
        }
      }
    } else {
      kept = input.shape.filter { $0 != 1 }
    }
    return try inferReshaped(input, kept)
  }
}

/// `Unsqueeze`: with axes of extent one put in.
struct Unsqueeze: ReshapingOperator {
  static let name = "Unsqueeze"

  /// From the attribute (before operator set 13); otherwise the axes are an operand.
  var axes: [Int]?

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    axes = operatorSet < 13 ? try node.integers("axes") : nil
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 1...2)
    let input = try operands.required(0, "data")
    guard let named = try operands.integers(1, "axes") ?? axes else { throw invalid("axes are missing") }
    let rank = input.shape.count + named.count
    guard rank <= maximumRank else { throw invalid("a tensor of \(rank) axes is not supported") }
    let places = try normalizedAxes(named, rank: rank)
    var shape: [Int] = []
    var rest = input.shape[...]
    for axis in 0..<rank {
      shape.append(places.contains(axis) ? 1 : rest.removeFirst())
    }
    return try inferReshaped(input, shape)
  }
}

/// `Identity`: its operand.
struct Identity: ReshapingOperator, PassingOperator {
  static let name = "Identity"
  static let passingOperandCounts = 1...1

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {}

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let input = try Operands(inputs, 1...1).required(0, "input")
    return try inferReshaped(input, input.shape)
  }
}

/// `Dropout` outside training: its operand, and a mask that keeps everything.
struct Dropout: ONNXOperator, PassingOperator {
  static let name = "Dropout"
  static let maximumOutputs = 2
  /// A third operand might ask for training, which shape inference has to see and refuse.
  static let passingOperandCounts = 1...2

  /// Whether the mask is asked for.
  var writesMask: Bool

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    writesMask = node.outputs.count > 1
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 1...3)
    let input = try operands.required(0, "data")
    if let training = try operands.optional(2, "training_mode", [.boolean]) {
      guard case .boolean(let values)? = training.constant?.elements, values == [0] else {
        throw invalid("training is not supported")
      }
    }
    let result = try inferReshaped(input, input.shape)
    return writesMask ? result + [ValueInformation(shape: input.shape, elementType: .boolean)] : result
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    copyElements(inputs[0], outputs[0])
    if outputs.count > 1 { outputs[1].elements(UInt8.self).update(repeating: 1, count: outputs[1].count) }
  }
}
