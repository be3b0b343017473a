/// How scales are spread over a tensor: one for all, one per place along an axis, or one per block along an axis.
struct ScaleLayout {
  let outer: Int
  let length: Int
  let inner: Int
  /// Elements along the axis that share a scale.
  let block: Int
  /// Scales along the axis.
  let blocks: Int
  /// Whether each lane beside the axis has scales of its own, as blocks have.
  let isBlocked: Bool

  init(_ shape: [Int], scale: [Int], axis: Int, blockSize: Int) {
    if scale.reduce(1, *) == 1, blockSize == 0 {
      (outer, length, inner, block, blocks, isBlocked) = (1, shape.reduce(1, *), 1, .max, 1, false)
      return
    }
    let place = axis < 0 ? axis + shape.count : axis
    let lanes = AxisLanes(shape, axis: place)
    (outer, length, inner) = (lanes.outer, lanes.length, lanes.stride)
    isBlocked = blockSize > 0
    block = isBlocked ? blockSize : 1
    blocks = isBlocked ? scale[place] : length
  }

  /// Refuses scales whose shape does not fit.
  static func validate(
    _ input: ValueInformation, scale: ValueInformation, zeroPoint: ValueInformation?, axis: Int,
    blockSize: Int
  ) throws(InferenceError) {
    if let zeroPoint, zeroPoint.shape != scale.shape {
      throw invalid("the zero point \(zeroPoint.shape) and the scale \(scale.shape) differ")
    }
    if blockSize > 0 {
      let place = try normalizedAxis(axis, rank: input.shape.count)
      var expected = input.shape
      expected[place] = (expected[place] + blockSize - 1) / blockSize
      guard scale.shape == expected else {
        throw invalid("scale \(scale.shape) does not fit input \(input.shape) in blocks of \(blockSize)")
      }
    } else if scale.count != 1 || scale.shape.count > 1 {
      let place = try normalizedAxis(axis, rank: input.shape.count)
      guard scale.shape == [input.shape[place]] else {
        throw invalid("scale \(scale.shape) does not fit axis \(axis) of input \(input.shape)")
      }
    }
  }

  /// Visits runs of elements: the first element, how many follow one another, the first scale, and how far the scale
  /// moves per element (0 or 1).
  @inline(__always)
  func forEachRun(_ body: (_ start: Int, _ count: Int, _ scale: Int, _ scaleStep: Int) -> Void) {
    for group in 0..<outer {
      if inner == 1 {
        var place = 0
        var index = 0
        while place < length {
          let count = min(block, length - place)
          body(group * length + place, count, (isBlocked ? group * blocks : 0) + index, 0)
          place += count
          index += 1
        }
      } else {
        for place in 0..<length {
          let scale = isBlocked ? (group * blocks + place / block) * inner : place
          body((group * length + place) * inner, inner, scale, isBlocked ? 1 : 0)
        }
      }
    }
  }
}
