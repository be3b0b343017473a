import FaceAnalysis
import Findings

/// How far the lips are apart.
enum MouthMeasure {
  /// Points of the mesh in the middle of the inner lips.
  private static let upperLip = 13
  private static let lowerLip = 14

  /// The gap between the lips over the distance between the eyes.
  static func opening(_ face: Face) -> Double {
    let points = face.mesh.points
    let gap = points[upperLip].planar.distance(to: points[lowerLip].planar)
    return gap / max(1e-9, face.quality.interEyeDistance)
  }
}
