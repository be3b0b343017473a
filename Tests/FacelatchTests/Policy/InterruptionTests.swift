import FacelatchTestSupport
import Imaging
import Matching
import Synchronization
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

/// Frames that do something when they are asked for.
private struct HookedFrames: FrameSource {
  var frames: [Image]
  var hook: () -> Void

  mutating func next() throws(CaptureError) -> Frame? {
    hook()
    return frames.isEmpty ? nil : Frame(frames.removeFirst())
  }
}

/// A camera that delivers nothing until nobody waits any more.
private struct SilentCamera: FrameSource {
  var whileWaiting: () -> Void

  mutating func next() throws(CaptureError) -> Frame? { nil }

  mutating func next(isInterrupted: @escaping () -> Bool) throws(CaptureError) -> Frame? {
    while !isInterrupted() { whileWaiting() }
    throw .interrupted(name: "camera")
  }
}

/// Does something once, before the record is changed for the first time.
private final class HookedStore: Store {
  private let inner: any Store
  private let hook: Mutex<(@Sendable () -> Void)?>

  init(_ inner: any Store, beforeUpdate hook: @escaping @Sendable () -> Void) {
    self.inner = inner
    self.hook = Mutex(hook)
  }

  var identity: [UInt8] { inner.identity }

  func userNames() throws(StoreError) -> [String] { try inner.userNames() }

  func record(of user: String) throws(StoreError) -> UserRecord? { try inner.record(of: user) }

  func update<Result>(
    _ user: String, _ body: (inout UserRecord?) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let hook = hook.withLock { hook in
      defer { hook = nil }
      return hook
    }
    hook?()
    return try inner.update(user, body)
  }

  func secret(_ key: String, of user: String) throws(StoreError) -> Secret? {
    try inner.secret(key, of: user)
  }

  func setSecret(_ value: Secret?, _ key: String, of user: String) throws(StoreError) {
    try inner.setSecret(value, key, of: user)
  }

  func secretKeys(of user: String) throws(StoreError) -> [String] { try inner.secretKeys(of: user) }
}

@Suite("Ending an evaluation from outside", .timeLimit(.minutes(5)))
struct InterruptionTests {
  @Test("A cancelled evaluation does not wait for a camera that is silent")
  func silentCamera() throws {
    let household = try Household()
    let flag = CancellationFlag()
    let outcome = household.evaluator.evaluate(
      AuthenticationRequest(policy: .biometrics, reason: "r", cancellation: flag), user: Household.user,
      frames: SilentCamera { flag.cancel(.app) }, reader: SyntheticReader(), prompt: ProgrammaticPrompt())
    #expect(outcome.error == .appCancel)
  }

  private func evaluate(
    _ household: Household, _ flag: CancellationFlag, prompt: some PasscodePrompt = ProgrammaticPrompt(),
    policy: Policy = .biometrics, hook: @escaping () -> Void
  ) -> Outcome {
    household.evaluator.evaluate(
      AuthenticationRequest(policy: policy, reason: "r", cancellation: flag), user: Household.user,
      frames: HookedFrames(frames: [SyntheticFrame.face(Household.owner)], hook: hook),
      reader: SyntheticReader(),
      prompt: prompt)
  }

  @Test(
    "A cancelled evaluation ends with the canceller's error and is not charged",
    arguments: [(CancellationFlag.Cause.app, AuthenticationError.appCancel), (.system, .systemCancel)])
  func beforehand(cause: CancellationFlag.Cause, error: AuthenticationError) throws {
    let household = try Household()
    let flag = CancellationFlag()
    flag.cancel(cause)
    #expect(household.evaluate(.biometrics, [SyntheticFrame.face(1)], cancellation: flag).error == error)
    #expect(household.evaluate(.deviceOwner, [], cancellation: flag).error == error)
    #expect(try household.attempts().failedMatches == 0)
  }

  @Test("Cancelling while a matching face is captured does not let it in")
  func duringCapture() throws {
    let household = try Household()
    let flag = CancellationFlag()
    let outcome = evaluate(household, flag) { flag.cancel(.app) }
    #expect(outcome.error == .appCancel && outcome.releaseToken == nil)
  }

  @Test("Cancelling while the passcode is typed does not let it in")
  func duringPasscode() throws {
    let household = try Household(enrolled: false)
    let flag = CancellationFlag()
    let prompt = ProgrammaticPrompt(answer: { _ in
      flag.cancel(.app)
      return .passcode(Array(Household.passcode.utf8))
    })
    let outcome = household.evaluate(.deviceOwner, [], prompt: prompt, cancellation: flag)
    #expect(outcome.error == .appCancel)
    #expect(try household.attempts().failedPasscodes == 0)
  }

  @Test("A prompt learns of the cancellation while it waits")
  func promptLearns() throws {
    let household = try Household(enrolled: false)
    let flag = CancellationFlag()
    let prompt = ProgrammaticPrompt(answer: { request in
      flag.cancel(.system)
      return request.isInterrupted() ? .systemCancelled : .passcode(Array(Household.passcode.utf8))
    })
    #expect(household.evaluate(.deviceOwner, [], prompt: prompt, cancellation: flag).error == .systemCancel)
  }

  @Test("The first canceller counts")
  func firstCause() {
    let flag = CancellationFlag()
    flag.cancel(.system)
    flag.cancel(.app)
    #expect(flag.cause == .system)
  }

  @Test("A newer evaluation of the same person ends the older one, uncharged")
  func superseded() throws {
    let household = try Household()
    let outcome = evaluate(household, CancellationFlag()) {
      #expect(household.show(Household.owner).authenticated)
    }
    #expect(outcome.error == .systemCancel)
    #expect(outcome.obstacles == [.superseded])
    #expect(try household.attempts().failedMatches == 0)
  }

  @Test("A newer evaluation ends one that waits for a passcode")
  func supersededAtPrompt() throws {
    let household = try Household(enrolled: false)
    let prompt = ProgrammaticPrompt(answer: { request in
      _ = household.type(Household.passcode)
      // A prompt asks a few times per second; the store is looked at as often.
      try? waitUntil("the newer evaluation") { request.isInterrupted() }
      return request.isInterrupted() ? .systemCancelled : .passcode(Array(Household.passcode.utf8))
    })
    #expect(household.evaluate(.deviceOwner, [], prompt: prompt).error == .systemCancel)
  }

  @Test("An evaluation that was displaced before it took over does not end the newer one")
  func displacedBeforehand() throws {
    let household = try Household()
    let older = CancellationFlag()
    // The newer one begins between the older one's first look at the record and its taking over.
    let store = HookedStore(household.store) {
      older.cancel(.system)
      try? household.store.update(Household.user) { (record) throws(StoreError) in
        record?.attempts.evaluation = 4_711
      }
    }
    let outcome = PolicyEvaluator(store: store, clock: household.clock, threshold: Score(0.5)).evaluate(
      AuthenticationRequest(policy: .biometrics, reason: "r", cancellation: older), user: Household.user,
      frames: FrameList([SyntheticFrame.face(Household.owner)]), reader: SyntheticReader(),
      prompt: ProgrammaticPrompt())
    #expect(outcome.error == .systemCancel && outcome.frames == 0)
    #expect(try household.attempts().evaluation == 4_711)
  }

  @Test("Of many evaluations at once the newest one always wins", arguments: 0..<25)
  func newestWins(round: Int) async throws {
    let household = try Household()
    let flags = (0..<4).map { _ in CancellationFlag() }
    // As the programs of a desk do: each newcomer cancels those before it, then begins.
    let outcomes = await withTaskGroup(of: (Int, Outcome).self) { group in
      for index in flags.indices {
        for older in flags[..<index] { older.cancel(.system) }
        let last = index == flags.count - 1
        group.addTask {
          let outcome = household.evaluate(
            .biometrics, [SyntheticFrame.face(Household.owner)], cancellation: flags[index])
          return (index, outcome)
        }
        if !last { await Task.yield() }
      }
      return await group.reduce(into: [Int: Outcome]()) { $0[$1.0] = $1.1 }
    }
    #expect(outcomes[flags.count - 1]?.authenticated == true)
  }

  @Test("Somebody else's evaluation ends nothing")
  func otherUser() throws {
    let household = try Household()
    try PasscodeManager.fast(household.store, clock: household.clock).set(
      user: "bob", prompt: ProgrammaticPrompt.always("bob's own"))
    let outcome = evaluate(household, CancellationFlag()) {
      let other = household.evaluator.evaluate(
        AuthenticationRequest(policy: .deviceOwner, reason: "r"), user: "bob", frames: FrameList([]),
        reader: SyntheticReader(), prompt: ProgrammaticPrompt.always("bob's own"))
      #expect(other.authenticated)
    }
    #expect(outcome.authenticated)
  }

  @Test("A face is not let in by templates that were removed while it was compared")
  func enrolmentRemoved() throws {
    let household = try Household()
    let outcome = evaluate(household, CancellationFlag()) {
      _ = try? Enroller(store: household.store, clock: household.clock, threshold: Score(0.5)).remove(
        user: Household.user, prompt: ProgrammaticPrompt.always(Household.passcode))
    }
    #expect(!outcome.authenticated)
  }

  @Test("Trouble with the store is never success and is told")
  func brokenStore() throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: Path(folder.store))
    let household = try Household(store: store)
    let connection = try StoreConnection(path: store.location.database, patienceSeconds: 5)
    let entry = try #require(try SealedValues.all(in: connection).first { $0.cell.column == "attempts" })
    try SealedValues.replace(entry, with: Array(entry.bytes.reversed()), in: connection)
    let expected = StoreError.damagedValue(
      database: store.location.database, table: "users", column: "attempts", user: Household.user)
    for policy in Policy.allCases {
      let outcome = household.evaluate(
        policy, [SyntheticFrame.face(1)], prompt: ProgrammaticPrompt.always(Household.passcode))
      #expect(outcome.error == .biometryNotAvailable && outcome.storeError == expected)
      #expect(outcome.obstacles.map(\.description) == [expected.description])
      #expect(household.obstacle(policy) == .biometryNotAvailable)
    }
  }
}
