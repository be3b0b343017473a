import Findings

/// Linear equations whose matrix is symmetric and positive definite, as least squares give them.
struct SymmetricSystem {
  private let size: Int
  /// The lower triangle of Cholesky's factor, row by row.
  private var factor: [Double]

  /// Factors a matrix.
  ///
  /// - Parameters:
  ///   - matrix: `size * size` values, row by row; only the lower triangle is read.
  ///   - size: Number of rows.
  /// - Returns: `nil` when the matrix is not positive definite or holds a number that is not finite.
  init?(_ matrix: [Double], size: Int) {
    guard matrix.count == size * size else { return nil }
    self.size = size
    factor = matrix
    for row in 0..<size {
      for column in 0...row {
        var sum = factor[row * size + column]
        for index in 0..<column { sum -= factor[row * size + index] * factor[column * size + index] }
        if row == column {
          guard sum.isFinite, sum > 0 else { return nil }
          factor[row * size + row] = sum.squareRoot()
        } else {
          factor[row * size + column] = sum / factor[column * size + column]
        }
      }
    }
  }

  /// The unknowns for a right side of `size` values.
  func solved(_ right: [Double]) -> [Double] {
    var result = right
    for row in 0..<size {
      for index in 0..<row { result[row] -= factor[row * size + index] * result[index] }
      result[row] /= factor[row * size + row]
    }
    for row in stride(from: size - 1, through: 0, by: -1) {
      for index in (row + 1)..<max(size, row + 1) {
        result[row] -= factor[index * size + row] * result[index]
      }
      result[row] /= factor[row * size + row]
    }
    return result
  }
}

/// Least squares: weights for the columns of a design so that they come closest to targets.
struct LeastSquares {
  private let columns: Int
  private var matrix: [Double]
  private var rights: [[Double]]

  /// - Parameters:
  ///   - columns: Number of unknowns.
  ///   - targets: How many right sides are solved for at once.
  init(columns: Int, targets: Int) {
    self.columns = columns
    matrix = [Double](repeating: 0, count: columns * columns)
    rights = [[Double]](repeating: [Double](repeating: 0, count: columns), count: targets)
  }

  /// Adds an equation: the row of the design and what it should give.
  mutating func add(_ row: [Double], _ targets: [Double]) {
    for i in 0..<columns {
      for j in 0...i { matrix[i * columns + j] += row[i] * row[j] }
      for (index, target) in targets.enumerated() { rights[index][i] += row[i] * target }
    }
  }

  /// The unknowns per target; `nil` when the equations do not fix them.
  func solved() -> [[Double]]? {
    guard let system = SymmetricSystem(matrix, size: columns) else { return nil }
    return rights.map(system.solved)
  }
}
