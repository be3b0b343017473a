/// A picture of one channel in floating point. The precision belongs to the one who measures.
package struct GrayPlane<Value: BinaryFloatingPoint & Sendable>: Sendable {
  /// Values per row.
  package let width: Int

  /// Number of rows.
  package let height: Int

  /// `width * height` values, row by row from the top left.
  package var values: [Value]

  /// Makes a plane of its values.
  ///
  /// - Parameter values: `width * height` of them.
  package init(width: Int, height: Int, values: [Value]) {
    precondition(values.count == width * height, "values of another size")
    self.width = width
    self.height = height
    self.values = values
  }

  /// The brightness of a picture by the weights of ITU-R BT.601, 0…255.
  @inline(__always)
  fileprivate init(brightnessOf image: Image) {
    width = image.width
    height = image.height
    values = image.pixels.withUnsafeBufferPointer { pixels in
      (0..<pixels.count / 3).map { index -> Value in
        let red: Value = 0.299 * Value(pixels[3 * index])
        let green: Value = 0.587 * Value(pixels[3 * index + 1])
        let blue: Value = 0.114 * Value(pixels[3 * index + 2])
        return red + green + blue
      }
    }
  }

  /// The mean over a square of `2 * radius + 1` pixels around each place, as far as it lies within the plane.
  @inline(__always)
  fileprivate func squareMean(radius: Int) -> GrayPlane {
    averaged(radius, step: 1, length: width, lines: height, lineStep: width)
      .averaged(radius, step: width, length: height, lines: width, lineStep: 1)
  }

  /// The mean over a window along one direction, by the differences of running sums.
  ///
  /// - Parameters:
  ///   - step: From one value of a line to the next one.
  ///   - length: Values of a line.
  ///   - lineStep: From one line to the next one.
  @inline(__always)
  private func averaged(_ radius: Int, step: Int, length: Int, lines: Int, lineStep: Int) -> GrayPlane {
    var result = self
    var sums = [Value](repeating: 0, count: length + 1)
    for line in 0..<lines {
      let start = line * lineStep
      for place in 0..<length { sums[place + 1] = sums[place] + values[start + place * step] }
      for place in 0..<length {
        let low = max(0, place - radius)
        let high = min(length, place + radius + 1)
        result.values[start + place * step] = (sums[high] - sums[low]) / Value(high - low)
      }
    }
    return result
  }
}

// The same for both precisions. Each is compiled here for its own numbers: a generic function that other targets call
// would look up every addition at run time.

extension GrayPlane<Float> {
  /// The brightness of a picture by the weights of ITU-R BT.601, 0…255.
  package init(_ image: Image) { self.init(brightnessOf: image) }

  /// The mean over a square of `2 * radius + 1` pixels around each place, as far as it lies within the plane.
  package func boxMean(radius: Int) -> GrayPlane { squareMean(radius: radius) }
}

extension GrayPlane<Double> {
  /// The brightness of a picture by the weights of ITU-R BT.601, 0…255.
  package init(_ image: Image) { self.init(brightnessOf: image) }

  /// The mean over a square of `2 * radius + 1` pixels around each place, as far as it lies within the plane.
  package func boxMean(radius: Int) -> GrayPlane { squareMean(radius: radius) }
}
