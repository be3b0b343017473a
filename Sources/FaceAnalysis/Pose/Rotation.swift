/// A rotation in space, or the part of a similarity that turns.
struct Rotation: Sendable, Equatable {
  /// Where the axes go: the columns of the matrix.
  let x: SIMD3<Double>
  let y: SIMD3<Double>
  let z: SIMD3<Double>

  /// The rotation of a unit quaternion (w, x, y, z).
  init(quaternion q: SIMD4<Double>) {
    let w = q[0]
    let i = q[1]
    let j = q[2]
    let k = q[3]
    x = SIMD3(1 - 2 * (j * j + k * k), 2 * (i * j + w * k), 2 * (i * k - w * j))
    y = SIMD3(2 * (i * j - w * k), 1 - 2 * (i * i + k * k), 2 * (j * k + w * i))
    z = SIMD3(2 * (i * k + w * j), 2 * (j * k - w * i), 1 - 2 * (i * i + j * j))
  }

  func applied(to vector: SIMD3<Double>) -> SIMD3<Double> {
    x * vector.x + y * vector.y + z * vector.z
  }

  /// The rotation that brings vectors closest to others in the sense of least squares
  /// (B. K. P. Horn, "Closed-form solution of absolute orientation using unit quaternions", 1987).
  ///
  /// - Parameters:
  ///   - source: At least three vectors, their mean at the origin.
  ///   - target: As many vectors, their mean at the origin.
  /// - Returns: `nil` when the numbers differ or a value is not finite.
  static func fitting(_ source: [SIMD3<Double>], to target: [SIMD3<Double>]) -> Rotation? {
    guard source.count == target.count, source.count >= 3 else { return nil }
    // Sums of products: sums.x holds the products of the source's x with the target, and so on.
    var byX = SIMD3<Double>.zero
    var byY = SIMD3<Double>.zero
    var byZ = SIMD3<Double>.zero
    for (from, to) in zip(source, target) {
      byX += from.x * to
      byY += from.y * to
      byZ += from.z * to
    }
    let matrix = SymmetricMatrix(
      rows: [
        [byX.x + byY.y + byZ.z, byY.z - byZ.y, byZ.x - byX.z, byX.y - byY.x],
        [byY.z - byZ.y, byX.x - byY.y - byZ.z, byX.y + byY.x, byZ.x + byX.z],
        [byZ.x - byX.z, byX.y + byY.x, byY.y - byX.x - byZ.z, byY.z + byZ.y],
        [byX.y - byY.x, byZ.x + byX.z, byY.z + byZ.y, byZ.z - byX.x - byY.y],
      ])
    guard matrix.rows.allSatisfy({ $0.allSatisfy(\.isFinite) }) else { return nil }
    let vector = matrix.largestEigenvector()
    return Rotation(quaternion: SIMD4(vector[0], vector[1], vector[2], vector[3]))
  }
}

/// A small symmetric matrix.
struct SymmetricMatrix {
  /// As many rows as columns, equal on both sides of the diagonal.
  let rows: [[Double]]

  /// The eigenvector of the largest eigenvalue, of length 1, by Jacobi's method: rotations in planes of two
  /// axes remove one pair of off-diagonal values after the other. It converges quadratically; the bound of 50
  /// sweeps is never reached with finite numbers.
  func largestEigenvector() -> [Double] {
    var matrix = rows
    let size = matrix.count
    var vectors = (0..<size).map { row in (0..<size).map { $0 == row ? 1.0 : 0.0 } }
    for _ in 0..<50 {
      var remaining = 0.0
      for row in 0..<size {
        for column in (row + 1)..<max(size, row + 1) { remaining += abs(matrix[row][column]) }
      }
      if remaining < 1e-300 { break }
      for p in 0..<size {
        for q in (p + 1)..<max(size, p + 1) where matrix[p][q] != 0 {
          Self.eliminate(p, q, &matrix, &vectors)
        }
      }
    }
    let best = (0..<size).max { matrix[$0][$0] < matrix[$1][$1] } ?? 0
    return vectors.map { $0[best] }
  }

  /// Turns the plane of two axes so that the value that couples them becomes zero.
  private static func eliminate(_ p: Int, _ q: Int, _ matrix: inout [[Double]], _ vectors: inout [[Double]]) {
    let ratio = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q])
    let tangent = (ratio < 0 ? -1 : 1) / (abs(ratio) + (ratio * ratio + 1).squareRoot())
    let cosine = 1 / (tangent * tangent + 1).squareRoot()
    let sine = tangent * cosine
    for index in matrix.indices {
      let left = matrix[index][p]
      let right = matrix[index][q]
      matrix[index][p] = cosine * left - sine * right
      matrix[index][q] = sine * left + cosine * right
    }
    for index in matrix.indices {
      let upper = matrix[p][index]
      let lower = matrix[q][index]
      matrix[p][index] = cosine * upper - sine * lower
      matrix[q][index] = sine * upper + cosine * lower
    }
    matrix[p][q] = 0
    matrix[q][p] = 0
    for index in vectors.indices {
      let left = vectors[index][p]
      let right = vectors[index][q]
      vectors[index][p] = cosine * left - sine * right
      vectors[index][q] = sine * left + cosine * right
    }
  }
}
