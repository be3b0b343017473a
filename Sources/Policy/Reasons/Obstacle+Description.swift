import Findings
import Store

extension Obstacle: CustomStringConvertible {
  /// What stood in the way and what helps, as a clause that can stand behind a colon.
  public var clause: String {
    switch self {
    case .noFrame: "there is no frame"
    case .unreadable(let error): error.description
    case .engine(let failure): failure.description
    case .noFace: FaceProblem.noFace.description
    case .tooSmall(let distance): FaceProblem.tooSmall(eyeDistance: distance).description
    case .severalFaces(let count): FaceProblem.severalFaces(count: count).description
    case .poorQuality(let reasons):
      reasons.isEmpty ? "the face is seen too badly" : reasons.map(\.description).joined(separator: "; ")
    case .inattentive(let reason): reason.description
    case .degenerateFace: "the points of the face coincide: use a picture that shows all of it"
    case .notLive(let reason): reason.description
    case .lifeUndecided(let reason?): reason.description
    case .lifeUndecided(nil): "there were too few frames to tell whether a living person is there"
    case .faceLeft: "the face left before it was certain that a living person is there"
    case .faceChanged: "the face changed while it was watched"
    case .noMatch: "the face is not the enrolled one"
    case .otherModel: "the enrolment was made with another embedding model; enrol again with the present one"
    case .blocked(let reason): reason.clause
    case .passcode(let refusal): refusal.clause
    case .cancelled(.app): "canceled by application"
    case .cancelled(.system): "UI canceled by system"
    case .superseded: "canceled by another authentication"
    case .noStore(let directory): "there is no store in \(directory)"
    case .store(let error): error.description
    case .notAudited(let error): "the decision is missing in the audit log: \(error)"
    }
  }

  /// One sentence for the person; for files and parts of the engine their own line, which begins with a name.
  public var description: String {
    switch self {
    case .unreadable, .engine, .store: clause
    default: clause.asSentence
    }
  }
}

extension LivenessReason {
  /// What somebody is told who stands before the camera: the movement that is due, else what is missing.
  public var request: String {
    switch self {
    case .challengeDue(let step): step.instruction.asSentence
    case .challengeNotBegun: "Look straight at the camera."
    default: Obstacle(self).description
    }
  }
}

extension String {
  /// A clause with a capital at its beginning and a full stop at its end.
  var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
