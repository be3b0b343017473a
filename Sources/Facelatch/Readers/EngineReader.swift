import Capture
import FaceAnalysis
import Findings
import Liveness
import Matching
import Policy
import Store

/// Reads frames with the face networks, in the way that the required proof of life asks for.
public enum EngineReader: FaceReading {
  /// Every frame for itself.
  case single(AnalyzerReader)
  /// Frames as a sequence.
  case sequence(LiveReader)

  /// Chooses.
  ///
  /// - Parameters:
  ///   - liveness: What has to show that a living person is there; nothing for what suits the frames: motion for
  ///     sequences; for pictures their looks, where the pack has a network for that.
  ///   - isSequence: Whether the frames show one scene in their order, as a recording or camera does.
  ///   - challenge: The movements that are asked for, where a challenge is required; drawn anew for each try by
  ///     default.
  public init(
    models: FaceModels, liveness: LivenessRequirement?, isSequence: Bool, challenge: Challenge? = nil
  ) {
    let usual: LivenessRequirement =
      isSequence ? .motion : models.pack.presentationAttack == nil ? .off : .passive
    let requirement = liveness ?? usual
    if isSequence || requirement == .motion || requirement == .challenge {
      self = .sequence(LiveReader(models: models, requirement: requirement, challenge: challenge))
    } else {
      self = .single(AnalyzerReader(models: models, checksLooks: requirement == .passive))
    }
  }

  /// What has to show that a living person is there.
  public var requirement: LivenessRequirement {
    switch self {
    case .single(let reader): reader.checksLooks ? .passive : .off
    case .sequence(let reader): reader.requirement
    }
  }

  /// What was found out about life so far; nothing where frames are read each for itself.
  public var decision: LivenessDecision? {
    guard case .sequence(let reader) = self else { return nil }
    return reader.decision
  }

  /// How the face looks, 0 for a print or screen … 1 for a face before the camera: of the last frame, or the median of
  /// some; nothing where that was not looked at.
  public var passiveScore: Double? {
    switch self {
    case .single(let reader): reader.passiveScore
    case .sequence(let reader): reader.decision?.passiveScore
    }
  }

  public var modelHash: String {
    switch self {
    case .single(let reader): reader.modelHash
    case .sequence(let reader): reader.modelHash
    }
  }

  public mutating func begin() {
    guard case .sequence(var reader) = self else { return }
    reader.begin()
    self = .sequence(reader)
  }

  public mutating func read(_ frame: Frame) throws(FaceReadingError) -> FaceReadingOutcome {
    switch self {
    case .single(var reader):
      defer { self = .single(reader) }
      return try reader.read(frame)
    case .sequence(var reader):
      defer { self = .sequence(reader) }
      return try reader.read(frame)
    }
  }

  public mutating func template() throws(FaceReadingError) -> FaceTemplate? {
    switch self {
    case .single(var reader):
      defer { self = .single(reader) }
      return try reader.template()
    case .sequence(var reader):
      defer { self = .sequence(reader) }
      return try reader.template()
    }
  }

  public var liveness: LivenessReading {
    switch self {
    case .single(let reader): reader.liveness
    case .sequence(let reader): reader.liveness
    }
  }

  public var track: Int {
    switch self {
    case .single(let reader): reader.track
    case .sequence(let reader): reader.track
    }
  }
}
