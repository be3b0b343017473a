import FacelatchTestSupport
import Matching
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Vault and owner")
struct VaultTests {
  private let household: Household

  init() throws {
    household = try Household()
  }

  private func vault(_ user: String = Household.user, lifetime: Double = 300) -> Vault {
    Vault(store: household.store, user: user, clock: household.clock, tokenLifetimeSeconds: lifetime)
  }

  private func token() throws -> ReleaseToken { try #require(household.show(Household.owner).releaseToken) }

  /// One for somebody else, in the same store.
  private func otherToken() throws -> ReleaseToken {
    ReleaseToken(
      user: "bob", method: .passcode, issued: household.clock.now(),
      binding: try ReleaseBinding(UserRecord(name: "bob"), in: household.store))
  }

  @Test("A secret comes back after a success")
  func release() throws {
    try vault().put([1, 2, 3], key: "mail")
    #expect(try vault().get("mail", releasedBy: try token()) == [1, 2, 3])
    #expect(try vault().get("other", releasedBy: try token()) == nil)
    #expect(try vault().keys() == ["mail"])
    try vault().remove("mail")
    #expect(try vault().get("mail", releasedBy: try token()) == nil)
    #expect(try vault().keys().isEmpty)
  }

  @Test("Another person's success releases nothing")
  func otherUser() throws {
    try vault().put([1], key: "mail")
    let other = try otherToken()
    #expect(throws: VaultError.notReleased(.otherUser)) {
      try vault().get("mail", releasedBy: other)
    }
  }

  @Test("A success opens the vault for five minutes")
  func lifetime() throws {
    try vault().put([1], key: "mail")
    let token = try token()
    household.clock.advance(seconds: 300)
    #expect(try vault().get("mail", releasedBy: token) == [1])
    household.clock.advance(seconds: 1)
    #expect(throws: VaultError.notReleased(.tooOld(seconds: 301))) {
      try vault().get("mail", releasedBy: token)
    }
    #expect(try vault(lifetime: .infinity).get("mail", releasedBy: token) == [1])
  }

  @Test("A success from before a restart opens nothing")
  func restart() throws {
    try vault().put([1], key: "mail")
    let token = try token()
    household.clock.restart()
    #expect(throws: VaultError.self) { try vault(lifetime: .infinity).get("mail", releasedBy: token) }
  }

  private func token(_ requirement: LivenessRequirement) throws -> ReleaseToken {
    let outcome = household.evaluator.evaluate(
      AuthenticationRequest(policy: .biometrics), user: Household.user,
      frames: FrameList([SyntheticFrame.face(Household.owner)]),
      reader: SyntheticReader(requirement: requirement), prompt: ProgrammaticPrompt())
    return try #require(outcome.releaseToken)
  }

  @Test(
    "A secret that asks for the motion of a head is opened by that, by more, or by the passcode, not by a picture"
  )
  func assurance() throws {
    try vault().put([1], key: "mail", leastAssurance: .motion)
    #expect(try vault().leastAssurance(of: "mail") == .motion)
    #expect(try vault().leastAssurance(of: "other") == nil)
    for requirement in [LivenessRequirement.off, .passive] {
      #expect(throws: VaultError.assuranceTooLow(shown: requirement.assurance, least: .motion)) {
        try vault().get("mail", releasedBy: try token(requirement))
      }
    }
    for requirement in [LivenessRequirement.motion, .challenge] {
      #expect(try vault().get("mail", releasedBy: try token(requirement)) == [1])
    }
    let passcode = try #require(household.type(Household.passcode).releaseToken)
    #expect(try vault().get("mail", releasedBy: passcode) == [1])
  }

  @Test("A secret may have 64 KiB, not one byte more")
  func size() throws {
    let largest = [UInt8](repeating: 7, count: Vault.secretLimit)
    try vault().put(largest, key: "large")
    #expect(try vault().get("large", releasedBy: try token()) == largest)
    #expect(throws: StoreError.self) { try vault().put(largest + [7], key: "larger") }
  }

  @Test("Somebody unknown has no vault")
  func unknown() {
    #expect(throws: StoreError.unknownUser("bob")) { try vault("bob").put([1], key: "mail") }
  }

  @Test("An id is bound after a password login, told after a success, and forgotten on request")
  func binding() throws {
    let binding = OwnerBinding(store: household.store, user: Household.user, clock: household.clock)
    #expect(try binding.identifier(releasedBy: try token()) == nil)
    try binding.bind("user-17")
    #expect(try binding.identifier(releasedBy: try token()) == "user-17")
    try binding.bind("user-18")
    #expect(try binding.identifier(releasedBy: try token()) == "user-18")
    let other = try otherToken()
    #expect(throws: VaultError.self) { try binding.identifier(releasedBy: other) }
    try binding.reset()
    #expect(try binding.identifier(releasedBy: try token()) == nil)
    try binding.reset()
  }

  @Test("An id needs a person and has a limit")
  func bindingLimits() {
    let binding = OwnerBinding(store: household.store, user: "bob", clock: household.clock)
    #expect(throws: StoreError.unknownUser("bob")) { try binding.bind("user-17") }
    #expect(throws: StoreError.self) { try binding.bind(String(repeating: "x", count: 1_025)) }
  }
}
