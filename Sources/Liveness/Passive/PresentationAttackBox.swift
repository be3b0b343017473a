import FaceAnalysis
import Imaging

extension Rectangle {
  /// The square box of a face for `PresentationAttackCrop`, told from its mesh.
  ///
  /// The detector's own box depends on the size at which the picture was searched, so that one face had different scores in
  /// a picture, a recording and a data set. The mesh hardly does. The two numbers bring its extent to the detector's box on
  /// average (764 faces of LFW DevTrain and NUAA; they differ by 5 % of the side and 2 % in place from face to face).
  init(around mesh: FaceMesh) {
    let places = mesh.points.map(\.planar)
    let (left, right) = Self.range(places.map(\.x))
    let (top, bottom) = Self.range(places.map(\.y))
    let side = Self.sideOverExtent * max(right - left, bottom - top)
    self.init(
      x: (left + right - side) / 2, y: (top + bottom - side) / 2 - Self.riseOverSide * side, width: side,
      height: side)
  }

  private static let sideOverExtent = 1.085
  private static let riseOverSide = 0.042

  private static func range(_ values: [Double]) -> (least: Double, greatest: Double) {
    values.reduce((.infinity, -.infinity)) { (min($0.0, $1), max($0.1, $1)) }
  }
}
