import Capture
import Dispatch
import FaceAnalysis
import Findings
import Imaging
import Liveness
import Matching
import Platform
import Policy
import Store
import Synchronization

/// The authenticator of this machine: a gate made of its configuration, with the terminal for questions.
public final class SystemAuthenticator: LocalAuthenticator {
  /// The one that apps share.
  public static let shared = SystemAuthenticator(
    configuration: Result { () throws(ConfigurationError) in try .load() })

  private let gate: Result<Gate, ConfigurationError>
  private let prompt: any PasscodePrompt

  /// Makes an authenticator.
  ///
  /// - Parameters:
  ///   - configuration: What is to be used. Where it does not say what a face has to be worth, the motion of a head is
  ///     asked for, whatever kind of frames come.
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
    gate = configuration.map { Gate(unchecked: $0.ofMachine, clock: clock) }
    self.prompt = prompt
  }

  public func canEvaluate(_ policy: Policy) -> Refusal? {
    switch gate {
    case .failure(let error): Refusal(.biometryNotAvailable, obstacles: [.engine(error.failure)])
    case .success(let gate): gate.refusal(policy)
    }
  }

  public func evaluate(_ request: AuthenticationRequest) async -> Outcome {
    switch gate {
    case .failure(let error): Outcome(error: .biometryNotAvailable, obstacles: [.engine(error.failure)])
    case .success(let gate): await gate.authenticate(nil, request, prompt: prompt)
    }
  }

  public func biometryIsPresent() -> Bool { (try? gate.get())?.canRecognise() ?? false }

  public func enrolmentState() -> [UInt8]? {
    guard let record = record(), record.isEnrolled else { return nil }
    return record.enrolmentNonce
  }

  public func passcodeIsSet() -> Bool { record()?.passcodeVerifier != nil }

  private func record() -> UserRecord? {
    guard let gate = try? gate.get() else { return nil }
    return try? gate.record(of: gate.configuration.person)
  }

  public func vault() throws(StoreError) -> Vault {
    switch gate {
    case .failure(let error):
      throw .cannotAccess(path: Configuration.path(), reason: error.description)
    case .success(let gate): return try gate.vault()
    }
  }
}
