import TensorKernels

extension PlanBuilder {
  /// Plans a node on blocks where a kernel for that exists; false where it has to run row-major.
  mutating func addBlockedKernel(_ node: Node) throws(InferenceError) -> Bool {
    switch (node.operation, packed[currentNode]) {
    case (let convolution as Conv, .convolution(let weights)):
      return try addConvolution(node, convolution, weights)
    case (is Gemm, .convolution(let weights)):
      return try addMatrixProduct(node, weights)
    case (is Gemm, .quantized(let weights)):
      return try addQuantizedProduct(node, weights)
    case (is BatchNormalization, .convolution(let weights)):
      return try addChannelAffine(node, weights)
    case (is Conv, _), (is Gemm, _), (is BatchNormalization, _):
      return false
    default:
      break
    }

    // The rest gains from blocks only where its operand is in blocks already.
    guard let input = node.inputs.first ?? nil, isBlocked(input), let output = node.outputs.first,
      node.outputs.count == 1, let inputShape = blockedShape(input)
    else { return false }
    switch node.operation {
    case let pool as MaxPool:
      return try addPooling(node, pool.window, .maximum, input, inputShape, output)
    case let pool as AveragePool:
      return try addPooling(
        node, pool.window, pool.countsPadding ? .meanOfWindow : .meanOfInside, input, inputShape, output)
    case let pool as GlobalPool where pool.kind == .average:
      return try addGlobalMean(node, input, inputShape, output)
    case let arithmetic as BinaryArithmetic:
      return try addArithmetic(node, arithmetic, input, inputShape, output)
    case let function as UnaryFunction where function.kind == .hyperbolicTangent:
      return try addElementwise(node, operands: [input], output)
    case is Sigmoid, is HardSigmoid, is HardSwish, is Elu:
      return try addElementwise(node, operands: [input], output)
    case let transposition as Transpose:
      guard transposition.permutation == [0, 2, 3, 1] else { return false }
      return try addChannelsLast(node, input, inputShape, channels: 0..<inputShape.channels, output)
    case let slice as ChannelSlice:
      return try addSlice(node, input, inputShape, channels: slice.channels, output)
    case let concatenation as Concat:
      return try addConcatenation(node, concatenation, output)
    case is Resize:
      return try addRepetition(node, input, inputShape, output)
    case is Pad:
      return try addPadding(node, input, inputShape, output)
    default:
      guard let activation = try activation(node) else { return false }
      return try addFinish(node, input, inputShape, residual: nil, activation, output)
    }
  }
}
