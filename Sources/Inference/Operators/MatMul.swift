/// `MatMul`: products of the matrices in the last two axes, broadcast over the axes before; vectors are taken as a row
/// on the left and as a column on the right.
struct MatMul: ONNXOperator {
  static let name = "MatMul"

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {}

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 2...2)
    let a = try operands.required(0, "A", [.float32]).shape
    let b = try operands.required(1, "B", [.float32]).shape
    guard !a.isEmpty, !b.isEmpty else { throw invalid("operands \(a) and \(b): a scalar is no matrix") }
    let left = a.count == 1 ? [1] + a : a
    let right = b.count == 1 ? b + [1] : b
    guard left[left.count - 1] == right[right.count - 2],
      var shape = broadcastShape(Array(left.dropLast(2)), Array(right.dropLast(2)))
    else {
      throw invalid("matrices \(a) and \(b) cannot be multiplied")
    }
    if a.count > 1 { shape.append(left[left.count - 2]) }
    if b.count > 1 { shape.append(right[right.count - 1]) }
    return [ValueInformation(shape: shape, elementType: .float32)]
  }

  func work(_ inputs: [ValueInformation?], _ outputs: [ValueInformation]) -> Int {
    guard let depth = inputs[0]?.shape.last else { return .max }
    return saturatingSum(1, saturatingProduct(outputs[0].count, max(depth, 1)))
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let a = inputs[0], let b = inputs[1] else { return }
    let output = outputs[0]
    let depth = a.shape[a.shape.count - 1]
    let rows = a.shape.count > 1 ? a.shape[a.shape.count - 2] : 1
    let columns = b.shape.count > 1 ? b.shape[b.shape.count - 1] : 1
    // The axes before the matrices, walked as one element each.
    let batch = output.shape.count - (a.shape.count > 1 ? 1 : 0) - (b.shape.count > 1 ? 1 : 0)
    let stridesA = batchStrides(a.shape, batch)
    let stridesB = batchStrides(b.shape, batch)
    var place = AxisVector()
    var products = 1
    for axis in 0..<batch { products *= output.shape[axis] }
    for product in 0..<products {
      var (offsetA, offsetB) = (0, 0)
      for axis in 0..<batch {
        offsetA += place[axis] * stridesA[axis]
        offsetB += place[axis] * stridesB[axis]
      }
      multiply(
        a.elements(Float.self) + offsetA, rowStride: depth, depthStride: 1,
        b.elements(Float.self) + offsetB, depthStride: columns, columnStride: 1,
        output.elements(Float.self) + product * rows * columns, rows: rows, depth: depth, columns: columns)
      var axis = batch - 1
      while axis >= 0 {
        place[axis] += 1
        if place[axis] < output.shape[axis] { break }
        place[axis] = 0
        axis -= 1
      }
    }
  }

  private func batchStrides(_ shape: [Int], _ batch: Int) -> AxisVector {
    let own = rowMajorStrides(shape)
    let axes = max(shape.count - 2, 0)
    var strides = AxisVector()
    for axis in 0..<axes where shape[axis] != 1 { strides[axis + batch - axes] = own[axis] }
    return strides
  }
}
