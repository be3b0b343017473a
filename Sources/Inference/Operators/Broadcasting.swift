/// Combines two operands element by element under multidirectional broadcasting.
@inline(__always)
func broadcast<A, B, Result>(
  _ a: TensorView, _ b: TensorView, _ output: MutableTensorView, _ combine: (A, B) -> Result
) {
  let sourceA = a.elements(A.self)
  let sourceB = b.elements(B.self)
  let target = output.elements(Result.self)
  if a.shape == b.shape {
    for index in 0..<output.count { target[index] = combine(sourceA[index], sourceB[index]) }
    return
  }
  let stridesA = broadcastStrides(a.shape, to: output.shape)
  let stridesB = broadcastStrides(b.shape, to: output.shape)
  let length = output.shape.last ?? 1
  let last = max(output.shape.count - 1, 0)
  forEachRow(of: output.shape, stridesA, stridesB) { row, startA, startB, _ in
    let rowA = sourceA + startA
    let rowB = sourceB + startB
    let line = target + row * length
    switch (stridesA[last], stridesB[last]) {
    case (0, 0): line.update(repeating: combine(rowA[0], rowB[0]), count: length)
    case (0, _): for x in 0..<length { line[x] = combine(rowA[0], rowB[x]) }
    case (_, 0): for x in 0..<length { line[x] = combine(rowA[x], rowB[0]) }
    default: for x in 0..<length { line[x] = combine(rowA[x], rowB[x]) }
    }
  }
}

/// The output of an element-wise operator with two operands of the same element type.
func inferBroadcast(
  _ inputs: [ValueInformation?], _ types: [ElementType]
) throws(InferenceError) -> ValueInformation {
  let operands = try Operands(inputs, 2...2)
  let a = try operands.required(0, "A", types)
  let b = try operands.required(1, "B", types)
  guard a.elementType == b.elementType else {
    throw invalid("operands have element types \(a.elementType) and \(b.elementType)")
  }
  guard let shape = broadcastShape(a.shape, b.shape) else {
    throw invalid("shapes \(a.shape) and \(b.shape) cannot be broadcast to each other")
  }
  return ValueInformation(shape: shape, elementType: a.elementType)
}
