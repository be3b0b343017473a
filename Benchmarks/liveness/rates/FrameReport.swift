import FaceAnalysis
import Liveness

extension JSON {
  /// What one frame of a recording gave.
  init(_ frame: TrackedFrame, path: String, mesh: Bool) {
    var members: [(String, JSON)] = [
      ("path", .text(path)), ("seconds", .rounded(frame.timeSeconds)),
      ("track", .number(Double(frame.trackNumber))),
    ]
    let face: Face?
    switch frame.outcome {
    case .face(let seen):
      members.append(("outcome", .text("face")))
      face = seen
    case .poorQuality(let seen, let reasons):
      members.append(("outcome", .text("poorQuality")))
      members.append(("reasons", .list(reasons.map { .text($0.name) })))
      face = seen
    case .none:
      members.append(("outcome", .text("none")))
      face = nil
    case .unlit:
      members.append(("outcome", .text("unlit")))
      face = nil
    case .tooSmall:
      members.append(("outcome", .text("tooSmall")))
      face = nil
    case .several:
      members.append(("outcome", .text("several")))
      face = nil
    }
    if let face { members += Self.figures(of: face, mesh: mesh) }
    self = .object(members)
  }

  private static func figures(of face: Face, mesh: Bool) -> [(String, JSON)] {
    var members: [(String, JSON)] = [
      ("yaw", rounded(face.pose.yaw)), ("pitch", rounded(face.pose.pitch)),
      ("roll", rounded(face.pose.roll)), ("offAxis", rounded(face.pose.offAxis)),
      ("leftLid", rounded(face.eyes?.left.lidRatio)), ("rightLid", rounded(face.eyes?.right.lidRatio)),
      ("eyes", face.eyes.map { .text($0.state.rawValue) } ?? .null), ("gazeYaw", rounded(face.gaze?.yaw)),
      ("gazePitch", rounded(face.gaze?.pitch)),
      ("gazeOffAxis", rounded(face.gaze?.offAxis)),
      ("attention", .list((face.attention?.reasons ?? []).map { .text($0.rawValue) })),
      ("quality", rounded(face.quality.overall)), ("meshScore", rounded(face.meshScore)),
      ("interEyeDistance", rounded(face.quality.interEyeDistance)),
    ]
    if mesh {
      members.append(
        ("mesh", .list(face.mesh.points.map { .list([rounded($0.x), rounded($0.y), rounded($0.z)]) })))
    }
    return members
  }
}
