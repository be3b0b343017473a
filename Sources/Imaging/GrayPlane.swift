/// A picture of one channel in floating point.
///
/// The precision belongs to the one who measures. What both precisions share is here and can be inlined, so that each user
/// gets loops for its own numbers.
package struct GrayPlane<Value: BinaryFloatingPoint & Sendable>: Sendable {
  /// Values per row.
  package let width: Int

  /// Number of rows.
  package let height: Int

  /// `width * height` values, row by row from the top left.
  package var values: [Value]

  /// The brightness of a picture by the weights of ITU-R BT.601, 0…255.
  @inlinable
  package init(_ image: Image) {
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

  /// Makes a plane of values that belong to places.
  @inlinable
  package init(width: Int, height: Int, value: (_ column: Int, _ row: Int) -> Value) {
    self.width = width
    self.height = height
    values = (0..<height).flatMap { row in (0..<width).map { value($0, row) } }
  }

  @inlinable
  package subscript(column: Int, row: Int) -> Value { values[row * width + column] }

  /// The mean over a square of `2 * radius + 1` pixels around each place, as far as it lies within the plane.
  @inlinable
  package func boxMean(radius: Int) -> GrayPlane {
    averaged(radius, step: 1, length: width, lines: height, lineStep: width)
      .averaged(radius, step: width, length: height, lines: width, lineStep: 1)
  }

  /// The mean over a window along one direction, by the differences of running sums.
  ///
  /// - Parameters:
  ///   - step: From one value of a line to the next one.
  ///   - length: Values of a line.
  ///   - lineStep: From one line to the next one.
  @inlinable
  package func averaged(_ radius: Int, step: Int, length: Int, lines: Int, lineStep: Int) -> GrayPlane {
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
