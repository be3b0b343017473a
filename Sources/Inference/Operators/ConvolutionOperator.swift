/// An operator with weights of two spatial axes.
protocol ConvolutionOperator: ONNXOperator {
  /// Height and width as the file gives them; empty where it leaves them to the weights.
  var kernel: [Int] { get }
}

extension ConvolutionOperator {
  /// The shapes of the input and of the weights, which have the kernel.
  func shapes(_ operands: Operands) throws(InferenceError) -> (input: [Int], weights: [Int]) {
    let input = try operands.required(0, "X", [.float32]).shape
    let weights = try operands.required(1, "W", [.float32]).shape
    guard input.count == 4, weights.count == 4 else {
      throw invalid("input \(input) with weights \(weights): only two spatial axes are supported")
    }
    guard weights[2] >= 1, weights[3] >= 1, weights[2] <= ONNXNode.maximumExtent,
      weights[3] <= ONNXNode.maximumExtent, kernel.isEmpty || kernel == [weights[2], weights[3]]
    else {
      throw invalid("weights \(weights) do not have the kernel \(kernel)")
    }
    return (input, weights)
  }
}

extension ONNXNode {
  /// Height and width of the kernel; empty where the file leaves them to the weights.
  func convolutionKernel() throws(InferenceError) -> [Int] {
    let kernel = try integers("kernel_shape") ?? []
    guard kernel.isEmpty || kernel.count == 2 else {
      throw invalid("a kernel of \(kernel.count) axes is not supported; 2 are")
    }
    return kernel
  }

  /// How many groups of channels are kept apart.
  func convolutionGroups() throws(InferenceError) -> Int {
    let groups = try integer("group") ?? 1
    guard groups > 0 else { throw invalid("group of \(groups)") }
    return groups
  }
}
