/// `Softmax` and `LogSoftmax`: exponentials over their sum, and the logarithm of that.
struct Softmax: Operator {
  /// The raw values are the operators' names.
  enum Kind: String, CaseIterable {
    case probabilities = "Softmax"
    case logarithms = "LogSoftmax"
  }

  let kind: Kind
  var axis: Int
  /// Before operator set 13 all axes from the given one on form one vector.
  var joinsTrailingAxes: Bool

  init(_ node: ONNXNode, operatorSet: Int, kind: Kind) throws(InferenceError) {
    joinsTrailingAxes = operatorSet < 13
    axis = try node.integer("axis") ?? (joinsTrailingAxes ? 1 : -1)
    self.kind = kind
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let result = try inferUnary(inputs)
    let rank = result[0].shape.count
    if !(joinsTrailingAxes && axis == rank) { _ = try normalizedAxis(axis, rank: rank) }
    return result
  }

  func work(_ inputs: [ValueInformation?], _ outputs: [ValueInformation]) -> Int {
    saturatingSum(1, saturatingProduct(outputs[0].count, 3))
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    let rank = input.shape.count
    let place = axis < 0 ? axis + rank : axis
    let lanes = AxisLanes(input.shape, axes: place..<(joinsTrailingAxes ? rank : place + 1))
    let isLogarithm = kind == .logarithms
    let source = input.elements(Float.self)
    let target = outputs[0].elements(Float.self)
    lanes.forEachLane { start in
      var largest = -Float.infinity
      for index in 0..<lanes.length { largest = max(largest, source[start + index * lanes.stride]) }
      var sum: Float = 0
      for index in 0..<lanes.length {
        let place = start + index * lanes.stride
        let difference = source[place] - largest
        let power = MathFunctions.exponential(difference)
        target[place] = isLogarithm ? difference : power
        sum += power
      }
      let logarithm = isLogarithm ? MathFunctions.logarithm(sum) : 0
      for index in 0..<lanes.length {
        let place = start + index * lanes.stride
        target[place] = isLogarithm ? target[place] - logarithm : target[place] / sum
      }
    }
  }
}
