/// `Equal`, `Greater`, `Less` and their kin: truth values with multidirectional broadcasting.
struct Comparison: Operator {
  enum Kind: Sendable, Equatable {
    case equal, greater, greaterOrEqual, less, lessOrEqual
  }

  let kind: Kind

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let types: [ElementType] = [.float32, .int64, .int32] + (kind == .equal ? [.boolean] : [])
    let common = try inferBroadcast(inputs, types)
    return [ValueInformation(shape: common.shape, elementType: .boolean)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let a = inputs[0], let b = inputs[1] else { return }
    switch a.elementType {
    case .float32: compare(a, b, outputs[0], Float.self)
    case .int64: compare(a, b, outputs[0], Int64.self)
    case .int32: compare(a, b, outputs[0], Int32.self)
    default: compare(a, b, outputs[0], UInt8.self)
    }
  }

  private func compare<Element: Comparable>(
    _ a: TensorView, _ b: TensorView, _ output: MutableTensorView, _ type: Element.Type
  ) {
    switch kind {
    case .equal: broadcast(a, b, output) { (a: Element, b: Element) -> UInt8 in a == b ? 1 : 0 }
    case .greater: broadcast(a, b, output) { (a: Element, b: Element) -> UInt8 in a > b ? 1 : 0 }
    case .greaterOrEqual: broadcast(a, b, output) { (a: Element, b: Element) -> UInt8 in a >= b ? 1 : 0 }
    case .less: broadcast(a, b, output) { (a: Element, b: Element) -> UInt8 in a < b ? 1 : 0 }
    case .lessOrEqual: broadcast(a, b, output) { (a: Element, b: Element) -> UInt8 in a <= b ? 1 : 0 }
    }
  }
}

/// `And` and `Or` of truth values, with multidirectional broadcasting.
struct LogicalConnective: Operator {
  let isConjunction: Bool

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    [try inferBroadcast(inputs, [.boolean])]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let a = inputs[0], let b = inputs[1] else { return }
    if isConjunction {
      broadcast(a, b, outputs[0]) { (a: UInt8, b: UInt8) in a & b }
    } else {
      broadcast(a, b, outputs[0]) { (a: UInt8, b: UInt8) in a | b }
    }
  }
}

/// `Not`: the other truth value.
struct Negation: ONNXOperator {
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

/// `Where`: elements of one operand where a condition holds, of another elsewhere, all broadcast together.
struct Selection: ONNXOperator {
  static let name = "Where"

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {}

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 3...3)
    let condition = try operands.required(0, "condition", [.boolean])
    let a = try operands.required(1, "X")
    let b = try operands.required(2, "Y", [a.elementType])
    guard let both = broadcastShape(a.shape, b.shape), let shape = broadcastShape(both, condition.shape)
    else {
      throw invalid("shapes \(condition.shape), \(a.shape) and \(b.shape) cannot be broadcast to each other")
    }
    return [ValueInformation(shape: shape, elementType: a.elementType)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let condition = inputs[0], let a = inputs[1], let b = inputs[2] else { return }
    let output = outputs[0]
    withElementWidth(
      output.elementType,
      one: { select(condition, a, b, output, UInt8.self) },
      two: { select(condition, a, b, output, UInt16.self) },
      four: { select(condition, a, b, output, UInt32.self) },
      eight: { select(condition, a, b, output, UInt64.self) })
  }

  private func select<Element>(
    _ condition: TensorView, _ a: TensorView, _ b: TensorView, _ output: MutableTensorView,
    _ type: Element.Type
  ) {
    let shape = output.shape
    let stridesA = broadcastStrides(a.shape, to: shape)
    let stridesB = broadcastStrides(b.shape, to: shape)
    let stridesC = broadcastStrides(condition.shape, to: shape)
    let last = max(shape.count - 1, 0)
    let length = shape.last ?? 1
    forEachRow(of: shape, stridesA, stridesB, stridesC) { row, startA, startB, startC in
      let rowA = a.elements(Element.self) + startA
      let rowB = b.elements(Element.self) + startB
      let rowC = condition.elements(UInt8.self) + startC
      let line = output.elements(Element.self) + row * length
      for x in 0..<length {
        line[x] = rowC[x * stridesC[last]] != 0 ? rowA[x * stridesA[last]] : rowB[x * stridesB[last]]
      }
    }
  }
}

/// `Range`: numbers from a start up to a limit in even steps, all known before the graph runs.
struct NumberRange: ONNXOperator {
  static let name = "Range"

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {}

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 3...3)
    let type = try operands.required(0, "start", [.int64, .int32, .float32]).elementType
    var values: [Double] = []
    for (index, name) in ["start", "limit", "delta"].enumerated() {
      let operand = try operands.required(index, name, [type])
      guard operand.count == 1, let constant = operand.constant else {
        throw invalid("\(name) depends on the input's content or is no single number, which is not supported")
      }
      values.append(constant.integers.map { Double($0[0]) } ?? constant.floats.map { Double($0[0]) } ?? 0)
    }
    let count = ((values[1] - values[0]) / values[2]).rounded(.up)
    guard values[2] != 0, count.isFinite, let length = Int(exactly: max(count, 0)) else {
      throw invalid("no range from \(values[0]) to \(values[1]) in steps of \(values[2])")
    }
    return [ValueInformation(shape: [length], elementType: type)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let start = inputs[0], let delta = inputs[2] else { return }
    let count = outputs[0].count
    switch outputs[0].elementType {
    case .int64:
      let target = outputs[0].elements(Int64.self)
      let (first, step) = (start.elements(Int64.self)[0], delta.elements(Int64.self)[0])
      for index in 0..<count { target[index] = first &+ Int64(index) &* step }
    case .int32:
      let target = outputs[0].elements(Int32.self)
      let (first, step) = (start.elements(Int32.self)[0], delta.elements(Int32.self)[0])
      for index in 0..<count { target[index] = first &+ Int32(truncatingIfNeeded: index) &* step }
    default:
      let target = outputs[0].elements(Float.self)
      let (first, step) = (start.elements(Float.self)[0], delta.elements(Float.self)[0])
      for index in 0..<count { target[index] = first + Float(index) * step }
    }
  }
}
