import FacelatchTestSupport
import Matching
import Synchronization
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

/// A store that refuses one of its operations, counted from the first.
private final class FailingStore: Store {
  static let failure = StoreError.database(path: "store", reason: "disk is full")

  private let inner: any Store
  private let countdown: Mutex<Int>

  init(_ inner: any Store, failingAt operation: Int) {
    self.inner = inner
    countdown = Mutex(operation)
  }

  var identity: [UInt8] { inner.identity }

  /// Whether the operation that was to fail has been reached.
  var hasFailed: Bool { countdown.withLock { $0 < 0 } }

  private func count() throws(StoreError) {
    let fails = countdown.withLock {
      $0 -= 1
      return $0 == -1
    }
    if fails { throw Self.failure }
  }

  func userNames() throws(StoreError) -> [String] {
    try count()
    return try inner.userNames()
  }

  func record(of user: String) throws(StoreError) -> UserRecord? {
    try count()
    return try inner.record(of: user)
  }

  func update<Result>(
    _ user: String, _ body: (inout UserRecord?) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try count()
    return try inner.update(user, body)
  }

  func secret(_ key: String, of user: String) throws(StoreError) -> Secret? {
    try count()
    return try inner.secret(key, of: user)
  }

  func setSecret(_ value: Secret?, _ key: String, of user: String) throws(StoreError) {
    try count()
    try inner.setSecret(value, key, of: user)
  }

  func secretKeys(of user: String) throws(StoreError) -> [String] {
    try count()
    return try inner.secretKeys(of: user)
  }
}

@Suite("A store that fails in the middle")
struct FailingStoreTests {
  private func evaluate(_ policy: Policy, _ store: FailingStore, _ clock: TestClock) -> Outcome {
    PolicyEvaluator(store: store, clock: clock, threshold: Score(0.5)).evaluate(
      AuthenticationRequest(policy: policy, reason: "r"), user: Household.user,
      frames: FrameList([SyntheticFrame.face(policy == .biometrics ? Household.owner : Household.stranger)]),
      reader: SyntheticReader(), prompt: ProgrammaticPrompt.always(Household.passcode))
  }

  @Test(
    "Whichever operation fails, the right face or passcode is let in only if all else went well",
    arguments: Policy.allCases)
  func everyOperation(policy: Policy) throws {
    var operation = 0
    var failures = 0
    while true {
      let household = try Household()
      let store = FailingStore(household.store, failingAt: operation)
      let outcome = evaluate(policy, store, household.clock)
      guard store.hasFailed else {
        #expect(outcome.authenticated)
        break
      }
      // A look whether a newer evaluation began may fail without harm; all else is told.
      if outcome.authenticated {
        #expect(outcome.storeError == nil)
      } else {
        #expect(outcome.storeError == FailingStore.failure && outcome.error == .biometryNotAvailable)
        #expect(outcome.releaseToken == nil)
        failures += 1
      }
      operation += 1
    }
    // The first look, the start, the charge and the success of a face; the passcode has more.
    #expect(failures >= 4)
  }

  @Test("Without its charge on record no face is compared")
  func uncharged() throws {
    for operation in 0..<10 {
      let household = try Household()
      let outcome = evaluate(
        .biometrics, FailingStore(household.store, failingAt: operation), household.clock)
      if outcome.score != nil, !outcome.authenticated { #expect(try household.attempts().failedMatches == 1) }
      if try household.attempts().failedMatches == 0, !outcome.authenticated { #expect(outcome.score == nil) }
    }
  }
}
