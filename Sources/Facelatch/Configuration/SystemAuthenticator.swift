import Capture
import Dispatch
import FaceAnalysis
import Findings
import Imaging
import Liveness
import Matching
import Policy
import Store
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The authenticator of this machine: the person, the store, the camera and the rules that its configuration
/// names, and the terminal for questions.
public final class SystemAuthenticator: LocalAuthenticator {
  /// The one that apps share.
  public static let shared = SystemAuthenticator(
    configuration: Result { () throws(ConfigurationError) in try .load() })

  /// What is opened when it is first needed, and tried again as long as it fails.
  private struct Opened {
    var store: SQLiteStore?
    var models: FaceModels?
  }

  private let configuration: Result<Configuration, ConfigurationError>
  private let prompt: any PasscodePrompt
  private let clock: any Clock
  private let opened = Mutex(Opened())

  /// Makes an authenticator.
  ///
  /// - Parameters:
  ///   - configuration: What is to be used.
  ///   - prompt: Asks for passcodes and choices; the session's terminal by default.
  ///   - clock: Tells the time.
  public convenience init(
    _ configuration: Configuration, prompt: any PasscodePrompt = TerminalPrompt(),
    clock: any Clock = SystemClock()
  ) {
    self.init(configuration: .success(configuration), prompt: prompt, clock: clock)
  }

  init(
    configuration: Result<Configuration, ConfigurationError>, prompt: any PasscodePrompt = TerminalPrompt(),
    clock: any Clock = SystemClock()
  ) {
    self.configuration = configuration
    self.prompt = prompt
    self.clock = clock
  }

  public func canEvaluate(_ policy: Policy) -> AuthenticationError? {
    guard let parts = try? parts() else { return .biometryNotAvailable }
    do throws(AuthenticationError) {
      try parts.evaluator.canEvaluate(policy, user: parts.user)
      return nil
    } catch {
      return error
    }
  }

  public func evaluate(_ request: AuthenticationRequest) async -> AuthenticationOutcome {
    // It waits for camera and person, and must not keep a thread from other tasks meanwhile. A queue of its
    // own always gets a thread, so that a newer evaluation begins while an older one still waits.
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "Facelatch.evaluation", qos: .userInitiated).async {
        continuation.resume(returning: self.evaluateNow(request))
      }
    }
  }

  public func biometryIsPresent() -> Bool {
    guard let configuration = try? configuration.get() else { return false }
    return (try? camera(of: configuration)) != nil
  }

  public func enrolmentState() -> [UInt8]? {
    guard let parts = try? parts(), let record = try? parts.store.record(of: parts.user), record.isEnrolled
    else {
      return nil
    }
    return record.enrolmentNonce
  }

  public func passcodeIsSet() -> Bool {
    guard let parts = try? parts(), let record = try? parts.store.record(of: parts.user) else { return false }
    return record.passcodeVerifier != nil
  }

  public func vault() throws(StoreError) -> Vault {
    do throws(Trouble) {
      let parts = try parts()
      return Vault(store: parts.store, user: parts.user, clock: clock)
    } catch {
      throw error.storeError
    }
  }

  // MARK: - Parts

  /// What stands in the way of everything.
  private enum Trouble: Error {
    case configuration(ConfigurationError)
    case store(StoreError)

    var description: String {
      switch self {
      case .configuration(let error): error.description
      case .store(let error): error.description
      }
    }

    var storeError: StoreError {
      switch self {
      case .configuration(let error): .cannotAccess(path: Configuration.path(), reason: error.description)
      case .store(let error): error
      }
    }
  }

  private struct Camera {
    let frames: Configuration.Frames
    let models: FaceModels
    let matcher: Matcher
    let liveness: LivenessRequirement?
  }

  /// What stands in the way of faces, and of nothing else.
  private struct CameraTrouble: Error {
    let reason: String
  }

  private struct Parts {
    let user: String
    let store: any Store
    let camera: Camera?
    let cameraTrouble: CameraTrouble?
    let evaluator: PolicyEvaluator
  }

  private func parts() throws(Trouble) -> Parts {
    let configuration: Configuration
    do throws(ConfigurationError) {
      configuration = try self.configuration.get()
    } catch {
      throw .configuration(error)
    }
    let location = StoreLocation(explicit: configuration.store)
    let store: SQLiteStore?
    do throws(StoreError) {
      store = try openStore(location)
    } catch {
      throw .store(error)
    }
    let camera: Camera?
    let cameraTrouble: CameraTrouble?
    do throws(CameraTrouble) {
      (camera, cameraTrouble) = (try self.camera(of: configuration), nil)
    } catch {
      (camera, cameraTrouble) = (nil, error)
    }
    let evaluator = PolicyEvaluator(
      store: store ?? MemoryStore(), clock: clock, rules: configuration.rules,
      // Without a camera nothing is compared.
      threshold: camera?.matcher.threshold ?? Score(1), falseMatchRate: camera?.matcher.falseMatchRate,
      modelHash: camera?.models.pack.embedding.file.sha256,
      biometryIsAvailable: camera != nil, audit: store == nil ? nil : AuditLog(location: location))
    return Parts(
      user: configuration.user ?? Account.name, store: store ?? MemoryStore(), camera: camera,
      cameraTrouble: cameraTrouble, evaluator: evaluator)
  }

  /// The store, if there is one: an app that asks must not leave an empty store behind.
  private func openStore(_ location: StoreLocation) throws(StoreError) -> SQLiteStore? {
    if let store = opened.withLock({ $0.store }) { return store }
    guard access(location.database, F_OK) == 0 || errno != ENOENT else { return nil }
    let store = try SQLiteStore(location: location)
    return opened.withLock { opened in
      if let store = opened.store { return store }
      opened.store = store
      return store
    }
  }

  /// Frames and networks, if there are both.
  private func camera(of configuration: Configuration) throws(CameraTrouble) -> Camera? {
    guard let frames = configuration.frames, ConfiguredFrames.arePresent(frames) else { return nil }
    let models = try models(of: configuration)
    do throws(MatchingError) {
      let matcher = try Matcher(pack: models.pack, decidingAt: configuration.falseMatchRate)
      return Camera(frames: frames, models: models, matcher: matcher, liveness: configuration.liveness)
    } catch {
      throw CameraTrouble(reason: error.description)
    }
  }

  private func models(of configuration: Configuration) throws(CameraTrouble) -> FaceModels {
    if let models = opened.withLock({ $0.models }) { return models }
    var pack: ModelPack
    do throws(ModelPackError) {
      if let directory = configuration.models {
        pack = try ModelPack(directory: directory)
      } else {
        pack = try ModelPack.bundled()
      }
    } catch {
      throw CameraTrouble(reason: error.description)
    }
    if let path = configuration.operatingPoints { pack = try Self.pack(pack, withPointsOf: path) }
    return opened.withLock { opened in
      if let models = opened.models { return models }
      let models = FaceModels(pack: pack)
      opened.models = models
      return models
    }
  }

  private static func pack(
    _ pack: ModelPack, withPointsOf path: String
  ) throws(CameraTrouble) -> ModelPack {
    let bytes: [UInt8]?
    do throws(ConfigurationError) {
      bytes = try ConfigurationFile.read(path, limit: OperatingPointsFile.byteLimit)
    } catch {
      throw CameraTrouble(reason: error.description)
    }
    do throws(OperatingPointsFileError) {
      guard let bytes else { throw .unreadable(file: path, reason: systemMessage(ENOENT)) }
      return try pack.with(OperatingPointsFile(bytes: bytes, path: path))
    } catch {
      throw CameraTrouble(reason: error.description)
    }
  }

  private func evaluateNow(_ request: AuthenticationRequest) -> AuthenticationOutcome {
    let parts: Parts
    do throws(Trouble) {
      parts = try self.parts()
    } catch {
      return AuthenticationOutcome(error: .biometryNotAvailable, reasons: [error.description])
    }
    guard let camera = parts.camera else {
      var outcome = parts.evaluator.evaluate(
        request, user: parts.user, frames: FrameList([]),
        reader: NoReader(enrolledIn: parts.store, parts.user),
        prompt: prompt)
      // In front, since the cause of the error comes last.
      if let trouble = parts.cameraTrouble { outcome.reasons.insert(trouble.reason, at: 0) }
      return outcome
    }
    camera.models.prefetch([.embedding, .iris])
    return parts.evaluator.evaluate(
      request, user: parts.user, frames: ConfiguredFrames(camera.frames, options: CaptureOptions()),
      reader: EngineReader(
        models: camera.models, liveness: camera.liveness,
        isSequence: ConfiguredFrames.showSequence(camera.frames)),
      prompt: prompt)
  }
}

/// Stands where there is no camera; nothing is ever read with it.
private struct NoReader: FaceReading {
  let modelHash: String

  /// Takes over the model of the enrolment, which is not to blame when no face can be looked at.
  init(enrolledIn store: any Store, _ user: String) {
    let record = try? store.record(of: user)
    modelHash = record?.appearances.first?.templates.first?.modelHash ?? ""
  }

  mutating func read(_ frame: Frame) throws(FaceReadingError) -> FaceReadingOutcome {
    throw FaceReadingError("there is no camera")
  }

  mutating func template() throws(FaceReadingError) -> FaceTemplate? { nil }
}
