/// Why a face is not, or not yet, taken for a living one.
public enum LivenessReason: Sendable, Equatable, CustomStringConvertible {
  /// No frame has shown a face yet, or the face is lost.
  case noFace
  /// The eyes are this many pixels apart.
  case tooSmall(pixels: Double)
  /// Several faces of similar size.
  case severalFaces(count: Int)
  /// The face is seen too badly.
  case poorQuality(QualityReason)
  /// The person does not attend to the camera.
  case inattentive(Inattention)
  /// The face moves as a picture does.
  case movesLikePicture
  /// The face looks like a picture or a mask; the median score, 0…1.
  case looksLikeAttack(score: Double)
  /// The face has not moved enough to tell.
  case tooLittleMotion
  /// There are not enough scores of the passive network.
  case tooFewScores
  /// Frames follow each other too slowly to tell motion; how many there are in a second.
  case tooFewFrames(perSecond: Double)
  /// Neighbouring frames do not follow from each other, as if they were cut together or out of order.
  case framesJump
  /// Frames are the same to the last pixel, as those of a recording that stands still.
  case framesRepeat
  /// The person has to look straight ahead before the challenge begins.
  case challengeNotBegun
  /// The next movement of the challenge.
  case challengeDue(ChallengeStep)
  /// The challenge was not answered.
  case challengeFailed(ChallengeFailure)
  /// A challenge is required and none was set.
  case noChallenge

  /// A short name for machines.
  public var name: String {
    switch self {
    case .noFace: "noFace"
    case .tooSmall: "tooSmall"
    case .severalFaces: "severalFaces"
    case .poorQuality(let reason): reason.name
    case .inattentive(let reason): reason.rawValue
    case .movesLikePicture: "movesLikePicture"
    case .looksLikeAttack: "looksLikeAttack"
    case .tooLittleMotion: "tooLittleMotion"
    case .tooFewScores: "tooFewScores"
    case .tooFewFrames: "tooFewFrames"
    case .framesJump: "framesJump"
    case .framesRepeat: "framesRepeat"
    case .challengeNotBegun: "challengeNotBegun"
    case .challengeDue(let step): step.rawValue
    case .challengeFailed: "challengeFailed"
    case .noChallenge: "noChallenge"
    }
  }

  /// One sentence with the cure.
  public var description: String {
    switch self {
    case .noFace: FaceProblem.noFace.description
    case .tooSmall(let pixels): FaceProblem.tooSmall(eyeDistance: pixels).description
    case .severalFaces(let count): FaceProblem.severalFaces(count: count).description
    case .poorQuality(let reason): reason.description
    case .inattentive(let reason): reason.description
    case .movesLikePicture:
      "the face moves like a picture: show your own face and turn the head a little"
    case .looksLikeAttack:
      "the face does not look like a live one: show your own face, without a screen or a picture"
    case .tooLittleMotion:
      "the face has hardly moved: turn the head a little to one side and back"
    case .tooFewScores:
      "too few frames were judged by the network for presentation attacks: keep looking at the camera"
    case .tooFewFrames(let rate):
      "\(rate.tenths) frames a second are too few to tell motion: use a camera or a recording with more"
    case .framesJump:
      "the frames do not follow from each other: use an uncut recording, in which nothing covers the face"
    case .framesRepeat:
      "the frames are all the same: use a recording that moves"
    case .challengeNotBegun:
      "the movements have not begun: look straight at the camera"
    case .challengeDue(let step): "a movement is missing: \(step.instruction)"
    case .challengeFailed(let failure): failure.description
    case .noChallenge:
      "a challenge is required but none was set: draw one before the frames"
    }
  }
}
