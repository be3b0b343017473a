/// A mean face to measure the pose of a mesh against.
///
/// The coordinates are this project's own: the mesh network's output on 9,056 faces of Labeled Faces in the
/// Wild, brought together by generalised Procrustes analysis (similarity transforms, each face also
/// mirrored), averaged and made symmetrical. Only points that move with the skull are used, not those of
/// lips, jaw, lids and brows.
///
/// The face looks straight ahead: x to the right of the picture, y down, z away from the camera. It is level
/// when the line from the middle of the forehead (10) to the chin (152) leans forward by 4°: the median of
/// the Yale faces, who look into a camera at the height of their eyes. (The median of the other sets differs
/// by 2° at most.) The origin lies between the eyes, the unit is the distance between the eyes' centres.
package enum CanonicalFace {
  /// A point of the mesh and its place on the mean face.
  package struct RigidPoint {
    package let index: Int
    package let place: SIMD3<Double>

    init(_ index: Int, _ x: Double, _ y: Double, _ z: Double) {
      self.index = index
      place = SIMD3(x, y, z)
    }
  }

  package static let points: [RigidPoint] = [
    RigidPoint(10, 0, -0.8665, -0.2283),
    RigidPoint(9, 0, -0.3219, -0.3387),
    RigidPoint(168, 0, -0.0777, -0.3128),
    RigidPoint(6, 0, 0.0396, -0.3841),
    RigidPoint(4, 0, 0.5092, -0.6833),
    RigidPoint(1, 0, 0.616, -0.6516),
    RigidPoint(2, 0, 0.7214, -0.4041),
    RigidPoint(33, -0.7198, -0.0093, 0.0427), RigidPoint(263, 0.7198, -0.0093, 0.0427),
    RigidPoint(133, -0.2802, 0.0093, -0.0427), RigidPoint(362, 0.2802, 0.0093, -0.0427),
    RigidPoint(127, -1.134, 0.0781, 0.8273), RigidPoint(356, 1.134, 0.0781, 0.8273),
    RigidPoint(234, -1.1229, 0.3149, 0.8969), RigidPoint(454, 1.1229, 0.3149, 0.8969),
    RigidPoint(162, -1.1157, -0.173, 0.6697), RigidPoint(389, 1.1157, -0.173, 0.6697),
    RigidPoint(54, -0.9581, -0.5598, 0.2768), RigidPoint(284, 0.9581, -0.5598, 0.2768),
    RigidPoint(67, -0.5589, -0.8096, -0.0983), RigidPoint(297, 0.5589, -0.8096, -0.0983),
    RigidPoint(117, -0.8409, 0.2564, 0.0436), RigidPoint(346, 0.8409, 0.2564, 0.0436),
    RigidPoint(98, -0.2789, 0.68, -0.2726), RigidPoint(327, 0.2789, 0.68, -0.2726),
    RigidPoint(48, -0.3063, 0.576, -0.3967), RigidPoint(278, 0.3063, 0.576, -0.3967),
  ]
}
