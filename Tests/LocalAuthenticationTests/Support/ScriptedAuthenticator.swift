import Facelatch
import Synchronization
import TestSupport

/// An engine whose every answer the test decides, and that remembers what it was asked.
final class ScriptedAuthenticator: LocalAuthenticator {
  /// What one evaluation does.
  enum Step: Sendable {
    /// The face matches.
    case face
    /// The passcode is right.
    case passcode
    /// It ends without success.
    case fails(AuthenticationError, obstacles: [Obstacle] = [])
    /// Nobody answers; it ends when it is cancelled.
    case waits
    /// Nobody answers, and cancelling does not help until the test says so.
    case hangs
  }

  /// The machine and its owner.
  struct Machine: Sendable {
    var hasCamera = true
    var enrolment: [UInt8]? = [1, 2, 3]
    var isLocked = false
    var hasPasscode = true
  }

  private struct Content {
    var machine: Machine
    var steps: [Step]
    var requests: [AuthenticationRequest] = []
    var inquiries: [Policy] = []
    var ended: [CancellationFlag.Cause] = []
    var isReleased = false
  }

  private let content: Mutex<Content>
  private let secrets: Vault
  private let binding: ReleaseBinding

  static let owner = "ada"

  init(_ steps: [Step] = [.face], machine: Machine = Machine(), tokenLifetimeSeconds: Double = 300) throws {
    content = Mutex(Content(machine: machine, steps: steps))
    let store = MemoryStore()
    let record = UserRecord(name: Self.owner)
    try store.update(Self.owner) { (known: inout UserRecord?) throws(StoreError) in known = record }
    binding = try ReleaseBinding(record, in: store)
    secrets = Vault(store: store, user: Self.owner, tokenLifetimeSeconds: tokenLifetimeSeconds)
  }

  /// What the engine was asked to evaluate, in order.
  var requests: [AuthenticationRequest] { content.withLock { $0.requests } }

  /// What the engine was asked for availability of, in order.
  var inquiries: [Policy] { content.withLock { $0.inquiries } }

  /// Who cancelled the evaluations that were waiting, in order.
  var ended: [CancellationFlag.Cause] { content.withLock { $0.ended } }

  func change(_ body: @Sendable (inout Machine) -> Void) {
    content.withLock { body(&$0.machine) }
  }

  func append(_ steps: Step...) {
    content.withLock { $0.steps += steps }
  }

  /// Lets hanging evaluations go on.
  func release() {
    content.withLock { $0.isReleased = true }
  }

  /// Waits until the engine was asked for this many evaluations.
  func hasBegun(_ count: Int) async throws {
    try await suspendUntil("\(count) evaluations") { requests.count >= count }
  }

  /// Waits until this many waiting evaluations noticed that they were cancelled.
  func hasEnded(_ count: Int) async throws {
    try await suspendUntil("the end of \(count) evaluations") { ended.count >= count }
  }

  // MARK: LocalAuthenticator

  func canEvaluate(_ policy: Policy) -> Refusal? {
    let machine = content.withLock { content in
      content.inquiries.append(policy)
      return content.machine
    }
    switch policy {
    case .biometrics:
      if !machine.hasCamera { return Refusal(.biometryNotAvailable) }
      if machine.enrolment == nil { return Refusal(.biometryNotEnrolled) }
      if machine.isLocked { return Refusal(.biometryLockout) }
      return machine.hasPasscode ? nil : Refusal(.passcodeNotSet, obstacles: [.passcode(.notSet)])
    case .deviceOwner:
      return machine.hasPasscode ? nil : Refusal(.passcodeNotSet, obstacles: [.passcode(.notSet)])
    }
  }

  func evaluate(_ request: AuthenticationRequest) async -> Outcome {
    let step = content.withLock { content in
      content.requests.append(request)
      return content.steps.isEmpty ? Step.waits : content.steps.removeFirst()
    }
    switch step {
    case .face: return success(.biometrics)
    case .passcode: return success(.passcode)
    case .fails(let error, let obstacles): return Outcome(error: error, obstacles: obstacles)
    case .waits:
      while true {
        if let cause = request.cancellation.cause {
          content.withLock { $0.ended.append(cause) }
          return Outcome(error: cause.error)
        }
        await pause()
      }
    case .hangs:
      while !content.withLock({ $0.isReleased }) { await pause() }
      return success(.biometrics)
    }
  }

  func biometryIsPresent() -> Bool { content.withLock { $0.machine.hasCamera } }

  func enrolmentState() -> [UInt8]? { content.withLock { $0.machine.enrolment } }

  func passcodeIsSet() -> Bool { content.withLock { $0.machine.hasPasscode } }

  func vault() throws(StoreError) -> Vault { secrets }

  private func success(_ method: AuthenticationMethod) -> Outcome {
    Outcome(
      method: method,
      releaseToken: ReleaseToken(
        user: Self.owner, method: method, issued: SystemClock().now(), binding: binding)
    )
  }

  private func pause() async {
    try? await Task.sleep(for: .milliseconds(2))
  }
}
