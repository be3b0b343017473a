import Capture
import FaceAnalysis
import Findings
import Liveness
import Matching
import Policy
import Store

/// Reads frames with the face networks, in the way that the required proof of life asks for.
package enum EngineReader: FaceReading {
  /// Every frame for itself.
  case single(AnalyzerReader)
  /// Frames as a sequence.
  case sequence(LiveReader)

  /// Chooses.
  ///
  /// - Parameters:
  ///   - liveness: What has to show that a living person is there; `nil` for what suits the frames: motion for
  ///     sequences; for pictures their looks, where the pack has a network for that.
  ///   - least: What the comparison has to be worth at least; as much is then asked for, whatever `liveness` says, and
  ///     pictures are read as one scene where that takes motion.
  ///   - requiresAttention: Whether the rules demand open eyes that look at the camera.
  ///   - isSequence: Whether the frames show one scene in their order, as a recording or camera does.
  ///   - challenge: The movements that are asked for, where a challenge is required; drawn anew for each try by
  ///     default.
  package init(
    models: FaceModels, liveness: LivenessRequirement?, least: Assurance = .nothing, requiresAttention: Bool,
    isSequence: Bool,
    challenge: Challenge? = nil
  ) {
    let usual: LivenessRequirement =
      isSequence ? .motion : models.pack.presentationAttack == nil ? .off : .passive
    let requirement = max((liveness ?? usual).assurance, least).requirement
    if isSequence || requirement == .motion || requirement == .challenge {
      self = .sequence(
        LiveReader(
          models: models, requirement: requirement, requiresAttention: requiresAttention, challenge: challenge
        ))
    } else {
      self = .single(AnalyzerReader(models: models, checksLooks: requirement == .passive))
    }
  }

  package var requirement: LivenessRequirement {
    switch self {
    case .single(let reader): reader.requirement
    case .sequence(let reader): reader.requirement
    }
  }

  package var neededSeconds: Double {
    switch self {
    case .single(let reader): reader.neededSeconds
    case .sequence(let reader): reader.neededSeconds
    }
  }

  package var findings: LivenessFindings? {
    switch self {
    case .single(let reader): reader.findings
    case .sequence(let reader): reader.findings
    }
  }

  package var modelHash: String {
    switch self {
    case .single(let reader): reader.modelHash
    case .sequence(let reader): reader.modelHash
    }
  }

  package mutating func begin() {
    switch self {
    case .single(var reader):
      reader.begin()
      self = .single(reader)
    case .sequence(var reader):
      reader.begin()
      self = .sequence(reader)
    }
  }

  package mutating func read(_ frame: Frame) throws(EngineFailure) -> FaceReadingOutcome {
    switch self {
    case .single(var reader):
      defer { self = .single(reader) }
      return try reader.read(frame)
    case .sequence(var reader):
      defer { self = .sequence(reader) }
      return try reader.read(frame)
    }
  }

  package mutating func template() throws(EngineFailure) -> TemplateReading {
    switch self {
    case .single(var reader):
      defer { self = .single(reader) }
      return try reader.template()
    case .sequence(var reader):
      defer { self = .sequence(reader) }
      return try reader.template()
    }
  }

  package var isCompared: Bool {
    switch self {
    case .single(let reader): reader.isCompared
    case .sequence(let reader): reader.isCompared
    }
  }

  package var liveness: LivenessReading {
    switch self {
    case .single(let reader): reader.liveness
    case .sequence(let reader): reader.liveness
    }
  }

  package var track: Int {
    switch self {
    case .single(let reader): reader.track
    case .sequence(let reader): reader.track
    }
  }
}
