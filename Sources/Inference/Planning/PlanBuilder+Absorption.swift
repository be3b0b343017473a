/// What the epilogue of a kernel computes beyond the kernel's own node.
struct Absorption {
  var activation = ActivationFunction.identity
  var residual: ValueID?
  /// The value that the kernel stores.
  var result: ValueID
}

extension PlanBuilder {
  /// Follows a value through the additions and activations that its kernel can compute as it stores it.
  mutating func absorbFollowers(of value: ValueID) throws(InferenceError) -> Absorption {
    var absorption = Absorption(result: value)
    while let index = soleConsumer(absorption.result) {
      let node = graph.nodes[index]
      guard let output = node.outputs.first, node.outputs.count == 1 else { break }
      if let activation = try activation(node) {
        absorb(index)
        absorption.activation = activation
        absorption.result = output
        break
      }
      guard absorption.residual == nil, (node.operation as? BinaryArithmetic)?.kind == .addition,
        node.inputs.count == 2,
        let other = node.inputs.compactMap({ $0 }).first(where: { $0 != absorption.result }),
        information(other).shape == information(absorption.result).shape,
        information(other).constant == nil, isComputed(other), blockedShape(other) != nil
      else { break }
      absorb(index)
      absorption.residual = other
      absorption.result = output
    }
    return absorption
  }

  /// The activation that a node applies, `nil` if it is none that the kernels know.
  func activation(_ node: Node) throws(InferenceError) -> ActivationFunction? {
    switch node.operation {
    case is Relu:
      return .rectifier
    case let leaky as LeakyRelu:
      guard let shape = blockedShape(node.outputs.first) else { return nil }
      let slopes = [Float](repeating: leaky.alpha, count: shape.channels)
      return .parametricRectifier(slopes: try PackedConvolution.padded(slopes))
    case is PRelu:
      guard node.inputs.count == 2, let shape = blockedShape(node.outputs.first),
        let values = floats(node.inputs[1]),
        let slopeShape = node.inputs[1].map({ information($0).shape })
      else { return nil }
      if values.count == 1 {
        let slopes = [Float](repeating: values[0], count: shape.channels)
        return .parametricRectifier(slopes: try PackedConvolution.padded(slopes))
      }
      // One slope per channel of N×C×H×W: C×1×1 or 1×C×1×1.
      guard slopeShape == [shape.channels, 1, 1] || slopeShape == [1, shape.channels, 1, 1],
        information(node.outputs[0]).shape.count == 4
      else { return nil }
      return .parametricRectifier(slopes: try PackedConvolution.padded(values))
    case let clip as Clip:
      let lower = clip.minimum ?? -.infinity
      let upper = clip.maximum ?? .infinity
      // Constant limits have become attributes while folding; computed ones are left to the plain operator.
      guard node.inputs.count == 1, lower <= upper else { return nil }
      return .clip(lower: lower, upper: upper)
    default:
      return nil
    }
  }
}
