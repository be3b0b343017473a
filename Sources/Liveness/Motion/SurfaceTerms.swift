import FaceAnalysis
import Findings
import Imaging

/// How a face in the picture can move: what a flat or bent sheet does, and what depth adds.
///
/// A sheet that turns in front of a camera moves by a homography, a sheet that bends, by a bit more; for the small motions
/// between two frames that are compared, both are polynomials of second degree in the place on the sheet. A head that turns
/// moves each of its points also in proportion to its depth. The part of the depth that such polynomials explain says
/// nothing; the rest, which is mostly the nose, cannot be imitated by a sheet.
enum SurfaceTerms {
  /// Number of polynomials.
  static let sheetCount = 6

  /// Number of terms: the polynomials and the depth.
  static let count = 7

  /// The polynomials at a place on the face.
  static func sheet(_ place: Point) -> [Double] {
    [1, place.x, place.y, place.x * place.x, place.x * place.y, place.y * place.y]
  }
}
