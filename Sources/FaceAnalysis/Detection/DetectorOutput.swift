import Imaging

/// What YuNet gives for one of its grids: a row of values for each cell, row by row.
struct DetectorGrid {
  /// Side of a cell in pixels of the network's input.
  let stride: Int
  /// Cells per row.
  let columns: Int
  /// Probability that the cell holds a face, one value per cell.
  let classScores: [Float]
  /// Probability that the cell's box fits, one value per cell.
  let objectScores: [Float]
  /// Four values per cell: offset of the centre in cells, logarithm of width and height in cells.
  let boxes: [Float]
  /// Ten values per cell: offsets of the five points in cells.
  let points: [Float]

  /// The faces of this grid, in pixels of the network's input.
  ///
  /// - Parameter threshold: Lowest score.
  func faces(threshold: Double) -> [DetectedFace] {
    classScores.indices.compactMap { cell in
      // A value that is not a number fails the comparison and is left out.
      let certainty = Self.probability(classScores[cell]) * Self.probability(objectScores[cell])
      guard certainty > threshold * threshold else { return nil }
      return face(in: cell, score: certainty.squareRoot())
    }
  }

  private static func probability(_ value: Float) -> Double { Double(min(1, max(0, value))) }

  /// - Returns: `nil` when the numbers describe no box in a plane.
  private func face(in cell: Int, score: Double) -> DetectedFace? {
    let column = Double(cell % columns)
    let row = Double(cell / columns)
    let cellSide = Double(stride)
    func place(_ x: Float, _ y: Float) -> Point {
      Point(x: (column + Double(x)) * cellSide, y: (row + Double(y)) * cellSide)
    }
    let center = place(boxes[4 * cell], boxes[4 * cell + 1])
    let width = Mathematics.exponential(Double(boxes[4 * cell + 2])) * cellSide
    let height = Mathematics.exponential(Double(boxes[4 * cell + 3])) * cellSide
    let marks = (0..<FivePoints.count).map { index in
      place(points[10 * cell + 2 * index], points[10 * cell + 2 * index + 1])
    }
    guard center.isFinite, width.isFinite, height.isFinite, width > 0, height > 0,
      marks.allSatisfy(\.isFinite)
    else { return nil }
    return DetectedFace(
      box: Rectangle(x: center.x - width / 2, y: center.y - height / 2, width: width, height: height),
      score: score,
      points: FivePoints(
        leftEye: marks[0], rightEye: marks[1], noseTip: marks[2], leftMouthCorner: marks[3],
        rightMouthCorner: marks[4]))
  }
}

/// Keeps the best of boxes that show the same face.
enum NonMaximumSuppression {
  /// - Parameters:
  ///   - faces: Candidates in any order.
  ///   - overlapThreshold: Two boxes that share more than this part of their union are the same face.
  ///   - limit: Most candidates that are looked at, those of the highest score; a bound for the work.
  /// - Returns: The faces that remain, by falling score.
  static func best(
    of faces: [DetectedFace], overlapThreshold: Double, limit: Int = 1000
  ) -> [DetectedFace] {
    // Equal scores keep their order, so the result does not depend on how the sort works.
    let ranked = faces.enumerated()
      .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
      .prefix(limit).map(\.element)
    var kept: [DetectedFace] = []
    for face in ranked where !kept.contains(where: { $0.box.overlap(with: face.box) > overlapThreshold }) {
      kept.append(face)
    }
    return kept
  }
}
