import Capture
import FaceAnalysis
import Findings
import Matching
import Platform
import Policy
import Store
import Synchronization

/// The one door: everything that decides about a face goes through a gate, made once from a configuration.
///
/// ```swift
/// let gate = try Gate()
/// let verdict = try gate.compare("a.jpg", "b.jpg")
/// let outcome = gate.authenticate("ada", from: .recording("me.avi"))
/// ```
///
/// A gate serves any number of threads. Store and networks are opened when they are first needed and kept; what fails is
/// tried again the next time.
///
/// What waits for camera, person or networks has two forms of one name. The plain one works on the calling thread; the
/// async one works on a thread of its own, so that none of those that Swift's tasks share is held. Asynchronous functions get
/// the async one; the top-level code of a `main.swift` always gets the plain one.
public final class Gate: Sendable {
  /// What it was made from.
  public let configuration: Configuration

  let clock: any Clock

  /// Where records are kept instead of the configuration's store; `nil` for that.
  private let replacedStore: (any Store)?

  private struct Opened {
    var store: SQLiteStore?
    var models: FaceModels?
  }

  private let opened: Mutex<Opened>

  /// Analysers for single pictures.
  let analyzers: AnalyzerPool

  /// Opens a gate and checks that its model pack and its decision point can be used.
  ///
  /// - Parameters:
  ///   - configuration: What decides; by default the bundled networks, the usual store, the rules of Face ID.
  ///   - clock: Tells the time.
  /// - Throws: `GateError` when pack or operating points cannot be used.
  public convenience init(
    _ configuration: Configuration = Configuration(), clock: any Clock = SystemClock()
  ) throws(GateError) {
    self.init(unchecked: configuration, clock: clock)
    _ = try matcher()
  }

  /// Opens a gate whose parts may be missing as long as nobody needs them: a passcode is checked without networks.
  ///
  /// - Parameters:
  ///   - store: Where records are kept instead of the configuration's store; nothing is audited then.
  ///   - models: Networks that are loaded already, of the configuration's pack.
  package init(
    unchecked configuration: Configuration, clock: any Clock = SystemClock(), store: (any Store)? = nil,
    models: FaceModels? = nil
  ) {
    self.configuration = configuration
    self.clock = clock
    replacedStore = store
    opened = Mutex(Opened(models: models))
    analyzers = AnalyzerPool()
  }

  // MARK: - Networks and decision point

  /// The networks of the configured pack, with the configured operating points; each is loaded when it is first used.
  ///
  /// - Throws: `GateError.models`, `.configuration`, `.operatingPoints`.
  public func models() throws(GateError) -> FaceModels {
    if let models = opened.withLock({ $0.models }) { return models }
    let loaded = FaceModels(pack: try pack())
    return opened.withLock { opened in
      if let models = opened.models { return models }
      opened.models = loaded
      return loaded
    }
  }

  private func pack() throws(GateError) -> ModelPack {
    if let folder = configuration.models { try Self.check(folder, Ownership()) }
    // A pack may leave networks to the bundled one, which came with the program.
    if let folder = ModelPack.bundledDirectory { try Self.check(folder, .ofProgram) }
    let pack: ModelPack
    do throws(ModelPackError) {
      pack =
        if let folder = configuration.models { try ModelPack(directory: folder) } else { try .bundled() }
    } catch {
      throw .models(error)
    }
    guard let path = configuration.operatingPoints else { return pack }
    let bytes: [UInt8]?
    do throws(ConfigurationError) {
      // Whoever can change the points decides who is let in.
      bytes = try ConfigurationFile.read(path, limit: OperatingPointsFile.byteLimit)
    } catch {
      if case .untrusted(let fault) = error { throw .untrusted(.operatingPoints, fault) }
      throw .configuration(error)
    }
    do throws(OperatingPointsFileError) {
      guard let bytes else { throw .unreadable(file: path.text, reason: systemMessage(ENOENT)) }
      return try pack.with(OperatingPointsFile(bytes: bytes, path: path))
    } catch {
      throw .operatingPoints(error)
    }
  }

  /// Whoever can change a pack's manifest says which network counts, by its SHA-256, and where the threshold lies.
  private static func check(_ folder: Path, _ ownership: Ownership) throws(GateError) {
    do throws(OwnershipFault) {
      try ownership.check(folder.appending(ModelPack.manifestName))
    } catch {
      throw .untrusted(.models, error)
    }
  }

  /// Decides at the configured rate, by default the one that the operating points name.
  ///
  /// - Throws: `GateError.matching` where that rate was not measured, and what `models()` throws.
  public func matcher() throws(GateError) -> Matcher {
    let pack = try models().pack
    do throws(MatchingError) {
      return try Matcher(pack: pack, decidingAt: configuration.falseMatchRate)
    } catch {
      throw .matching(error, pack: pack.directory.text)
    }
  }

  /// What decisions rest on: threshold, rate, and who measured it.
  ///
  /// - Throws: What `matcher()` throws.
  public func decisionPoint() throws(GateError) -> DecisionPoint {
    DecisionPoint(of: try matcher(), pack: try models().pack)
  }

  // MARK: - Store

  /// The store and the log beside it.
  package struct OpenedStore {
    package let store: any Store
    /// `nil` where nothing is written down.
    package let audit: AuditLog?
    /// Whether there is no store yet, and one that keeps nothing stands for it.
    package let isMissing: Bool
  }

  /// Opens the store.
  ///
  /// - Parameter makesOne: Whether a missing one is made. Otherwise one that keeps nothing stands for it: a question must
  ///   leave nothing behind.
  package func store(makesOne: Bool = false) throws(StoreError) -> OpenedStore {
    if let replacedStore { return OpenedStore(store: replacedStore, audit: nil, isMissing: false) }
    let location = configuration.location
    if let store = opened.withLock({ $0.store }) {
      return OpenedStore(store: store, audit: audit(store), isMissing: false)
    }
    // Also for a question: after sudo with another's HOME nobody shall learn that there is no store.
    try FilePermissions.checkWay(to: location.directory)
    guard makesOne || location.database.withCString({ access($0, F_OK) }) == 0 || errno != ENOENT else {
      return OpenedStore(store: AbsentStore(location: location), audit: nil, isMissing: true)
    }
    let made = try SQLiteStore(location: location)
    let store = opened.withLock { opened in
      if let store = opened.store { return store }
      opened.store = made
      return made
    }
    return OpenedStore(store: store, audit: audit(store), isMissing: false)
  }

  private func audit(_ store: SQLiteStore) -> AuditLog? {
    configuration.isAudited ? AuditLog(of: store) : nil
  }

  // MARK: - Parts, each made here and nowhere else

  /// Decides about evaluations.
  ///
  /// - Parameter recogniser: Compares faces; `nil` where none can be compared.
  func evaluator(_ opened: OpenedStore, _ recogniser: Recogniser?) -> PolicyEvaluator {
    evaluator(
      opened, threshold: recogniser?.matcher.threshold, falseMatchRate: recogniser?.matcher.falseMatchRate,
      scale: recogniser?.matcher.scale ?? .meanOfCosines,
      modelHash: recogniser?.models.pack.embedding.file.sha256)
  }

  /// Decides about evaluations at a threshold, with templates of one network, or of any where `modelHash` is `nil`.
  func evaluator(
    _ opened: OpenedStore, threshold: Score?, falseMatchRate: FalseMatchRate? = nil,
    scale: EvidenceScale = .meanOfCosines, modelHash: String? = nil
  ) -> PolicyEvaluator {
    PolicyEvaluator(
      store: opened.store, clock: clock, rules: configuration.rules, threshold: threshold,
      falseMatchRate: falseMatchRate, scale: scale, modelHash: modelHash, audit: opened.audit)
  }

  /// Reads frames in the way that a proof of life asks for.
  ///
  /// - Parameters:
  ///   - isSequence: Whether the frames show one scene in its order.
  ///   - liveness: What has to show that a living person is there; `nil` for what suits the frames.
  ///   - least: What the comparison has to be worth at least.
  func reader(
    _ models: FaceModels, isSequence: Bool, liveness: LivenessRequirement?, least: Assurance = .nothing
  ) -> EngineReader {
    EngineReader(
      models: models, liveness: liveness, least: least,
      requiresAttention: configuration.rules.requiresAttention,
      isSequence: isSequence, challenge: configuration.challenge)
  }

  /// What faces are compared with.
  struct Recogniser {
    let models: FaceModels
    let matcher: Matcher
  }

  func recogniser() throws(GateError) -> Recogniser {
    Recogniser(models: try models(), matcher: try matcher())
  }
}
