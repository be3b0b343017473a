import Capture
import FaceAnalysis
import Liveness
import Matching

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
  ///   - challenge: The movements that are asked for, where a challenge is required.
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

  public var modelHash: String {
    switch self {
    case .single(let reader): reader.modelHash
    case .sequence(let reader): reader.modelHash
    }
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
