import FaceAnalysis
import Findings
import Imaging

/// The depth of a face over the pixels of its crop, in distances between the eyes, from the points of its mesh.
struct DepthMap {
  private var sums: [Double]
  private var weights: [Double]

  /// How far a point of the mesh reaches, in pixels.
  private static let sigma = 3.0
  private static let radius = 8

  /// - Parameters:
  ///   - places: Where the points of the mesh lie in the crop.
  ///   - depths: Their depths.
  init(places: [Point], depths: [Double]) {
    sums = [Double](repeating: 0, count: FaceWindow.width * FaceWindow.height)
    weights = sums
    for (place, depth) in zip(places, depths) {
      // Also keeps numbers away that have no whole number.
      guard abs(place.x) < 1e4, abs(place.y) < 1e4 else { continue }
      let columns = Self.range(around: Int(place.x), limit: FaceWindow.width)
      let rows = Self.range(around: Int(place.y), limit: FaceWindow.height)
      let across = columns.map { GaussianKernel.value(Double($0) + 0.5 - place.x, sigma: Self.sigma) }
      for row in rows {
        let down = GaussianKernel.value(Double(row) + 0.5 - place.y, sigma: Self.sigma)
        for (column, weight) in zip(columns, across) {
          let index = row * FaceWindow.width + column
          sums[index] += weight * down * depth
          weights[index] += weight * down
        }
      }
    }
  }

  /// The depth at a pixel; `nil` where no point of the mesh is near.
  subscript(column: Int, row: Int) -> Double? {
    let index = row * FaceWindow.width + column
    return weights[index] > 0.02 ? sums[index] / weights[index] : nil
  }

  private static func range(around middle: Int, limit: Int) -> Range<Int> {
    let low = max(0, middle - radius)
    return low..<max(low, min(limit, middle + radius + 1))
  }
}
