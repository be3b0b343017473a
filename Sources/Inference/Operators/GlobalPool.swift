/// `GlobalAveragePool` and `GlobalMaxPool`: one number per channel, with all spatial axes kept at extent one.
struct GlobalPool: Operator {
  /// The raw values are the operators' names.
  enum Kind: String, CaseIterable {
    case average = "GlobalAveragePool"
    case maximum = "GlobalMaxPool"
  }

  let kind: Kind

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let input = try Operands(inputs, 1...1).required(0, "X", [.float32]).shape
    guard input.count >= 3, !input.dropFirst(2).contains(0) else {
      throw invalid("input \(input) has nothing to pool")
    }
    let ones = [Int](repeating: 1, count: input.count - 2)
    return [ValueInformation(shape: [input[0], input[1]] + ones, elementType: .float32)]
  }

  func work(_ inputs: [ValueInformation?], _ outputs: [ValueInformation]) -> Int {
    saturatingSum(inputs[0]?.count ?? .max, 1)
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    let target = outputs[0].elements(Float.self)
    let planes = outputs[0].count
    let area = planes == 0 ? 0 : input.count / planes
    for plane in 0..<planes {
      let source = input.elements(Float.self) + plane * area
      var result: Float = kind == .average ? 0 : -.infinity
      switch kind {
      case .average:
        for index in 0..<area { result += source[index] }
        result /= Float(area)
      case .maximum:
        for index in 0..<area { result = max(result, source[index]) }
      }
      target[plane] = result
    }
  }
}
