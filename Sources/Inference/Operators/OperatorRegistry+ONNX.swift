extension OperatorRegistry {
  /// The operators that the engine has.
  static let onnx = OperatorRegistry(operatorSets: 7...26, entries: onnxEntries)

  /// Operators with a type of their own, which has their name; `Range` alone would hide Swift's.
  static let onnxOperators: [any ONNXOperator.Type] = [
    AveragePool.self, BatchNormalization.self, Cast.self, Clip.self, Concat.self, Constant.self,
    ConstantOfShape.self, Conv.self, ConvTranspose.self, DequantizeLinear.self, Dropout.self, Elu.self,
    Expand.self, Flatten.self, Gather.self, Gemm.self, HardSigmoid.self, HardSwish.self, Identity.self,
    InstanceNormalization.self, LeakyRelu.self, LpNormalization.self, MatMul.self, MaxPool.self, Not.self,
    PRelu.self, Pad.self, QuantizeLinear.self, RangeOperator.self, Relu.self, Reshape.self, Resize.self,
    Shape.self, Sigmoid.self, Slice.self, Split.self, Squeeze.self, Transpose.self, Unsqueeze.self,
    Where.self,
  ]

  private static var onnxEntries: [String: Entry] {
    var entries: [String: Entry] = [:]
    for type in onnxOperators { entries[type.name] = Entry(type) }
    entries["Upsample"] = Entry(Resize.self)
    for kind in Softmax.Kind.allCases {
      entries[kind.rawValue] = Entry { node, set throws(InferenceError) in
        try Softmax(node, operatorSet: set, kind: kind)
      }
    }
    for kind in Reduction.Kind.allCases {
      entries[kind.rawValue] = Entry { node, set throws(InferenceError) in
        try Reduction(node, operatorSet: set, kind: kind)
      }
    }
    for kind in ArgReduction.Kind.allCases {
      entries[kind.rawValue] = Entry { node, _ throws(InferenceError) in try ArgReduction(node, kind: kind) }
    }
    for (name, operation) in operatorsWithoutAttributes {
      entries[name] = Entry { _, _ throws(InferenceError) in operation }
    }
    return entries
  }

  private static var operatorsWithoutAttributes: [(name: String, operation: any Operator)] {
    BinaryArithmetic.Kind.allCases.map { ($0.rawValue, BinaryArithmetic(kind: $0)) }
      + VariadicArithmetic.Kind.allCases.map { ($0.rawValue, VariadicArithmetic(kind: $0)) }
      + UnaryFunction.Kind.allCases.map { ($0.rawValue, UnaryFunction(kind: $0)) }
      + Comparison.Kind.allCases.map { ($0.rawValue, Comparison(kind: $0)) }
      + LogicalConnective.Kind.allCases.map { ($0.rawValue, LogicalConnective(kind: $0)) }
      + GlobalPool.Kind.allCases.map { ($0.rawValue, GlobalPool(kind: $0)) }
  }
}
