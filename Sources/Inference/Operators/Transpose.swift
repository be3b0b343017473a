/// `Transpose`: the axes in another order.
struct Transpose: ONNXOperator {
  static let name = "Transpose"

  /// The operand's axis at each place of the output; empty to reverse them.
  var permutation: [Int]

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    permutation = try node.integers("perm") ?? []
    guard permutation.sorted() == Array(permutation.indices) else {
      throw node.invalid("perm \(permutation) is no permutation")
    }
  }

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let input = try Operands(inputs, 1...1).required(0, "data")
    guard permutation.isEmpty || permutation.count == input.shape.count else {
      throw invalid("perm \(permutation) does not fit input \(input.shape)")
    }
    let shape = permutation.isEmpty ? input.shape.reversed() : permutation.map { input.shape[$0] }
    return [ValueInformation(shape: shape, elementType: input.elementType)]
  }

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    let own = rowMajorStrides(input.shape)
    var strides = AxisVector()
    let rank = input.shape.count
    for axis in 0..<rank { strides[axis] = own[permutation.isEmpty ? rank - 1 - axis : permutation[axis]] }
    copyStrided(input, start: 0, strides: strides, to: outputs[0])
  }
}
