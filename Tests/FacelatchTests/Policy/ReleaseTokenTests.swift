import FacelatchTestSupport
import Matching
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("What a success is good for")
struct ReleaseTokenTests {
  private let household: Household

  init() throws {
    household = try Household()
    try vault().put([1], key: "mail")
  }

  private func vault(_ user: String = Household.user, in store: (any Store)? = nil) -> Vault {
    Vault(store: store ?? household.store, user: user, clock: household.clock)
  }

  private var manager: PasscodeManager { .fast(household.store, clock: household.clock) }

  private enum Way: CaseIterable {
    case face, passcode
  }

  private func token(_ way: Way) throws -> ReleaseToken {
    try #require(
      (way == .face ? household.show(Household.owner) : household.type(Household.passcode)).releaseToken)
  }

  /// What the vault says to a token after something has happened.
  private func problem(after change: () throws -> Void, _ way: Way) throws -> VaultError? {
    let token = try token(way)
    #expect(try vault().get("mail", releasedBy: token) == [1])
    try change()
    let error = try #require(
      #expect(throws: VaultError.self) { try vault().get("mail", releasedBy: token) })
    let binding = OwnerBinding(store: household.store, user: Household.user, clock: household.clock)
    #expect(throws: error) { try binding.identifier(releasedBy: token) }
    return error
  }

  @Test("A new passcode ends what was released before, also the same one set again", arguments: Way.allCases)
  private func passcodeChange(way: Way) throws {
    let prompt = ProgrammaticPrompt.always(Household.passcode)
    #expect(
      try problem(after: { try manager.change(user: Household.user, prompt: prompt) }, way)
        == .notReleased(.changed))
  }

  @Test("Another enrolment, and the removal of one, end it", arguments: Way.allCases)
  private func enrolment(way: Way) throws {
    #expect(
      try problem(after: { try household.enrol(label: "glasses") }, way) == .notReleased(.changed))
    let enroller = Enroller(store: household.store, clock: household.clock, threshold: Score(0.5))
    #expect(
      try problem(
        after: {
          try enroller.remove(
            user: Household.user, label: "glasses", prompt: ProgrammaticPrompt.always(Household.passcode))
        }, way) == .notReleased(.changed))
  }

  @Test(
    "It does not outlive the person, nor come back with somebody of the same name", arguments: Way.allCases)
  private func removal(way: Way) throws {
    let token = try token(way)
    try manager.removeUser(Household.user)
    #expect(throws: VaultError.notReleased(.changed)) { try vault().get("mail", releasedBy: token) }
    try manager.set(user: Household.user, prompt: ProgrammaticPrompt.always(Household.passcode))
    try household.enrol()
    try vault().put([2], key: "mail")
    #expect(throws: VaultError.notReleased(.changed)) { try vault().get("mail", releasedBy: token) }
  }

  @Test("It opens no other store, where the same record lies too", arguments: Way.allCases)
  private func otherStore(way: Way) throws {
    let token = try token(way)
    let other = MemoryStore()
    let record = try household.store.record(of: Household.user)
    try other.update(Household.user) { (known) throws(StoreError) in known = record }
    try vault(in: other).put([2], key: "mail")
    #expect(throws: VaultError.notReleased(.otherStore)) {
      try vault(in: other).get("mail", releasedBy: token)
    }
  }

  @Test("Two spellings of one name are one person, whose record has to be the same")
  func spellings() throws {
    let name = "Jos\u{e9}"
    try household.store.update(name) { (known) throws(StoreError) in known = UserRecord(name: name) }
    let record = try #require(try household.store.record(of: name))
    let token = ReleaseToken(
      user: name, method: .passcode, issued: household.clock.now(),
      binding: try ReleaseBinding(record, in: household.store))
    try vault("Jose\u{301}").put([3], key: "mail")
    #expect(try vault("Jose\u{301}").get("mail", releasedBy: token) == [3])
    #expect(throws: VaultError.notReleased(.otherUser)) { try vault("Jose").get("mail", releasedBy: token) }
  }

  @Test("A store keeps its identity, and no other store has it")
  func identity() throws {
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    let store = try SQLiteStore(location: one.location)
    #expect(store.identity.count == 16)
    #expect(try SQLiteStore(location: one.location).identity == store.identity)
    #expect(try SQLiteStore(location: other.location).identity != store.identity)
    #expect(MemoryStore().identity != MemoryStore().identity)
  }

  @Test("A later success, and a failed try, leave it as it is")
  func unchanged() throws {
    let token = try token(.face)
    _ = household.show(Household.stranger)
    _ = household.type("wrong")
    _ = household.type(Household.passcode)
    #expect(try vault().get("mail", releasedBy: token) == [1])
  }
}
