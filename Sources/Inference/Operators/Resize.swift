/// `Resize` and its predecessor `Upsample`: nearest neighbour over any axes, or linear over the last two.
struct Resize: ONNXOperator {
  static let name = "Resize"

  enum Mode: Sendable, Equatable { case nearest, linear }

  /// Which place of the operand a place of the output stands for.
  enum Coordinates: Sendable, Equatable {
    case halfPixel, pytorchHalfPixel, symmetricHalfPixel, alignedCorners, asymmetric, tensorflowHalfPixel
  }

  /// How a place between two elements is rounded.
  enum Rounding: Sendable, Equatable {
    case preferFloor, preferCeiling, floor, ceiling
    /// Before operator set 11: down where the axis grows, up where it shrinks.
    case legacy
  }

  var mode: Mode
  var coordinates: Coordinates
  var rounding: Rounding
  /// Scales from the attribute of `Upsample` in operator set 7.
  var scales: [Float]?
  /// The axes that scales or sizes are given for; `nil` for all.
  var axes: [Int]?
  /// Where the operands stand: `Upsample` and the first `Resize` have scales second; later there is a region before.
  private var scalesOperand: Int

  init(_ node: ONNXNode, operatorSet: Int) throws(InferenceError) {
    switch try node.string("mode") ?? "nearest" {
    case "nearest": mode = .nearest
    case "linear", "bilinear": mode = .linear
    case let other: throw node.invalid("mode \(other) is not supported")
    }
    if node.operatorName == "Upsample" || operatorSet < 11 {
      coordinates = .asymmetric
      rounding = .legacy
      scalesOperand = 1
      scales = operatorSet < 9 ? try node.floats("scales") : nil
      return
    }
    scalesOperand = 2
    coordinates = try Self.coordinates(node)
    switch try node.string("nearest_mode") ?? "round_prefer_floor" {
    case "round_prefer_floor", "": rounding = .preferFloor
    case "round_prefer_ceil": rounding = .preferCeiling
    case "floor": rounding = .floor
    case "ceil": rounding = .ceiling
    case let other: throw node.invalid("nearest_mode \(other) is not defined")
    }
    axes = try node.integers("axes")
    try node.requireInteger("antialias", 0)
    let policy = try node.string("keep_aspect_ratio_policy") ?? "stretch"
    guard policy == "stretch" else {
      throw node.invalid("keep_aspect_ratio_policy \(policy) is not supported")
    }
  }

  private static func coordinates(_ node: ONNXNode) throws(InferenceError) -> Coordinates {
    switch try node.string("coordinate_transformation_mode") ?? "half_pixel" {
    case "half_pixel": .halfPixel
    case "pytorch_half_pixel": .pytorchHalfPixel
    case "half_pixel_symmetric": .symmetricHalfPixel
    case "align_corners": .alignedCorners
    case "asymmetric": .asymmetric
    case "tf_half_pixel_for_nn": .tensorflowHalfPixel
    case let other: throw node.invalid("coordinate_transformation_mode \(other) is not supported")
    }
  }

  // MARK: Shapes

  func infer(_ inputs: [ValueInformation?]) throws(InferenceError) -> [ValueInformation] {
    let operands = try Operands(inputs, 1...4)
    let input = try operands.required(0, "X", [.float32])
    let rank = input.shape.count
    let places = try normalizedAxes(axes ?? Array(0..<rank), rank: rank)
    var shape = input.shape
    let scales = try operands.floats(scalesOperand, "scales") ?? scales ?? []
    if let sizes = try operands.integers(3, "sizes"), !sizes.isEmpty {
      guard scales.isEmpty, sizes.count == places.count, !sizes.contains(where: { $0 < 0 }) else {
        throw invalid("sizes \(sizes) do not fit input \(input.shape)")
      }
      for (index, axis) in places.enumerated() { shape[axis] = sizes[index] }
    } else {
      guard scales.count == places.count else {
        throw invalid("\(scales.count) scales for \(places.count) axes of input \(input.shape)")
      }
      for (index, axis) in places.enumerated() {
        let length = Float(shape[axis]) * scales[index]
        guard scales[index] > 0, length < Float(1 << 40) else {
          throw invalid("scale \(scales[index]) of axis \(axis) of input \(input.shape)")
        }
        shape[axis] = Int(length)
      }
    }
    for axis in 0..<rank where input.shape[axis] == 0 && shape[axis] > 0 {
      throw invalid("input \(input.shape) has nothing to enlarge")
    }
    if mode == .linear {
      for axis in 0..<max(rank - 2, 0) where shape[axis] != input.shape[axis] {
        throw invalid("linear resizing of axis \(axis) of input \(input.shape) is not supported")
      }
    }
    return [ValueInformation(shape: shape, elementType: .float32)]
  }

  func work(_ inputs: [ValueInformation?], _ outputs: [ValueInformation]) -> Int {
    saturatingSum(1, saturatingProduct(outputs[0].count, 4))
  }

  // MARK: Computing

  func run(_ inputs: [TensorView?], _ outputs: [MutableTensorView]) {
    guard let input = inputs[0] else { return }
    let output = outputs[0]
    var scales = SIMD8<Float>(repeating: 1)
    let rank = input.shape.count
    for axis in 0..<rank {
      scales[axis] = input.shape[axis] == 0 ? 1 : Float(output.shape[axis]) / Float(input.shape[axis])
    }
    let given = inputs.count > scalesOperand ? inputs[scalesOperand] : nil
    let count = given?.count ?? self.scales?.count ?? 0
    for index in 0..<count {
      let named = axes?[index] ?? index
      scales[named < 0 ? named + rank : named] =
        given?.elements(Float.self)[index] ?? self.scales?[index] ?? 1
    }
    if mode == .linear {
      interpolate(input, output, scales)
    } else {
      pick(input, output, scales)
    }
  }
}
