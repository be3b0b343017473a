/// `Add`, `Sub`, `Mul`, `Div` and `Pow` with multidirectional broadcasting, over floats and integers.
struct BinaryArithmetic: Operator {
  enum Kind: Sendable, Equatable {
    case addition, subtraction, multiplication, division, power
  }

  let kind: Kind

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    if kind == .power { return [try inferPower(inputs)] }
    return [try inferBroadcast(inputs, [.float32, .int64, .int32])]
  }

  /// The exponent's element type may differ from the base's.
  private func inferPower(_ inputs: [ValueInformation?]) throws(InferenceError) -> ValueInformation {
    let operands = try Operands(inputs, 2...2)
    let base = try operands.required(0, "X", [.float32, .int64, .int32])
    let exponent = try operands.required(1, "Y", [.float32, .int64, .int32])
    guard let shape = broadcastShape(base.shape, exponent.shape) else {
      throw invalid("shapes \(base.shape) and \(exponent.shape) cannot be broadcast to each other")
    }
    return ValueInformation(shape: shape, elementType: base.elementType)
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let a = inputs[0], let b = inputs[1] else { return }
    if kind == .power { return runPower(a, b, outputs[0]) }
    switch a.elementType {
    case .float32: runFloats(a, b, outputs[0])
    case .int64: runIntegers(a, b, outputs[0], Int64.self)
    case .int32: runIntegers(a, b, outputs[0], Int32.self)
    default: return
    }
  }

  private func runFloats(_ a: TensorView, _ b: TensorView, _ output: MutableTensorView) {
    switch kind {
    case .addition: broadcast(a, b, output) { (a: Float, b: Float) in a + b }
    case .subtraction: broadcast(a, b, output) { (a: Float, b: Float) in a - b }
    case .multiplication: broadcast(a, b, output) { (a: Float, b: Float) in a * b }
    case .division: broadcast(a, b, output) { (a: Float, b: Float) in a / b }
    case .power: return
    }
  }

  /// Overflow wraps, and a division by zero gives the dividend: neither may end the program.
  @inline(__always)
  private func runIntegers<Element: FixedWidthInteger>(
    _ a: TensorView, _ b: TensorView, _ output: MutableTensorView, _ type: Element.Type
  ) {
    switch kind {
    case .addition: broadcast(a, b, output) { (a: Element, b: Element) in a &+ b }
    case .subtraction: broadcast(a, b, output) { (a: Element, b: Element) in a &- b }
    case .multiplication: broadcast(a, b, output) { (a: Element, b: Element) in a &* b }
    case .division:
      broadcast(a, b, output) { (a: Element, b: Element) in a.dividedReportingOverflow(by: b).partialValue }
    case .power: return
    }
  }

  private func runPower(_ base: TensorView, _ exponent: TensorView, _ output: MutableTensorView) {
    switch (base.elementType, exponent.elementType) {
    case (.float32, .float32):
      broadcast(base, exponent, output) { (a: Float, b: Float) in MathFunctions.power(a, b) }
    case (.float32, .int64):
      broadcast(base, exponent, output) { (a: Float, b: Int64) in MathFunctions.power(a, Float(b)) }
    case (.float32, .int32):
      broadcast(base, exponent, output) { (a: Float, b: Int32) in MathFunctions.power(a, Float(b)) }
    case (.int64, .float32):
      broadcast(base, exponent, output) { (a: Int64, b: Float) in
        saturated(MathFunctions.power(Double(a), Double(b)), Int64.self)
      }
    case (.int64, .int64):
      broadcast(base, exponent, output) { (a: Int64, b: Int64) in
        saturated(MathFunctions.power(Double(a), Double(b)), Int64.self)
      }
    case (.int64, .int32):
      broadcast(base, exponent, output) { (a: Int64, b: Int32) in
        saturated(MathFunctions.power(Double(a), Double(b)), Int64.self)
      }
    case (.int32, .float32):
      broadcast(base, exponent, output) { (a: Int32, b: Float) in
        saturated(MathFunctions.power(Double(a), Double(b)), Int32.self)
      }
    case (.int32, .int64):
      broadcast(base, exponent, output) { (a: Int32, b: Int64) in
        saturated(MathFunctions.power(Double(a), Double(b)), Int32.self)
      }
    case (.int32, .int32):
      broadcast(base, exponent, output) { (a: Int32, b: Int32) in
        saturated(MathFunctions.power(Double(a), Double(b)), Int32.self)
      }
    default: return
    }
  }
}

/// A real number cut to an integer toward zero, at the type's bounds where it lies beyond; not a number becomes zero.
@inline(__always)
func saturated<Element: FixedWidthInteger>(_ value: Double, _ type: Element.Type) -> Element {
  if let exact = Element(exactly: value.rounded(.towardZero)) { return exact }
  if value.isNaN { return 0 }
  return value < 0 ? .min : .max
}

/// `Sum`, `Mean`, `Max` and `Min` over any number of operands with multidirectional broadcasting.
struct VariadicArithmetic: Operator {
  enum Kind: Sendable, Equatable {
    case sum, mean, maximum, minimum
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
