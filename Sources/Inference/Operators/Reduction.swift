/// `ReduceSum`, `ReduceMean` and their kin: one number for all elements along some axes.
struct Reduction: Operator {
  /// The raw values are the operators' names.
  enum Kind: String, CaseIterable {
    case sum = "ReduceSum"
    case mean = "ReduceMean"
    case maximum = "ReduceMax"
    case minimum = "ReduceMin"
    case product = "ReduceProd"
    case absoluteSum = "ReduceL1"
    case euclideanNorm = "ReduceL2"
    case squareSum = "ReduceSumSquare"
  }

  let kind: Kind
  /// From the attribute, where the operator set has it there; otherwise the axes are an operand.
  var axes: [Int]?
  var keepsAxes: Bool
  /// Whether no axes means to reduce nothing rather than everything.
  var ignoresNoAxes: Bool

  init(_ node: ONNXNode, operatorSet: Int, kind: Kind) throws(InferenceError) {
    self.kind = kind
    axes = operatorSet < (kind == .sum ? 13 : 18) ? try node.integers("axes") : nil
    keepsAxes = try node.flag("keepdims", default: true)
    ignoresNoAxes = try node.flag("noop_with_empty_axes", default: false)
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 1...2)
    let acceptsIntegers = kind == .sum || kind == .maximum || kind == .minimum || kind == .product
    let input = try operands.required(0, "data", acceptsIntegers ? [.float32, .int64, .int32] : [.float32])
    let named = try operands.integers(1, "axes") ?? axes ?? []
    let places =
      named.isEmpty && !ignoresNoAxes
      ? Array(input.shape.indices) : try normalizedAxes(named, rank: input.shape.count)
    var shape: [Int] = []
    for axis in input.shape.indices {
      if !places.contains(axis) {
        shape.append(input.shape[axis])
      } else {
        guard input.shape[axis] > 0 else { throw invalid("axis \(axis) of input \(input.shape) is empty") }
        if keepsAxes { shape.append(1) }
      }
    }
    return [ValueInformation(shape: shape, elementType: input.elementType)]
  }

  func work(_ inputs: [ValueInformation?], _ outputs: [ValueInformation]) -> Int {
    saturatingSum(inputs[0]?.count ?? .max, 1)
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    switch outputs[0].elementType {
    case .float32: runFloats(inputs, outputs[0])
    case .int64: runIntegers(inputs, outputs[0], Int64.self)
    case .int32: runIntegers(inputs, outputs[0], Int32.self)
    default: return
    }
  }

  private func runFloats(_ inputs: [TensorView?], _ output: MutableTensorView) {
    let target = output.elements(Float.self)
    switch kind {
    case .sum, .mean: reduce(inputs, output, from: Float(0)) { $0 + $1 }
    case .maximum: reduce(inputs, output, from: -Float.infinity) { max($0, $1) }
    case .minimum: reduce(inputs, output, from: Float.infinity) { min($0, $1) }
    case .product: reduce(inputs, output, from: Float(1)) { $0 * $1 }
    case .absoluteSum: reduce(inputs, output, from: Float(0)) { $0 + abs($1) }
    case .squareSum, .euclideanNorm: reduce(inputs, output, from: Float(0)) { $0 + $1 * $1 }
    }
    guard let input = inputs[0], output.count > 0 else { return }
    let reduced = Float(input.count / output.count)
    switch kind {
    case .mean: for index in 0..<output.count { target[index] /= reduced }
    case .euclideanNorm: for index in 0..<output.count { target[index] = target[index].squareRoot() }
    default: return
    }
  }

  private func runIntegers<Element: FixedWidthInteger>(
    _ inputs: [TensorView?], _ output: MutableTensorView, _ type: Element.Type
  ) {
    switch kind {
    case .maximum: reduce(inputs, output, from: Element.min) { max($0, $1) }
    case .minimum: reduce(inputs, output, from: Element.max) { min($0, $1) }
    case .product: reduce(inputs, output, from: Element(1)) { $0 &* $1 }
    default: reduce(inputs, output, from: Element(0)) { $0 &+ $1 }
    }
  }

  @inline(__always)
  private func reduce<Element>(
    _ inputs: [TensorView?], _ output: MutableTensorView, from start: Element,
    _ combine: (Element, Element) -> Element
  ) {
    guard let input = inputs[0] else { return }
    let source = input.elements(Element.self)
    let target = output.elements(Element.self)
    target.update(repeating: start, count: output.count)
    let strides = outputStrides(inputs, rank: input.shape.count, input.shape)
    let length = input.shape.last ?? 1
    let last = max(input.shape.count - 1, 0)
    forEachRow(of: input.shape, strides) { row, place, _, _ in
      let line = source + row * length
      if strides[last] == 0 {
        var result = target[place]
        for x in 0..<length { result = combine(result, line[x]) }
        target[place] = result
      } else {
        for x in 0..<length { target[place + x] = combine(target[place + x], line[x]) }
      }
    }
  }

  /// Strides over the output for each axis of the operand: zero along those that are reduced.
  private func outputStrides(_ inputs: [TensorView?], rank: Int, _ shape: [Int]) -> AxisVector {
    var isReduced = SIMDMask<SIMD8<Int>>(repeating: false)
    var anyNamed = false
    let operand = inputs.count > 1 ? inputs[1] : nil
    for index in 0..<(operand?.count ?? axes?.count ?? 0) {
      let axis = operand.map { $0.integer(at: index) } ?? axes?[index] ?? 0
      isReduced[axis < 0 ? axis + rank : axis] = true
      anyNamed = true
    }
    if !anyNamed, !ignoresNoAxes { isReduced = SIMDMask(repeating: true) }
    var strides = AxisVector()
    var stride = 1
    for axis in (0..<rank).reversed() where !isReduced[axis] {
      strides[axis] = stride
      stride *= shape[axis]
    }
    return strides
  }
}
