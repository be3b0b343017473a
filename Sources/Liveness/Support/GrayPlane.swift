import Findings
import Imaging

/// A small picture of one channel in floating point.
struct GrayPlane: Sendable {
  let width: Int
  let height: Int
  private(set) var values: [Float]

  /// The brightness of a picture by the weights of ITU-R BT.601, 0…255.
  init(_ image: Image) {
    width = image.width
    height = image.height
    values = image.pixels.withUnsafeBufferPointer { pixels in
      (0..<pixels.count / 3).map { index in
        let red = 0.299 * Float(pixels[3 * index])
        let green = 0.587 * Float(pixels[3 * index + 1])
        return red + green + 0.114 * Float(pixels[3 * index + 2])
      }
    }
  }

  init(width: Int, height: Int, value: (_ column: Int, _ row: Int) -> Float) {
    self.width = width
    self.height = height
    values = (0..<height).flatMap { row in (0..<width).map { value($0, row) } }
  }

  subscript(column: Int, row: Int) -> Float { values[row * width + column] }

  /// The plane with the mean and the contrast of the surroundings taken out at every place, so that light does not count.
  ///
  /// - Parameter radius: The surroundings are a square of `2 * radius + 1` pixels.
  func normalized(radius: Int) -> GrayPlane {
    var result = self
    let mean = boxMean(radius: radius)
    for index in values.indices { result.values[index] = values[index] - mean.values[index] }
    var squares = result
    for index in values.indices { squares.values[index] = result.values[index] * result.values[index] }
    let variance = squares.boxMean(radius: radius)
    // The constant keeps the noise of an even surface from being blown up.
    for index in values.indices { result.values[index] /= (variance.values[index] + 25).squareRoot() }
    return result
  }

  /// The plane smoothed by a Gaussian; beyond the border, the border counts again.
  func smoothed(sigma: Float) -> GrayPlane {
    let radius = Int((2.5 * sigma).rounded(.up))
    var weights = (-radius...radius).map { offset in
      Float(GaussianKernel.value(Double(offset), sigma: Double(sigma)))
    }
    let sum = weights.reduce(0, +)
    for index in weights.indices { weights[index] /= sum }
    return filtered(weights, step: 1, length: width, lines: height, lineStep: width)
      .filtered(weights, step: width, length: height, lines: width, lineStep: 1)
  }

  /// The interpolated value at a place in pixel indices; outside, the border counts again.
  @inline(__always)
  static func sample(
    _ values: UnsafeBufferPointer<Float>, width: Int, height: Int, x: Float, y: Float
  ) -> Float {
    let x = min(Float(width - 1) - 0.001, max(0, x))
    let y = min(Float(height - 1) - 0.001, max(0, y))
    let column = Int(x)
    let row = Int(y)
    let right = x - Float(column)
    let down = y - Float(row)
    let index = row * width + column
    let upper = values[index] + right * (values[index + 1] - values[index])
    let lower = values[index + width] + right * (values[index + width + 1] - values[index + width])
    return upper + down * (lower - upper)
  }

  /// Half the difference of the neighbours in both directions; 0 on the border.
  func gradient(column: Int, row: Int) -> SIMD2<Float> {
    guard column > 0, row > 0, column + 1 < width, row + 1 < height else { return .zero }
    return SIMD2(
      self[column + 1, row] - self[column - 1, row], self[column, row + 1] - self[column, row - 1]) / 2
  }

  /// The mean over a square around each place, as far as it lies within the plane.
  private func boxMean(radius: Int) -> GrayPlane {
    averaged(radius, step: 1, length: width, lines: height, lineStep: width)
      .averaged(radius, step: width, length: height, lines: width, lineStep: 1)
  }

  private func averaged(_ radius: Int, step: Int, length: Int, lines: Int, lineStep: Int) -> GrayPlane {
    var result = self
    var sums = [Float](repeating: 0, count: length + 1)
    for line in 0..<lines {
      let start = line * lineStep
      for place in 0..<length { sums[place + 1] = sums[place] + values[start + place * step] }
      for place in 0..<length {
        let low = max(0, place - radius)
        let high = min(length, place + radius + 1)
        result.values[start + place * step] = (sums[high] - sums[low]) / Float(high - low)
      }
    }
    return result
  }

  private func filtered(_ weights: [Float], step: Int, length: Int, lines: Int, lineStep: Int) -> GrayPlane {
    var result = self
    let radius = weights.count / 2
    values.withUnsafeBufferPointer { values in
      for line in 0..<lines {
        let start = line * lineStep
        for place in 0..<length {
          var sum: Float = 0
          for offset in -radius...radius {
            let other = min(length - 1, max(0, place + offset))
            sum += weights[offset + radius] * values[start + other * step]
          }
          result.values[start + place * step] = sum
        }
      }
    }
    return result
  }
}
