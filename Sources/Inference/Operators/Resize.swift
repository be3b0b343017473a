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
  /// The axes that scales or sizes are given for; nil for all.
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

  /// The place in the operand of a place in the output, along one axis.
  @inline(__always)
  private func source(_ place: Int, _ scale: Float, from inputLength: Int, to outputLength: Int) -> Float {
    let x = Float(place)
    // An axis that keeps its extent is copied, also where the convention would move it.
    if scale == 1 { return x }
    switch coordinates {
    case .halfPixel: return (x + 0.5) / scale - 0.5
    case .pytorchHalfPixel: return outputLength > 1 ? (x + 0.5) / scale - 0.5 : 0
    case .symmetricHalfPixel:
      let adjustment = Float(outputLength) / (scale * Float(inputLength))
      return Float(inputLength) / 2 * (1 - adjustment) + (x + 0.5) / scale - 0.5
    case .alignedCorners:
      return outputLength > 1 ? x * Float(inputLength - 1) / Float(outputLength - 1) : 0
    case .asymmetric: return x / scale
    case .tensorflowHalfPixel: return (x + 0.5) / scale
    }
  }

  @inline(__always)
  private func nearest(_ place: Int, _ scale: Float, from inputLength: Int, to outputLength: Int) -> Int {
    let exact = source(place, scale, from: inputLength, to: outputLength)
    let rounded: Float =
      switch rounding {
      case .preferFloor: exact == exact.rounded(.down) + 0.5 ? exact.rounded(.down) : exact.rounded()
      case .preferCeiling: exact == exact.rounded(.down) + 0.5 ? exact.rounded(.up) : exact.rounded()
      case .floor: exact.rounded(.down)
      case .ceiling: exact.rounded(.up)
      case .legacy: scale < 1 ? exact.rounded(.up) : exact.rounded(.down)
      }
    return Int(max(0, min(rounded, Float(inputLength - 1))))
  }

  private func pick(_ input: TensorView, _ output: MutableTensorView, _ scales: SIMD8<Float>) {
    let strides = rowMajorStrides(input.shape)
    let last = max(output.shape.count - 1, 0)
    let length = output.shape.last ?? 1
    let inputLength = input.shape.last ?? 1
    var place = AxisVector()
    withUnsafeTemporaryAllocation(of: Int.self, capacity: length) { columns in
      for x in 0..<length { columns[x] = nearest(x, scales[last], from: inputLength, to: length) }
      forEachRow(of: output.shape, AxisVector()) { row, _, _, _ in
        var offset = 0
        for axis in 0..<last {
          offset +=
            strides[axis]
            * nearest(place[axis], scales[axis], from: input.shape[axis], to: output.shape[axis])
        }
        let from = input.elements(Float.self) + offset
        let line = output.elements(Float.self) + row * length
        for x in 0..<length { line[x] = from[columns[x]] }
        var axis = last - 1
        while axis >= 0 {
          place[axis] += 1
          if place[axis] < output.shape[axis] { break }
          place[axis] = 0
          axis -= 1
        }
      }
    }
  }

  /// Two neighbours and the weight of the second.
  private struct Neighbours {
    let first: Int
    let second: Int
    let weight: Float
  }

  @inline(__always)
  private func neighbours(_ place: Int, _ scale: Float, from inputLength: Int, to outputLength: Int)
    -> Neighbours
  {
    let exact = max(0, min(source(place, scale, from: inputLength, to: outputLength), Float(inputLength - 1)))
    let first = Int(exact)
    return Neighbours(first: first, second: min(first + 1, inputLength - 1), weight: exact - Float(first))
  }

  private func interpolate(_ input: TensorView, _ output: MutableTensorView, _ scales: SIMD8<Float>) {
    let rank = output.shape.count
    let (inputWidth, width) = (input.shape.last ?? 1, output.shape.last ?? 1)
    let inputHeight = rank > 1 ? input.shape[rank - 2] : 1
    let height = rank > 1 ? output.shape[rank - 2] : 1
    guard width > 0, height > 0 else { return }
    let planes = output.count / (width * height)
    withUnsafeTemporaryAllocation(of: Neighbours.self, capacity: width) { columns in
      for x in 0..<width {
        columns.initializeElement(
          at: x, to: neighbours(x, scales[max(rank - 1, 0)], from: inputWidth, to: width))
      }
      for row in 0..<planes * height {
        let (plane, y) = (row / height, row % height)
        let rows =
          rank > 1
          ? neighbours(y, scales[rank - 2], from: inputHeight, to: height)
          : Neighbours(first: 0, second: 0, weight: 0)
        let source = input.elements(Float.self) + plane * inputHeight * inputWidth
        let upper = source + rows.first * inputWidth
        let lower = source + rows.second * inputWidth
        let line = output.elements(Float.self) + row * width
        for x in 0..<width {
          let column = columns[x]
          let top = upper[column.first] * (1 - column.weight) + upper[column.second] * column.weight
          let bottom = lower[column.first] * (1 - column.weight) + lower[column.second] * column.weight
          line[x] = top * (1 - rows.weight) + bottom * rows.weight
        }
      }
    }
  }
}
