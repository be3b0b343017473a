/// The operators that the engine has, by their names in the ONNX specification.
enum OperatorRegistry {
  /// How an operator is made from a node of a file.
  struct Entry: Sendable {
    /// The most outputs that are computed; a file may list more that nobody reads.
    let maximumOutputs: Int
    let make: @Sendable (_ node: ONNXNode, _ operatorSet: Int) throws(InferenceError) -> any Operator
  }

  /// The operator sets that the entries know: what attributes and operands mean differs between them.
  static let operatorSets = 7...26

  static func entry(_ name: String) -> Entry? { entries[name] }

  private static let entries: [String: Entry] = {
    var entries: [String: Entry] = [:]
    let types: [any ONNXOperator.Type] = [
      AveragePool.self, BatchNormalization.self, Cast.self, Clip.self, Concatenation.self, Constant.self,
      ConstantOfShape.self, Convolution.self, ConvolutionTranspose.self, DequantizeLinear.self, Dropout.self,
      Elu.self, Expand.self, Flatten.self, Gather.self, Gemm.self, HardSigmoid.self, HardSwish.self,
      Identity.self, InstanceNormalization.self, LeakyRelu.self, MatrixProduct.self, MaximumPool.self,
      Negation.self, NormNormalization.self, NumberRange.self, Pad.self, ParametricRelu.self,
      QuantizeLinear.self, Relu.self, Reshape.self, Resize.self, Selection.self, ShapeOf.self, Sigmoid.self,
      Slice.self, Split.self, Squeeze.self, Transpose.self, Unsqueeze.self,
    ]
    for type in types { entries[type.name] = entry(of: type) }
    entries["Upsample"] = entry(of: Resize.self)
    entries["LogSoftmax"] = Entry(maximumOutputs: 1) { node, set throws(InferenceError) in
      try Softmax(node, operatorSet: set, isLogarithm: true)
    }
    entries["Softmax"] = Entry(maximumOutputs: 1) { node, set throws(InferenceError) in
      try Softmax(node, operatorSet: set, isLogarithm: false)
    }
    entries["ArgMax"] = Entry(maximumOutputs: 1) { node, _ throws(InferenceError) in
      try ExtremePlace(node, isMaximum: true)
    }
    entries["ArgMin"] = Entry(maximumOutputs: 1) { node, _ throws(InferenceError) in
      try ExtremePlace(node, isMaximum: false)
    }
    for (name, kind) in reductions {
      entries[name] = Entry(maximumOutputs: 1) { node, set throws(InferenceError) in
        try Reduction(node, operatorSet: set, kind: kind)
      }
    }
    for (name, operation) in plainOperators {
      entries[name] = Entry(maximumOutputs: 1) { _, _ throws(InferenceError) in operation }
    }
    return entries
  }()

  private static func entry<Type: ONNXOperator>(of type: Type.Type) -> Entry {
    Entry(maximumOutputs: type.maximumOutputs) { node, set throws(InferenceError) in
      try Type(node, operatorSet: set)
    }
  }

  private static let reductions: [String: Reduction.Kind] = [
    "ReduceSum": .sum, "ReduceMean": .mean, "ReduceMax": .maximum, "ReduceMin": .minimum,
    "ReduceProd": .product, "ReduceL1": .absoluteSum, "ReduceL2": .euclideanNorm,
    "ReduceSumSquare": .squareSum,
  ]

  /// Operators that have no attributes.
  private static let plainOperators: [String: any Operator] = [
    "Add": BinaryArithmetic(kind: .addition), "Sub": BinaryArithmetic(kind: .subtraction),
    "Mul": BinaryArithmetic(kind: .multiplication), "Div": BinaryArithmetic(kind: .division),
    "Pow": BinaryArithmetic(kind: .power),
    "Sum": VariadicArithmetic(kind: .sum), "Mean": VariadicArithmetic(kind: .mean),
    "Max": VariadicArithmetic(kind: .maximum), "Min": VariadicArithmetic(kind: .minimum),
    "Tanh": UnaryFunction(kind: .hyperbolicTangent), "Exp": UnaryFunction(kind: .exponential),
    "Log": UnaryFunction(kind: .logarithm), "Sqrt": UnaryFunction(kind: .squareRoot),
    "Neg": UnaryFunction(kind: .negation), "Abs": UnaryFunction(kind: .absoluteValue),
    "Erf": UnaryFunction(kind: .errorFunction), "Floor": UnaryFunction(kind: .floor),
    "Ceil": UnaryFunction(kind: .ceiling), "Reciprocal": UnaryFunction(kind: .reciprocal),
    "Softplus": UnaryFunction(kind: .softplus), "Round": UnaryFunction(kind: .rounding),
    "Equal": Comparison(kind: .equal), "Greater": Comparison(kind: .greater),
    "GreaterOrEqual": Comparison(kind: .greaterOrEqual), "Less": Comparison(kind: .less),
    "LessOrEqual": Comparison(kind: .lessOrEqual),
    "And": LogicalConnective(isConjunction: true), "Or": LogicalConnective(isConjunction: false),
    "GlobalAveragePool": GlobalPool(kind: .average), "GlobalMaxPool": GlobalPool(kind: .maximum),
  ]
}
