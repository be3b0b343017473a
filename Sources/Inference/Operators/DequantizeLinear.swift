/// `DequantizeLinear`: (x − zero point) · scale, per tensor, along an axis, or in blocks along an axis.
struct DequantizeLinear: ONNXOperator {
  static let name = "DequantizeLinear"

  var axis: Int
  /// Elements along the axis that share a scale; zero where scales are not blocked.
  var blockSize: Int

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    axis = try node.integer("axis") ?? 1
    blockSize = try node.integer("block_size") ?? 0
    guard blockSize >= 0, blockSize <= Int(Int32.max) else {
      throw node.invalid("block_size of \(blockSize)")
    }
    if let code = try node.integer("output_dtype"), code != 0, code != 1 {
      throw node.invalid("output of type \(ONNXElementType.name(code)) is not supported")
    }
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 2...3)
    let input = try operands.required(0, "x", [.int8, .uint8, .int32])
    let scale = try operands.required(1, "x_scale", [.float32])
    let zeroPoint = try operands.optional(2, "x_zero_point", [input.elementType])
    try ScaleLayout.validate(input, scale: scale, zeroPoint: zeroPoint, axis: axis, blockSize: blockSize)
    return [ValueInformation(shape: input.shape, elementType: .float32)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0], let scale = inputs[1] else { return }
    let zeroPoint = inputs.count > 2 ? inputs[2] : nil
    switch input.elementType {
    case .int8: dequantize(input, scale, zeroPoint, outputs[0], Int8.self)
    case .uint8: dequantize(input, scale, zeroPoint, outputs[0], UInt8.self)
    case .int32: dequantize(input, scale, zeroPoint, outputs[0], Int32.self)
    default: return
    }
  }

  private func dequantize<Element: FixedWidthInteger>(
    _ input: TensorView, _ scale: TensorView, _ zeroPoint: TensorView?, _ output: MutableTensorView,
    _ type: Element.Type
  ) {
    let source = input.elements(Element.self)
    let scales = scale.elements(Float.self)
    let zeros = zeroPoint?.elements(Element.self)
    let target = output.elements(Float.self)
    let layout = ScaleLayout(input.shape, scale: scale.shape, axis: axis, blockSize: blockSize)
    layout.forEachRun { start, count, place, step in
      if step == 0 {
        let factor = scales[place]
        let zero = Int32(truncatingIfNeeded: zeros.map { $0[place] } ?? 0)
        for index in start..<start + count {
          target[index] = Float(Int32(truncatingIfNeeded: source[index]) &- zero) * factor
        }
      } else {
        for index in 0..<count {
          let zero = Int32(truncatingIfNeeded: zeros.map { $0[place + index] } ?? 0)
          target[start + index] =
            Float(Int32(truncatingIfNeeded: source[start + index]) &- zero) * scales[place + index]
        }
      }
    }
  }
}

extension DequantizeLinear: DeferringOperator {
  /// Blocks of signed bytes along the last axis, the form in which weights are published.
  func deferredElements(_ operands: [Tensor?]) -> (any DeferredElements)? {
    guard blockSize > 0, operands.count >= 2, let input = operands[0], let scales = operands[1]?.floats,
      case .int8(let values) = input.elements, let depth = input.shape.last, depth > 0, !values.isEmpty,
      axis == input.shape.count - 1 || axis == -1
    else { return nil }
    var zeroPoints: [Int8]?
    if operands.count > 2, let operand = operands[2] {
      guard case .int8(let zeros) = operand.elements else { return nil }
      zeroPoints = zeros.allSatisfy { $0 == 0 } ? nil : Array(zeros)
    }
    return BlockQuantizedElements(
      values: values, depth: depth, blockSize: blockSize, scales: scales, zeroPoints: zeroPoints)
  }
}
