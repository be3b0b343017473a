/// `Cast`: the elements in another element type. Double precision is taken as single precision.
struct Cast: ONNXOperator {
  static let name = "Cast"

  var target: ElementType

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    guard let code = try node.integer("to") else { throw node.invalid("attribute to is missing") }
    guard let type = ONNXElementType.computedType(code) else {
      throw node.invalid("a cast to \(ONNXElementType.name(code)) is not supported")
    }
    target = type
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let input = try Operands(inputs, 1...1).required(0, "input")
    let constant = input.elementType == target ? input.constant : nil
    return [ValueInformation(shape: input.shape, elementType: target, constant: constant)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    let output = outputs[0]
    if input.elementType == target { return copyElements(input, output) }
    switch input.elementType {
    case .float32: fromReal(input, output, Float.self) { $0 }
    case .float16: fromReal(input, output, UInt16.self) { HalfPrecision.float($0) }
    case .int8: fromInteger(input, output, Int8.self)
    case .uint8, .boolean: fromInteger(input, output, UInt8.self)
    case .int32: fromInteger(input, output, Int32.self)
    case .int64: fromInteger(input, output, Int64.self)
    }
  }

  @inline(__always)
  private func map<Source, Result>(
    _ input: TensorView, _ output: MutableTensorView, _ convert: (Source) -> Result
  ) {
    let source = input.elements(Source.self)
    let target = output.elements(Result.self)
    for index in 0..<input.count { target[index] = convert(source[index]) }
  }

  @inline(__always)
  private func fromReal<Source>(
    _ input: TensorView, _ output: MutableTensorView, _ type: Source.Type, _ value: (Source) -> Float
  ) {
    switch output.elementType {
    case .float32: map(input, output) { (source: Source) -> Float in value(source) }
    case .float16: map(input, output) { (source: Source) -> UInt16 in HalfPrecision.bits(value(source)) }
    case .boolean: map(input, output) { (source: Source) -> UInt8 in value(source) == 0 ? 0 : 1 }
    case .int8: map(input, output) { (source: Source) in saturated(Double(value(source)), Int8.self) }
    case .uint8: map(input, output) { (source: Source) in saturated(Double(value(source)), UInt8.self) }
    case .int32: map(input, output) { (source: Source) in saturated(Double(value(source)), Int32.self) }
    case .int64: map(input, output) { (source: Source) in saturated(Double(value(source)), Int64.self) }
    }
  }

  @inline(__always)
  private func fromInteger<Source: FixedWidthInteger>(
    _ input: TensorView, _ output: MutableTensorView, _ type: Source.Type
  ) {
    switch output.elementType {
    case .float32: map(input, output) { (source: Source) in Float(source) }
    case .float16: map(input, output) { (source: Source) in HalfPrecision.bits(Float(source)) }
    case .boolean: map(input, output) { (source: Source) -> UInt8 in source == 0 ? 0 : 1 }
    case .int8: map(input, output) { (source: Source) in Int8(truncatingIfNeeded: source) }
    case .uint8: map(input, output) { (source: Source) in UInt8(truncatingIfNeeded: source) }
    case .int32: map(input, output) { (source: Source) in Int32(truncatingIfNeeded: source) }
    case .int64: map(input, output) { (source: Source) in Int64(truncatingIfNeeded: source) }
    }
  }
}

extension Cast: DeferringOperator {
  func deferredElements(_ operands: [Tensor?]) -> (any DeferredElements)? {
    guard target == .float32, let input = operands.first ?? nil, case .float16(let halves) = input.elements
    else { return nil }
    return WidenedElements(halves: halves)
  }
}
