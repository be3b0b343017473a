/// `Pad`: elements put before and after along axes.
struct Pad: ONNXOperator {
  static let name = "Pad"

  enum Mode: Sendable, Equatable {
    /// A given number, zero where none is given.
    case constant
    /// The tensor mirrored at its first and last element.
    case reflect
    /// The first and last element again.
    case edge
  }

  var mode: Mode
  /// From attributes (before operator set 11); otherwise these are operands.
  var pads: [Int]?
  var value: Float

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    switch try node.string("mode") ?? "constant" {
    case "constant": mode = .constant
    case "reflect": mode = .reflect
    case "edge": mode = .edge
    case let other: throw node.invalid("mode \(other) is not supported")
    }
    pads = operatorSet < 11 ? try node.integers("pads") : nil
    value = operatorSet < 11 ? try node.float("value") ?? 0 : 0
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 1...4)
    let input = try operands.required(0, "data")
    guard let pads = try operands.integers(1, "pads") ?? pads else { throw invalid("pads are missing") }
    if let value = try operands.optional(2, "constant_value", [input.elementType]), value.count != 1 {
      throw invalid("constant_value of shape \(value.shape) is no single number")
    }
    guard operands.has(2) || mode != .constant || value == 0 || input.elementType == .float32 else {
      throw invalid("a value for elements of type \(input.elementType) is not supported")
    }
    let rank = input.shape.count
    let axes = try normalizedAxes(try operands.integers(3, "axes") ?? Array(0..<rank), rank: rank)
    guard pads.count == 2 * axes.count else {
      throw invalid("\(pads.count) pads for \(axes.count) axes")
    }
    var shape = input.shape
    for (index, axis) in axes.enumerated() {
      let (before, after) = (pads[index], pads[index + axes.count])
      guard before >= 0, after >= 0 else { throw invalid("pads \(pads) cut, which is not supported") }
      let length = input.shape[axis]
      if before > 0 || after > 0 {
        guard mode != .reflect || (before < length && after < length) else {
          throw invalid("pads \(pads) are too large to reflect input \(input.shape)")
        }
        guard mode != .edge || length > 0 else { throw invalid("input \(input.shape) has no edge") }
      }
      shape[axis] = saturatingSum(saturatingSum(before, length), after)
    }
    return [ValueInformation(shape: shape, elementType: input.elementType)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    var before = AxisVector()
    let rank = input.shape.count
    // The pads in front, one per named axis.
    let named = inputs.count > 3 ? inputs[3] : nil
    let count = named?.count ?? rank
    for index in 0..<count {
      let axis = named.map { $0.integer(at: index) } ?? index
      let pad = (inputs.count > 1 ? inputs[1] : nil).map { $0.integer(at: index) } ?? pads?[index] ?? 0
      before[axis < 0 ? axis + rank : axis] = pad
    }
    let output = outputs[0]
    let given = inputs.count > 2 ? inputs[2]?.base : nil
    withElementWidth(
      input.elementType,
      one: { fill(input, output, before, given?.load(as: UInt8.self) ?? 0) },
      two: { fill(input, output, before, given?.load(as: UInt16.self) ?? 0) },
      four: { fill(input, output, before, given?.load(as: UInt32.self) ?? value.bitPattern) },
      eight: { fill(input, output, before, given?.load(as: UInt64.self) ?? 0) })
  }

  /// The place in the operand for a place in the output, before padding is taken off; `nil` in constant padding.
  @inline(__always)
  private func source(_ place: Int, _ length: Int) -> Int? {
    if place >= 0, place < length { return place }
    switch mode {
    case .constant: return nil
    case .edge: return place < 0 ? 0 : length - 1
    case .reflect: return place < 0 ? -place : 2 * (length - 1) - place
    }
  }

  private func fill<Element>(
    _ input: TensorView, _ output: MutableTensorView, _ before: AxisVector, _ padding: Element
  ) {
    let from = input.elements(Element.self)
    let strides = rowMajorStrides(input.shape)
    let last = max(input.shape.count - 1, 0)
    let length = output.shape.last ?? 1
    let inputLength = input.shape.last ?? 1
    // Walks the output's leading axes by their own place, to tell which row of the operand stands there.
    var places = AxisVector()
    for axis in 0..<last { places[axis] = -before[axis] }
    forEachRow(of: output.shape, AxisVector()) { row, _, _, _ in
      let line = output.elements(Element.self) + row * length
      var offset = 0
      var isPadding = false
      for axis in 0..<last {
        if let place = source(places[axis], input.shape[axis]) {
          offset += place * strides[axis]
        } else {
          isPadding = true
        }
      }
      if isPadding {
        line.update(repeating: padding, count: length)
      } else {
        for x in 0..<length {
          line[x] = source(x - before[last], inputLength).map { from[offset + $0] } ?? padding
        }
      }
      var axis = last - 1
      while axis >= 0 {
        places[axis] += 1
        if places[axis] < output.shape[axis] - before[axis] { break }
        places[axis] = -before[axis]
        axis -= 1
      }
    }
  }
}
