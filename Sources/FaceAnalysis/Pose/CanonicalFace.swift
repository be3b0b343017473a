/// A mean face to measure the pose of a mesh against.
///
/// The coordinates are this project's own: the mesh network's output on 9,056 faces of Labeled Faces in the Wild,
/// brought together by generalised Procrustes analysis (similarity transforms, each face also mirrored), averaged and
/// made symmetrical. Only points that move with the skull are used, not those of lips, jaw, lids and brows.
///
/// The face looks straight ahead: x to the right of the picture, y down, z away from the camera; the line from the
/// middle of the forehead (10) to the chin (152) is vertical. The origin lies between the eyes, the unit is the
/// distance between the eyes' centres.
enum CanonicalFace {
  /// A point of the mesh and its place on the mean face.
  struct RigidPoint {
    let index: Int
    let place: SIMD3<Double>

    init(_ index: Int, _ x: Double, _ y: Double, _ z: Double) {
      self.index = index
      place = SIMD3(x, y, z)
    }
  }

  static let points: [RigidPoint] = [
    RigidPoint(10, 0, -0.8803, -0.1673),
    RigidPoint(9, 0, -0.3447, -0.3154),
    RigidPoint(168, 0, -0.0993, -0.3066),
    RigidPoint(6, 0, 0.0127, -0.386),
    RigidPoint(4, 0, 0.4603, -0.7172),
    RigidPoint(1, 0, 0.5691, -0.693),
    RigidPoint(2, 0, 0.6915, -0.4535),
    RigidPoint(33, -0.7198, -0.0063, 0.0433), RigidPoint(263, 0.7198, -0.0063, 0.0433),
    RigidPoint(133, -0.2802, 0.0063, -0.0433), RigidPoint(362, 0.2802, 0.0063, -0.0433),
    RigidPoint(127, -1.134, 0.1356, 0.8198), RigidPoint(356, 1.134, 0.1356, 0.8198),
    RigidPoint(234, -1.1229, 0.3767, 0.8728), RigidPoint(454, 1.1229, 0.3767, 0.8728),
    RigidPoint(162, -1.1157, -0.1259, 0.6801), RigidPoint(389, 1.1157, -0.1259, 0.6801),
    RigidPoint(54, -0.9581, -0.5391, 0.3152), RigidPoint(284, 0.9581, -0.5391, 0.3152),
    RigidPoint(67, -0.5589, -0.8145, -0.0416), RigidPoint(297, 0.5589, -0.8145, -0.0416),
    RigidPoint(117, -0.8409, 0.2589, 0.0256), RigidPoint(346, 0.8409, 0.2589, 0.0256),
    RigidPoint(98, -0.2789, 0.6593, -0.3194), RigidPoint(327, 0.2789, 0.6593, -0.3194),
    RigidPoint(48, -0.3063, 0.5469, -0.4359), RigidPoint(278, 0.3063, 0.5469, -0.4359),
  ]
}
