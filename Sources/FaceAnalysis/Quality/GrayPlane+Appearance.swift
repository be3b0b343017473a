import Imaging

// What tells how a face looks, in double precision.
extension GrayPlane<Double> {
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
