/// `QuantizeLinear`: x / scale rounded to even, plus the zero point, cut to eight bits.
struct QuantizeLinear: ONNXOperator {
  static let name = "QuantizeLinear"

  var axis: Int
  var blockSize: Int
  /// The element type where there is no zero point to tell it.
  var type: ElementType

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    axis = try node.integer("axis") ?? 1
    blockSize = try node.integer("block_size") ?? 0
    guard blockSize >= 0, blockSize <= Int(Int32.max) else {
      throw node.invalid("block_size of \(blockSize)")
    }
    let code = try node.integer("output_dtype") ?? 0
    switch code == 0 ? .uint8 : ONNXElementType.elementType(code) {
    case .uint8: type = .uint8
    case .int8: type = .int8
    default: throw node.invalid("output of type \(ONNXElementType.name(code)) is not supported")
    }
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 2...3)
    let input = try operands.required(0, "x", [.float32])
    let scale = try operands.required(1, "y_scale", [.float32])
    let zeroPoint = try operands.optional(2, "y_zero_point", [.uint8, .int8])
    try ScaleLayout.validate(input, scale: scale, zeroPoint: zeroPoint, axis: axis, blockSize: blockSize)
    return [ValueInformation(shape: input.shape, elementType: zeroPoint?.elementType ?? type)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0], let scale = inputs[1] else { return }
    let zeroPoint = inputs.count > 2 ? inputs[2] : nil
    if outputs[0].elementType == .int8 {
      quantize(input, scale, zeroPoint, outputs[0], Int8.self)
    } else {
      quantize(input, scale, zeroPoint, outputs[0], UInt8.self)
    }
  }

  private func quantize<Element: FixedWidthInteger>(
    _ input: TensorView, _ scale: TensorView, _ zeroPoint: TensorView?, _ output: MutableTensorView,
    _ type: Element.Type
  ) {
    let source = input.elements(Float.self)
    let scales = scale.elements(Float.self)
    let zeros = zeroPoint?.elements(Element.self)
    let target = output.elements(Element.self)
    let layout = ScaleLayout(input.shape, scale: scale.shape, axis: axis, blockSize: blockSize)
    layout.forEachRun { start, count, place, step in
      for index in 0..<count {
        let scale = scales[place + index * step]
        let zero = zeros.map { Double($0[place + index * step]) } ?? 0
        let rounded = (source[start + index] / scale).rounded(.toNearestOrEven)
        target[start + index] = saturated(Double(rounded) + zero, Element.self)
      }
    }
  }
}
