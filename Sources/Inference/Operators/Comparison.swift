/// `Equal`, `Greater`, `Less` and their kin: truth values with multidirectional broadcasting.
struct Comparison: Operator {
  /// The raw values are the operators' names.
  enum Kind: String, CaseIterable {
    case equal = "Equal"
    case greater = "Greater"
    case greaterOrEqual = "GreaterOrEqual"
    case less = "Less"
    case lessOrEqual = "LessOrEqual"
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
