/// Which elements of the operand an element of the output is taken from.
extension Resize {
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

  func pick(_ input: TensorView, _ output: MutableTensorView, _ scales: SIMD8<Float>) {
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

  func interpolate(_ input: TensorView, _ output: MutableTensorView, _ scales: SIMD8<Float>) {
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
