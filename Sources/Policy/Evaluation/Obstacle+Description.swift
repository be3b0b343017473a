import Findings
import Store

extension Obstacle: CustomStringConvertible {
  /// One sentence for the person: what stood in the way, and what helps.
  public var description: String {
    switch self {
    case .noFrame: "There is no frame."
    case .unreadable(let error): error.description
    case .engine(let failure): failure.description
    case .noFace: "No face was found: show one from the front, upright and in good light."
    case .tooSmall(let distance):
      "The face is too small (eyes \(Int(distance.rounded())) pixels apart): move closer or use a larger picture."
    case .severalFaces(let count): "\(count) faces are in view; one person alone is expected."
    case .poorQuality(let reasons):
      reasons.isEmpty
        ? "The face is seen too badly."
        : Self.sentence(reasons.map(\.description).joined(separator: "; "))
    case .inattentive(let reason): Self.sentence(reason.description)
    case .degenerateFace: "The points of the face coincide: use a picture that shows all of it."
    case .notLive(let reason): Self.sentence(reason.description)
    case .lifeUndecided(let reason?): Self.sentence(reason.description)
    case .lifeUndecided(nil): "There were too few frames to tell whether a living person is there."
    case .faceLeft: "The face left before it was certain that a living person is there."
    case .faceChanged: "The face changed while it was watched."
    case .noMatch: "The face is not the enrolled one."
    case .otherModel: "The enrolment was made with another embedding model; enrol again with the present one."
    case .blocked(let reason): reason.sentence
    case .passcode(let refusal): refusal.sentence
    case .cancelled(.app): "Canceled by application."
    case .cancelled(.system): "UI canceled by system."
    case .superseded: "Canceled by another authentication."
    case .noStore(let directory): "There is no store in \(PlainText.printable(directory, limit: 400))."
    case .store(let error): error.description
    case .notAudited(let error): "The decision is missing in the audit log: \(error)"
    }
  }

  /// A clause with a capital at the beginning and a full stop at the end.
  private static func sentence(_ clause: String) -> String {
    clause.prefix(1).uppercased() + clause.dropFirst() + "."
  }
}
