/// A · Wᵀ + bias, where W is kept as signed bytes with a scale per block of a row.
///
/// No ONNX operator of its own: `Gemm` whose second operand is a block-quantised constant becomes one, so that the
/// weights are neither expanded at load nor read as floats in every run.
struct QuantizedMatrixProduct: Operator {
  let outputs: Int
  let depth: Int
  /// Row-major [outputs, depth].
  let weights: [Int8]
  /// Row-major [outputs, ⌈depth / blockSize⌉].
  var scales: [Float]
  let blockSize: Int
  /// One value per output.
  var bias: [Float]

  var blocksPerRow: Int { (depth + blockSize - 1) / blockSize }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let input = try Operands(inputs, 1...1).required(0, "A", [.float32]).shape
    guard input.count == 2, input[1] == depth else {
      throw invalid("input \(input) cannot be multiplied with weights [\(outputs), \(depth)]")
    }
    return [ValueInformation(shape: [input[0], outputs], elementType: .float32)]
  }

  func work(_ inputs: [ValueInformation?], _ outputs: [ValueInformation]) -> Int {
    saturatingSum(1, saturatingProduct(outputs[0].count, depth))
  }

  func run(_ inputs: [TensorView?], _ results: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    let source = input.elements(Float.self)
    let target = results[0].elements(Float.self)
    for row in 0..<input.shape[0] {
      for output in 0..<outputs {
        var sum = bias[output]
        for index in 0..<depth {
          let scale = scales[output * blocksPerRow + index / blockSize]
          sum += Float(weights[output * depth + index]) * scale * source[row * depth + index]
        }
        target[row * outputs + output] = sum
      }
    }
  }
}
