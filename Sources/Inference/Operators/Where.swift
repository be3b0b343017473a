/// `Where`: elements of one operand where a condition holds, of another elsewhere, all broadcast together.
struct Where: ONNXOperator {
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
