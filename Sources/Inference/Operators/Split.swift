/// `Split`: a tensor cut into pieces along an axis.
struct Split: ONNXOperator {
  static let name = "Split"
  static let maximumOutputs = ONNXModel.maximumOperands

  var axis: Int
  /// The pieces' extents from the attribute (before operator set 13); otherwise they are an operand, or equal.
  var extents: [Int]?
  var outputCount: Int

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    axis = try node.integer("axis") ?? 0
    extents = operatorSet < 13 ? try node.integers("split") : nil
    outputCount = node.outputs.count
    if let count = try node.integer("num_outputs"), count != outputCount {
      throw node.invalid("num_outputs of \(count) with \(outputCount) outputs")
    }
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 1...2)
    let input = try operands.required(0, "input")
    let place = try normalizedAxis(axis, rank: input.shape.count)
    let length = input.shape[place]
    var pieces: [Int]
    if let named = try operands.integers(1, "split") ?? extents {
      pieces = named
    } else {
      // Equal pieces; the last one may be shorter.
      let piece = (length + outputCount - 1) / outputCount
      pieces = [Int](repeating: piece, count: outputCount)
      pieces[outputCount - 1] = length - piece * (outputCount - 1)
    }
    var total = 0
    for piece in pieces {
      guard piece >= 0 else { throw invalid("split \(pieces) has a negative extent") }
      total = saturatingSum(total, piece)
    }
    guard pieces.count == outputCount, total == length else {
      throw invalid("split \(pieces) does not fit \(length) along axis \(axis) in \(outputCount) outputs")
    }
    var results: [ValueInformation] = []
    for piece in pieces {
      var shape = input.shape
      shape[place] = piece
      results.append(ValueInformation(shape: shape, elementType: input.elementType))
    }
    return results
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    let lanes = AxisLanes(input.shape, axis: axis < 0 ? axis + input.shape.count : axis)
    let elementBytes = input.elementType.byteCount
    let lineBytes = lanes.length * lanes.stride * elementBytes
    var before = 0
    for output in outputs {
      let bytes = lanes.outer == 0 ? 0 : output.count / lanes.outer * elementBytes
      for line in 0..<lanes.outer {
        (output.base + line * bytes).copyMemory(
          from: input.base + line * lineBytes + before, byteCount: bytes)
      }
      before += bytes
    }
  }
}
