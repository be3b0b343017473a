/// `Gemm`: alpha · A′ · B′ + beta · C, where A′ and B′ are A and B or their transposes.
struct Gemm: ONNXOperator {
  static let name = "Gemm"

  var alpha: Float
  var beta: Float
  var transposeA: Bool
  var transposeB: Bool

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    alpha = try node.float("alpha") ?? 1
    beta = try node.float("beta") ?? 1
    transposeA = try node.flag("transA", default: false)
    transposeB = try node.flag("transB", default: false)
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 2...3)
    let a = try operands.required(0, "A", [.float32]).shape
    let b = try operands.required(1, "B", [.float32]).shape
    guard a.count == 2, b.count == 2 else { throw invalid("operands \(a) and \(b) are no matrices") }
    guard a[transposeA ? 0 : 1] == b[transposeB ? 1 : 0] else {
      throw invalid("matrices \(a) and \(b) cannot be multiplied")
    }
    let shape = [a[transposeA ? 1 : 0], b[transposeB ? 0 : 1]]
    if let c = try operands.optional(2, "C", [.float32]), broadcastShape(c.shape, shape) != shape {
      throw invalid("C \(c.shape) cannot be broadcast to \(shape)")
    }
    return [ValueInformation(shape: shape, elementType: .float32)]
  }

  func work(_ inputs: [ValueInformation?], _ outputs: [ValueInformation]) -> Int {
    guard let a = inputs[0]?.shape else { return .max }
    return saturatingSum(1, saturatingProduct(outputs[0].count, max(a[transposeA ? 0 : 1], 1)))
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let a = inputs[0], let b = inputs[1] else { return }
    let output = outputs[0]
    let (rows, columns) = (output.shape[0], output.shape[1])
    let depth = a.shape[transposeA ? 0 : 1]
    let target = output.elements(Float.self)
    multiply(
      a.elements(Float.self), rowStride: transposeA ? 1 : depth, depthStride: transposeA ? rows : 1,
      b.elements(Float.self), depthStride: transposeB ? 1 : columns, columnStride: transposeB ? depth : 1,
      target, rows: rows, depth: depth, columns: columns)
    if alpha != 1 {
      for index in 0..<rows * columns { target[index] *= alpha }
    }
    guard inputs.count > 2, let c = inputs[2] else { return }
    let product = TensorView(shape: output.shape, elementType: .float32, base: UnsafeRawPointer(output.base))
    // Every element is read before it is written, so the output may be an operand here.
    broadcast(product, c, output) { (product: Float, addend: Float) in product + beta * addend }
  }
}

extension Gemm {
  /// A · Bᵀ + C without further factors: the form in which every exporter writes a fully connected layer.
  var isPlainWithTransposedWeights: Bool { alpha == 1 && beta == 1 && !transposeA && transposeB }
}

/// Writes the product of two matrices, each with any strides, to a row-major matrix.
func multiply(
  _ a: UnsafePointer<Float>, rowStride: Int, depthStride depthStrideA: Int,
  _ b: UnsafePointer<Float>, depthStride depthStrideB: Int, columnStride: Int,
  _ target: UnsafeMutablePointer<Float>, rows: Int, depth: Int, columns: Int
) {
  for row in 0..<rows {
    let line = target + row * columns
    if columnStride == 1 {
      line.update(repeating: 0, count: columns)
      for index in 0..<depth {
        let factor = a[row * rowStride + index * depthStrideA]
        let source = b + index * depthStrideB
        for column in 0..<columns { line[column] += factor * source[column] }
      }
    } else {
      for column in 0..<columns {
        let source = b + column * columnStride
        var sum: Float = 0
        for index in 0..<depth {
          sum += a[row * rowStride + index * depthStrideA] * source[index * depthStrideB]
        }
        line[column] = sum
      }
    }
  }
}
