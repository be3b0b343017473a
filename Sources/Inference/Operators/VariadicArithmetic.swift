/// `Sum`, `Mean`, `Max` and `Min` over any number of operands with multidirectional broadcasting.
struct VariadicArithmetic: Operator {
  /// The raw values are the operators' names.
  enum Kind: String, CaseIterable {
    case sum = "Sum"
    case mean = "Mean"
    case maximum = "Max"
    case minimum = "Min"
  }

  let kind: Kind

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 1...ONNXModel.maximumOperands)
    let types: [ElementType] = kind == .maximum || kind == .minimum ? [.float32, .int64, .int32] : [.float32]
    let first = try operands.required(0, "data_0", types)
    var shape = first.shape
    for index in 1..<max(operands.count, 1) {
      let next = try operands.required(index, "data_\(index)", types)
      guard next.elementType == first.elementType, let common = broadcastShape(shape, next.shape) else {
        throw invalid(
          "operands of \(first.elementType) \(shape) and \(next.elementType) \(next.shape) do not fit")
      }
      shape = common
    }
    return [ValueInformation(shape: shape, elementType: first.elementType)]
  }

  func work(_ inputs: [ValueInformation?], _ outputs: [ValueInformation]) -> Int {
    saturatingSum(1, saturatingProduct(outputs[0].count, inputs.count))
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    switch outputs[0].elementType {
    case .float32:
      switch kind {
      case .sum, .mean: fold(inputs, outputs[0]) { (a: Float, b: Float) in a + b }
      case .maximum: fold(inputs, outputs[0]) { (a: Float, b: Float) in a.isNaN ? a : (b <= a ? a : b) }
      case .minimum: fold(inputs, outputs[0]) { (a: Float, b: Float) in a.isNaN ? a : (b >= a ? a : b) }
      }
      guard kind == .mean else { return }
      let target = outputs[0].elements(Float.self)
      let divisor = Float(inputs.count)
      for index in 0..<outputs[0].count { target[index] /= divisor }
    case .int64: runIntegers(inputs, outputs[0], Int64.self)
    case .int32: runIntegers(inputs, outputs[0], Int32.self)
    default: return
    }
  }

  private func runIntegers<Element: FixedWidthInteger>(
    _ inputs: [TensorView?], _ output: MutableTensorView, _ type: Element.Type
  ) {
    if kind == .maximum {
      fold(inputs, output) { (a: Element, b: Element) in max(a, b) }
    } else {
      fold(inputs, output) { (a: Element, b: Element) in min(a, b) }
    }
  }

  /// Combines the first operand with each of the others in turn, within the output.
  @inline(__always)
  private func fold<Element>(
    _ inputs: [TensorView?], _ output: MutableTensorView, _ combine: (Element, Element) -> Element
  ) {
    guard let first = inputs[0] else { return }
    let gathered = TensorView(
      shape: output.shape, elementType: output.elementType, base: UnsafeRawPointer(output.base))
    broadcast(first, gathered, output) { (a: Element, _: Element) in a }
    for index in 1..<max(inputs.count, 1) {
      guard let next = inputs[index] else { return }
      // Every element is read before it is written, so the output may be an operand here.
      broadcast(gathered, next, output, combine)
    }
  }
}
