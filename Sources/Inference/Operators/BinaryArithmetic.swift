/// `Add`, `Sub`, `Mul`, `Div` and `Pow` with multidirectional broadcasting, over floats and integers.
struct BinaryArithmetic: Operator {
  /// The raw values are the operators' names.
  enum Kind: String, CaseIterable {
    case addition = "Add"
    case subtraction = "Sub"
    case multiplication = "Mul"
    case division = "Div"
    case power = "Pow"
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
