/// How scales are spread over a tensor: one for all, one per place along an axis, or one per block along an axis.
struct ScaleLayout {
  let outer: Int
  let length: Int
  let inner: Int
  /// Elements along the axis that share a scale.
  let block: Int
  /// Scales along the axis.
  let blocks: Int
  /// Whether each lane beside the axis has scales of its own, as blocks have.
  let isBlocked: Bool

  init(_ shape: [Int], scale: [Int], axis: Int, blockSize: Int) {
    if scale.reduce(1, *) == 1, blockSize == 0 {
      (outer, length, inner, block, blocks, isBlocked) = (1, shape.reduce(1, *), 1, .max, 1, false)
      return
    }
    let place = axis < 0 ? axis + shape.count : axis
    let lanes = AxisLanes(shape, axis: place)
    (outer, length, inner) = (lanes.outer, lanes.length, lanes.stride)
    isBlocked = blockSize > 0
    block = isBlocked ? blockSize : 1
    blocks = isBlocked ? scale[place] : length
  }

  /// Refuses scales whose shape does not fit.
  static func validate(
    _ input: ValueInformation, scale: ValueInformation, zeroPoint: ValueInformation?, axis: Int,
    blockSize: Int
  ) throws(InferenceError) {
    if let zeroPoint, zeroPoint.shape != scale.shape {
      throw invalid("the zero point \(zeroPoint.shape) and the scale \(scale.shape) differ")
    }
    if blockSize > 0 {
      let place = try normalizedAxis(axis, rank: input.shape.count)
      var expected = input.shape
      expected[place] = (expected[place] + blockSize - 1) / blockSize
      guard scale.shape == expected else {
        throw invalid("scale \(scale.shape) does not fit input \(input.shape) in blocks of \(blockSize)")
      }
    } else if scale.count != 1 || scale.shape.count > 1 {
      let place = try normalizedAxis(axis, rank: input.shape.count)
      guard scale.shape == [input.shape[place]] else {
        throw invalid("scale \(scale.shape) does not fit axis \(axis) of input \(input.shape)")
      }
    }
  }

  /// Visits runs of elements: the first element, how many follow one another, the first scale, and how far the scale
  /// moves per element (0 or 1).
  @inline(__always)
  func forEachRun(_ body: (_ start: Int, _ count: Int, _ scale: Int, _ scaleStep: Int) -> Void) {
    for group in 0..<outer {
      if inner == 1 {
        var place = 0
        var index = 0
        while place < length {
          let count = min(block, length - place)
          body(group * length + place, count, (isBlocked ? group * blocks : 0) + index, 0)
          place += count
          index += 1
        }
      } else {
        for place in 0..<length {
          let scale = isBlocked ? (group * blocks + place / block) * inner : place
          body((group * length + place) * inner, inner, scale, isBlocked ? 1 : 0)
        }
      }
    }
  }
}

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
