/// `ArgMax` and `ArgMin`: the place of the largest or smallest element along an axis.
struct ArgReduction: Operator {
  /// The raw values are the operators' names.
  enum Kind: String, CaseIterable {
    case maximum = "ArgMax"
    case minimum = "ArgMin"
  }

  let kind: Kind
  var axis: Int
  var keepsAxis: Bool
  /// Which of several equal elements counts.
  var takesLast: Bool

  init(_ node: ONNXNode, kind: Kind) throws(InferenceError) {
    axis = try node.integer("axis") ?? 0
    keepsAxis = try node.flag("keepdims", default: true)
    takesLast = try node.flag("select_last_index", default: false)
    self.kind = kind
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let input = try Operands(inputs, 1...1).required(0, "data", [.float32])
    let place = try normalizedAxis(axis, rank: input.shape.count)
    guard input.shape[place] > 0 else { throw invalid("axis \(axis) of input \(input.shape) is empty") }
    var shape = input.shape
    if keepsAxis { shape[place] = 1 } else { shape.remove(at: place) }
    return [ValueInformation(shape: shape, elementType: .int64)]
  }

  func work(_ inputs: [ValueInformation?], _ outputs: [ValueInformation]) -> Int {
    saturatingSum(inputs[0]?.count ?? .max, 1)
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    let lanes = AxisLanes(input.shape, axis: axis < 0 ? axis + input.shape.count : axis)
    let source = input.elements(Float.self)
    let target = outputs[0].elements(Int64.self)
    for group in 0..<lanes.outer {
      for lane in 0..<lanes.stride {
        let start = group * lanes.length * lanes.stride + lane
        var best = 0
        for index in 1..<lanes.length {
          let value = source[start + index * lanes.stride]
          let champion = source[start + best * lanes.stride]
          let isBetter = kind == .maximum ? value > champion : value < champion
          if isBetter || (takesLast && value == champion) { best = index }
        }
        target[group * lanes.stride + lane] = Int64(best)
      }
    }
  }
}
