/// Where a head points, relative to the camera's axis. All angles are 0 for a face that looks straight into
/// the camera.
///
/// The head is first nodded (pitch), then turned (yaw), then tilted (roll).
public struct Pose: Sendable, Equatable {
  /// Turn to the side in degrees, -90…90: positive when the face points to the right of the picture, which is
  /// the person's left.
  public let yaw: Double

  /// Nod in degrees: positive when the face points upwards.
  public let pitch: Double

  /// Tilt in degrees: positive when the head leans clockwise on the screen, toward the right of the picture.
  public let roll: Double

  /// The angle between the direction of the face and the camera's axis, in degrees, 0…180. It does not depend
  /// on the roll.
  public let offAxis: Double

  /// From the face's axes to those of the picture: x right, y down, z away from the camera.
  let rotation: Rotation

  /// Measures the pose of a mesh: the rotation of the similarity that brings the mean face closest to it.
  ///
  /// The perspective of the camera is left out; a face at the edge of a wide picture seems turned outwards.
  ///
  /// - Returns: `nil` when the points of the mesh coincide.
  init?(_ mesh: FaceMesh) {
    let seen = CanonicalFace.points.map { point -> SIMD3<Double> in
      let place = mesh.points[point.index]
      return SIMD3(place.x, place.y, place.z)
    }
    let expected = CanonicalFace.points.map(\.place)
    let seenMean = Self.mean(seen)
    let expectedMean = Self.mean(expected)
    let target = seen.map { $0 - seenMean }
    let source = expected.map { $0 - expectedMean }
    guard Self.spread(target) > 0, let rotation = Rotation.fitting(source, to: target) else {
      return nil
    }
    self.init(rotation: rotation)
  }

  init(rotation: Rotation) {
    self.rotation = rotation
    yaw = Mathematics.degrees(Mathematics.arcSine(rotation.x.z))
    pitch = -Mathematics.degrees(Mathematics.arcTangent(rotation.y.z, rotation.z.z))
    roll = Mathematics.degrees(Mathematics.arcTangent(rotation.x.y, rotation.x.x))
    offAxis = Mathematics.degrees(Mathematics.arcCosine(rotation.z.z))
  }

  /// The direction in which the face points, of length 1, in the axes of the picture: x right, y down, z away from the
  /// camera.
  package var forward: SIMD3<Double> { -rotation.z }

  /// The direction from chin to forehead, of length 1, in the axes of the picture.
  package var up: SIMD3<Double> { -rotation.y }

  /// The direction toward the person's left, of length 1, in the axes of the picture.
  package var left: SIMD3<Double> { rotation.x }

  private static func mean(_ vectors: [SIMD3<Double>]) -> SIMD3<Double> {
    vectors.reduce(.zero, +) / Double(vectors.count)
  }

  private static func spread(_ vectors: [SIMD3<Double>]) -> Double {
    vectors.reduce(0) { $0 + ($1 * $1).sum() }
  }
}
