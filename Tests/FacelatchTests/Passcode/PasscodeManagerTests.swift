import FacelatchTestSupport
import Matching
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Passcodes")
struct PasscodeManagerTests {
  private let store = MemoryStore()
  private let clock = TestClock()

  private var manager: PasscodeManager { .fast(store, clock: clock) }

  /// Answers each question from a list.
  private func prompt(_ passcodes: String...) -> ScriptedPrompt {
    ScriptedPrompt(passcodes: passcodes.map { .passcode(Array($0.utf8)) })
  }

  private func verifies(_ passcode: String) throws -> Bool {
    let verifier = try #require(try store.record(of: "ada")?.passcodeVerifier)
    return try PasscodeHash.verify(Array(passcode.utf8), against: verifier)
  }

  @Test("A verifier is Argon2id with moderate limits and fits only its passcode")
  func moderate() throws {
    let verifier = try PasscodeHash.make(Array("1234".utf8))
    #expect(verifier.hasPrefix("$argon2id$v=19$m=262144,t=3,p=1$"))
    #expect(try PasscodeHash.verify(Array("1234".utf8), against: verifier))
    #expect(try !PasscodeHash.verify(Array("1235".utf8), against: verifier))
    #expect(try !PasscodeHash.verify([], against: verifier))
  }

  @Test("The same passcode has another verifier each time")
  func salted() throws {
    let verifiers = try (0..<5).map { _ in try PasscodeHash.make([1, 2, 3, 4], limits: .leastForTests) }
    #expect(Set(verifiers).count == 5)
  }

  @Test(
    "A damaged verifier is an error, and no word about the passcode",
    arguments: [
      "", "$argon2id$", "x", String(repeating: "$", count: 4_000), "$argon2id$v=19$m=8,t=1,p=1$c2FsdA",
    ])
  func damagedVerifier(text: String) {
    #expect(throws: StoreError.cryptography(reason: "the passcode's verifier is damaged")) {
      try PasscodeHash.verify(Array("1234".utf8), against: text)
    }
  }

  @Test(
    "Any bytes can be a passcode",
    arguments: [[0, 0, 0, 0], [255, 254, 253], [UInt8](repeating: 65, count: 1_024)])
  func bytes(passcode: [UInt8]) throws {
    let verifier = try PasscodeHash.make(passcode, limits: .leastForTests)
    #expect(try PasscodeHash.verify(passcode, against: verifier))
    #expect(try !PasscodeHash.verify(passcode + [0], against: verifier))
  }

  @Test("A first passcode is set after it was given twice")
  func set() throws {
    let prompt = prompt("1234", "1234")
    try manager.set(user: "ada", prompt: prompt)
    #expect(try verifies("1234"))
    #expect(prompt.requests.map(\.purpose) == [.newPasscode, .repeatedPasscode])
    #expect(try store.record(of: "ada")?.attempts.lastPasscode == clock.now())
    #expect(throws: PasscodeError.alreadySet(user: "ada")) {
      try manager.set(user: "ada", prompt: self.prompt("1"))
    }
    #expect(try verifies("1234"))
  }

  @Test("Two different passcodes set none")
  func differs() throws {
    #expect(throws: PasscodeError.differs) { try manager.set(user: "ada", prompt: prompt("1234", "1235")) }
    #expect(try store.record(of: "ada") == nil)
  }

  @Test("A passcode needs four characters, not four bytes", arguments: ["", "123", "äöü"])
  func short(passcode: String) throws {
    #expect(throws: PasscodeError.unsuitable(.tooShort(minimum: 4))) {
      try manager.set(user: "ada", prompt: ProgrammaticPrompt.always(passcode))
    }
    try manager.set(user: "ada", prompt: ProgrammaticPrompt.always("äöüß"))
  }

  @Test("A passcode has 1,024 bytes at most")
  func long() throws {
    #expect(throws: PasscodeError.self) {
      try manager.set(user: "ada", prompt: ProgrammaticPrompt.always(String(repeating: "x", count: 1_025)))
    }
    try manager.set(user: "ada", prompt: ProgrammaticPrompt.always(String(repeating: "x", count: 1_024)))
  }

  @Test("A change needs the present passcode")
  func change() throws {
    try manager.set(user: "ada", prompt: prompt("1234", "1234"))
    #expect(throws: PasscodeError.self) {
      try manager.change(user: "ada", prompt: ScriptedPrompt(passcodes: [.passcode([1])]))
    }
    #expect(try verifies("1234"))
    let right = prompt("1234", "5678", "5678")
    try manager.change(user: "ada", prompt: right)
    #expect(try verifies("5678") && !verifies("1234"))
    #expect(right.requests.map(\.purpose) == [.authentication(nil), .newPasscode, .repeatedPasscode])
  }

  @Test("Nothing can be changed or removed where nothing is set")
  func nothingSet() {
    #expect(throws: PasscodeError.notSet(user: "ada")) {
      try manager.change(user: "ada", prompt: prompt("1"))
    }
    #expect(throws: PasscodeError.notSet(user: "ada")) { try manager.clear(user: "ada", prompt: prompt("1")) }
  }

  @Test("Removing the passcode removes the enrolment, the binding and all secrets")
  func clear() throws {
    let household = try Household(store: store, clock: clock)
    try store.setSecret(Secret([1]), "mail", of: "ada")
    try OwnerBinding(store: store, user: "ada", clock: clock).bind("user-17")
    #expect(throws: PasscodeError.self) { try manager.clear(user: "ada", prompt: prompt("wrong")) }
    #expect(try store.record(of: "ada")?.isEnrolled == true)
    try manager.clear(user: "ada", prompt: prompt(Household.passcode))
    #expect(try store.record(of: "ada") == nil)
    #expect(household.obstacle(.deviceOwner) == .passcodeNotSet)
    try manager.set(user: "ada", prompt: prompt("5678", "5678"))
    #expect(try store.secretKeys(of: "ada").isEmpty)
    #expect(try store.record(of: "ada")?.isEnrolled == false)
  }

  @Test("A person can be removed without asking; somebody unknown cannot")
  func removeUser() throws {
    try manager.set(user: "ada", prompt: prompt("1234", "1234"))
    try manager.removeUser("ada")
    #expect(try store.userNames().isEmpty)
    #expect(throws: PasscodeError.store(.unknownUser("ada"))) { try manager.removeUser("ada") }
  }

  @Test(
    "Each way to leave the prompt has its error and changes nothing",
    arguments: [
      (PasscodeAnswer.cancelled, PasscodeError.cancelled), (.systemCancelled, .systemCancelled),
      (.unattended, .refused(.notGiven)),
      (.refused(.tooLong(limit: 1_024)), .refused(.tooLong(limit: 1_024))),
    ])
  func leaving(answer: PasscodeAnswer, error: PasscodeError) throws {
    #expect(throws: error) { try manager.set(user: "ada", prompt: ScriptedPrompt(passcodes: [answer])) }
    #expect(try store.record(of: "ada") == nil)
  }

  @Test("A name that cannot be printed gets no passcode")
  func badName() {
    #expect(throws: PasscodeError.store(.invalidName("a\u{7}"))) {
      try manager.set(user: "a\u{7}", prompt: prompt("1234", "1234"))
    }
  }
}
