import Findings
import Imaging

/// The numbers that the look of an aligned face gives, without its geometry.
struct CropAppearance {
  /// The variance of the Laplacian of the slightly smoothed face (its finest details, less noise) over the
  /// variance of its coarse structure (eyes, nose, mouth; less the fall of light).
  let sharpness: Double

  /// Mean brightness, 0…255.
  let brightness: Double

  /// Standard deviation of the brightness.
  let contrast: Double

  /// Share of pixels above 247, 0…1.
  let overexposedShare: Double

  /// - Parameter crop: A face aligned to `FaceAligner.common`. Only its middle counts, without hair and
  ///   background.
  init(_ crop: Image) {
    let plane = GrayPlane(crop)
    let middle = plane.indices(
      columns: crop.width * 20 / 112..<crop.width * 92 / 112,
      rows: crop.height * 28 / 112..<crop.height * 100 / 112)
    brightness = plane.mean(at: middle)
    contrast = plane.variance(at: middle).squareRoot()
    let white = middle.count { plane.values[$0] > 247 }
    overexposedShare = Double(white) / Double(max(1, middle.count))
    let details = plane.smoothed().laplacian().variance(at: middle)
    let structure = plane.boxMean(radius: 2).minus(plane.boxMean(radius: 10)).variance(at: middle)
    // The constant keeps the noise of an even surface from looking like detail.
    sharpness = details / (structure + 5)
  }
}

/// A picture of one channel in floating point.
struct GrayPlane {
  let width: Int
  let height: Int
  private(set) var values: [Double]

  /// The brightness of a picture by the weights of ITU-R BT.601, 0…255.
  init(_ image: Image) {
    width = image.width
    height = image.height
    let pixels = image.pixels
    values = (0..<image.width * image.height).map { index -> Double in
      let red = Double(pixels[3 * index])
      let green = Double(pixels[3 * index + 1])
      let blue = Double(pixels[3 * index + 2])
      return 0.299 * red + 0.587 * green + 0.114 * blue
    }
  }

  /// The places of a part of the plane in `values`.
  func indices(columns: Range<Int>, rows: Range<Int>) -> [Int] {
    rows.flatMap { row in columns.map { row * width + $0 } }
  }

  func mean(at indices: [Int]) -> Double {
    indices.reduce(0) { $0 + values[$1] } / Double(max(1, indices.count))
  }

  func variance(at indices: [Int]) -> Double {
    let mean = mean(at: indices)
    return indices.reduce(0) { $0 + (values[$1] - mean) * (values[$1] - mean) }
      / Double(max(1, indices.count))
  }

  func minus(_ other: GrayPlane) -> GrayPlane {
    var result = self
    for index in values.indices { result.values[index] -= other.values[index] }
    return result
  }

  /// The plane smoothed by the binomial filter (1, 2, 1) / 4 in both directions.
  func smoothed() -> GrayPlane {
    filtered { before, here, after in (before + 2 * here + after) / 4 }
  }

  /// The sum of the second differences in both directions.
  func laplacian() -> GrayPlane {
    var result = self
    forEachPlace { index, left, right, above, below in
      result.values[index] = values[left] + values[right] + values[above] + values[below] - 4 * values[index]
    }
    return result
  }

  /// The mean over a square of `2 * radius + 1` pixels around each place, as far as it lies within the plane.
  func boxMean(radius: Int) -> GrayPlane {
    summed(along: width, step: 1, lines: height, lineStep: width, radius: radius)
      .summed(along: height, step: width, lines: width, lineStep: 1, radius: radius)
  }

  /// The mean over a window along one direction, by the differences of running sums.
  private func summed(along length: Int, step: Int, lines: Int, lineStep: Int, radius: Int) -> GrayPlane {
    var result = self
    var sums = [Double](repeating: 0, count: length + 1)
    for line in 0..<lines {
      let start = line * lineStep
      for place in 0..<length { sums[place + 1] = sums[place] + values[start + place * step] }
      for place in 0..<length {
        let low = max(0, place - radius)
        let high = min(length, place + radius + 1)
        result.values[start + place * step] = (sums[high] - sums[low]) / Double(high - low)
      }
    }
    return result
  }

  private func filtered(_ weigh: (Double, Double, Double) -> Double) -> GrayPlane {
    var across = self
    forEachPlace { index, left, right, _, _ in
      across.values[index] = weigh(values[left], values[index], values[right])
    }
    var result = across
    forEachPlace { index, _, _, above, below in
      result.values[index] = weigh(across.values[above], across.values[index], across.values[below])
    }
    return result
  }

  /// Visits every place with its four neighbours; beyond the border, the border counts again.
  private func forEachPlace(
    _ body: (_ index: Int, _ left: Int, _ right: Int, _ above: Int, _ below: Int) -> Void
  ) {
    for row in 0..<height {
      for column in 0..<width {
        let index = row * width + column
        body(
          index, column > 0 ? index - 1 : index, column + 1 < width ? index + 1 : index,
          row > 0 ? index - width : index, row + 1 < height ? index + width : index)
      }
    }
  }
}
