/// `Tanh`, `Exp`, `Neg` and other functions of one number, applied to every element.
struct UnaryFunction: Operator {
  /// The raw values are the operators' names.
  enum Kind: String, CaseIterable {
    case hyperbolicTangent = "Tanh"
    case exponential = "Exp"
    case logarithm = "Log"
    case squareRoot = "Sqrt"
    case negation = "Neg"
    case absoluteValue = "Abs"
    case errorFunction = "Erf"
    case floor = "Floor"
    case ceiling = "Ceil"
    case reciprocal = "Reciprocal"
    case softplus = "Softplus"
    case rounding = "Round"
  }

  let kind: Kind

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let isSigned = kind == .negation || kind == .absoluteValue
    let input = try Operands(inputs, 1...1).required(
      0, "X", isSigned ? [.float32, .int64, .int32] : [.float32])
    return [ValueInformation(shape: input.shape, elementType: input.elementType)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    switch outputs[0].elementType {
    case .int64: return runIntegers(inputs, outputs, Int64.self)
    case .int32: return runIntegers(inputs, outputs, Int32.self)
    default: break
    }
    switch kind {
    case .hyperbolicTangent: mapFloats(inputs, outputs) { MathFunctions.hyperbolicTangent($0) }
    case .exponential: mapFloats(inputs, outputs) { MathFunctions.exponential($0) }
    case .logarithm: mapFloats(inputs, outputs) { MathFunctions.logarithm($0) }
    case .squareRoot: mapFloats(inputs, outputs) { $0.squareRoot() }
    case .negation: mapFloats(inputs, outputs) { -$0 }
    case .absoluteValue: mapFloats(inputs, outputs) { abs($0) }
    case .errorFunction: mapFloats(inputs, outputs) { MathFunctions.errorFunction($0) }
    case .floor: mapFloats(inputs, outputs) { $0.rounded(.down) }
    case .ceiling: mapFloats(inputs, outputs) { $0.rounded(.up) }
    case .reciprocal: mapFloats(inputs, outputs) { 1 / $0 }
    case .rounding: mapFloats(inputs, outputs) { $0.rounded(.toNearestOrEven) }
    case .softplus:
      // ln(1 + eˣ) without overflow.
      mapFloats(inputs, outputs) {
        max($0, 0) + MathFunctions.logarithmOfOnePlus(MathFunctions.exponential(-abs($0)))
      }
    }
  }

  private func runIntegers<Element: FixedWidthInteger>(
    _ inputs: [TensorView?], _ outputs: [MutableTensorView], _ type: Element.Type
  ) {
    guard let input = inputs[0] else { return }
    let source = input.elements(Element.self)
    let target = outputs[0].elements(Element.self)
    for index in 0..<input.count {
      let value = source[index]
      target[index] = kind == .absoluteValue && value >= 0 ? value : 0 &- value
    }
  }
}
