/// `Slice`: every n-th element between bounds along some axes, also backwards.
struct Slice: ONNXOperator {
  static let name = "Slice"

  /// From attributes (before operator set 10); otherwise these are operands.
  private var starts: [Int]?
  private var ends: [Int]?
  private var axes: [Int]?

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    guard operatorSet < 10 else { return }
    starts = try node.integers("starts")
    ends = try node.integers("ends")
    axes = try node.integers("axes")
  }

  /// What is kept of one axis.
  private struct Cut {
    var start: Int
    var step: Int
    var count: Int

    /// Bounds as the format has them: counted from the back where negative, cut to what there is.
    init(start: Int, end: Int, step: Int, length: Int) {
      // Clamped before the length is added, so the smallest integer is no trouble.
      let first = start < 0 ? max(start, -length - 1) + length : start
      let past = end < 0 ? max(end, -length - 1) + length : end
      self.start = min(max(first, 0), step > 0 ? length : length - 1)
      let bound = min(max(past, step > 0 ? 0 : -1), length)
      self.step = step
      let distance = step > 0 ? bound - self.start : self.start - bound
      // magnitude, as the smallest integer has no negative.
      let stride = Int(clamping: step.magnitude)
      count = distance <= 0 || length == 0 ? 0 : (distance - 1) / stride + 1
    }
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 1...5)
    let input = try operands.required(0, "data")
    guard let starts = try operands.integers(1, "starts") ?? starts,
      let ends = try operands.integers(2, "ends") ?? ends
    else {
      throw invalid("starts or ends are missing")
    }
    let axes = try normalizedAxes(
      try operands.integers(3, "axes") ?? axes ?? Array(starts.indices), rank: input.shape.count)
    let steps = try operands.integers(4, "steps") ?? [Int](repeating: 1, count: starts.count)
    guard starts.count == ends.count, starts.count == axes.count, starts.count == steps.count,
      !steps.contains(0)
    else {
      throw invalid("starts \(starts), ends \(ends), axes \(axes) and steps \(steps) do not fit")
    }
    var shape = input.shape
    for (index, axis) in axes.enumerated() {
      let cut = Cut(start: starts[index], end: ends[index], step: steps[index], length: shape[axis])
      shape[axis] = cut.count
    }
    return [ValueInformation(shape: shape, elementType: input.elementType)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    let own = rowMajorStrides(input.shape)
    let rank = input.shape.count
    var strides = own
    var offset = 0
    let count = (inputs.count > 1 ? inputs[1]?.count : nil) ?? starts?.count ?? 0
    for index in 0..<count {
      let named = integer(inputs, 3, index) ?? axes?[index] ?? index
      let axis = named < 0 ? named + rank : named
      guard let start = integer(inputs, 1, index) ?? starts?[index],
        let end = integer(inputs, 2, index) ?? ends?[index]
      else { return }
      let step = integer(inputs, 4, index) ?? 1
      let cut = Cut(start: start, end: end, step: step, length: input.shape[axis])
      offset += cut.start * own[axis]
      // With a single element kept, the step is never taken and may be of any size.
      strides[axis] = cut.count > 1 ? cut.step * own[axis] : 0
    }
    if outputs[0].count > 0 { copyStrided(input, start: offset, strides: strides, to: outputs[0]) }
  }

  private func integer(_ inputs: [TensorView?], _ operand: Int, _ index: Int) -> Int? {
    guard operand < inputs.count, let view = inputs[operand] else { return nil }
    return view.integer(at: index)
  }
}
