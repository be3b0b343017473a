/// Runs a copy with an unsigned type of the element's size, so that one body serves every element type.
@inline(__always)
func withElementWidth(
  _ type: ElementType, one: () -> Void, two: () -> Void, four: () -> Void, eight: () -> Void
) {
  switch type.byteCount {
  case 1: one()
  case 2: two()
  case 4: four()
  default: eight()
  }
}

/// Fills a row-major output from a source that is walked with any strides, also negative or zero ones.
func copyStrided(
  _ input: TensorView, start: Int, strides: AxisVector, to output: MutableTensorView
) {
  withElementWidth(
    output.elementType,
    one: { copyStrided(input.elements(UInt8.self) + start, strides, output) },
    two: { copyStrided(input.elements(UInt16.self) + start, strides, output) },
    four: { copyStrided(input.elements(UInt32.self) + start, strides, output) },
    eight: { copyStrided(input.elements(UInt64.self) + start, strides, output) })
}

private func copyStrided<Element>(
  _ source: UnsafePointer<Element>, _ strides: AxisVector, _ output: MutableTensorView
) {
  let target = output.elements(Element.self)
  let length = output.shape.last ?? 1
  let stride = strides[max(output.shape.count - 1, 0)]
  forEachRow(of: output.shape, strides) { row, start, _, _ in
    let line = target + row * length
    let from = source + start
    switch stride {
    case 1: line.update(from: from, count: length)
    case 0: line.update(repeating: from[0], count: length)
    default: for x in 0..<length { line[x] = from[x * stride] }
    }
  }
}

/// Copies a whole tensor whose elements keep their order.
func copyElements(_ input: TensorView?, _ output: MutableTensorView) {
  guard let input else { return }
  output.base.copyMemory(from: input.base, byteCount: output.count * output.elementType.byteCount)
}

/// The output of an operator that renames the axes of its operand and keeps the order of the elements.
func inferReshaped(_ input: ValueInformation, _ shape: [Int]) throws(InferenceError) -> [ValueInformation] {
  guard let count = elementCount(shape), count == input.count else {
    throw invalid("input \(input.shape) cannot take the shape \(shape)")
  }
  return [
    ValueInformation(shape: shape, elementType: input.elementType, constant: input.constant?.reshaped(shape))
  ]
}
