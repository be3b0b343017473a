import FacelatchTestSupport
import Synchronization
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Passcodes in normal form")
struct NormalPasscodeTests {
  private func prepared(_ text: String) throws(PasscodeFault) -> [UInt8] {
    try OpaqueString.prepared(Array(text.utf8))
  }

  @Test(
    "One passcode has one form, however it was typed",
    arguments: [
      ("Jose\u{301} 1", "Jos\u{e9} 1"), ("a\u{a0}b\u{3000}c", "a b c"), ("\u{212b}ngstrom", "\u{c5}ngstrom"),
      ("plain ~ ASCII", "plain ~ ASCII"), ("", ""),
      ("\u{1F511}\u{ff21}", "\u{1F511}\u{ff21}"),
      ("\u{645}\u{6cc}\u{200c}\u{631}", "\u{645}\u{6cc}\u{200c}\u{631}"),
    ])
  func forms(typed: String, normal: String) throws {
    #expect(try prepared(typed) == Array(normal.utf8))
  }

  private static let faults: [([UInt8], PasscodeFault)] = [
    (Array("1234\r".utf8), .carriageReturn), (Array("12\n34".utf8), .lineFeed), ([0x31, 0, 0x32], .nul),
    (Array("\u{feff}1234".utf8), .byteOrderMark), (Array("1\t2".utf8), .control(code: 9)),
    (Array("\u{1b}[A".utf8), .control(code: 27)), (Array("\u{85}x".utf8), .control(code: 0x85)),
    (Array("a\u{200b}b".utf8), .invisible), (Array("\u{200d}ab".utf8), .invisible),
    (Array("a\u{2028}b".utf8), .lineFeed), (Array("a\u{e000}".utf8), .unassigned),
    (Array("a\u{378}".utf8), .unassigned), (Array("\u{1100}\u{1161}".utf8), .unassigned),
    ([0x31, 0xFF], .notUTF8), ([0xED, 0xA0, 0x80], .notUTF8),
  ]

  @Test("What nobody can type is refused, with its cause", arguments: faults)
  func refused(bytes: [UInt8], fault: PasscodeFault) throws {
    #expect(throws: fault) { try OpaqueString.prepared(bytes) }
    let store = MemoryStore()
    let manager = PasscodeManager.fast(store, clock: TestClock())
    #expect(throws: PasscodeError.unsuitable(.unusable(fault))) {
      try manager.set(user: "ada", prompt: ProgrammaticPrompt(answer: { _ in .passcode(bytes + bytes) }))
    }
    #expect(try store.record(of: "ada") == nil)
  }

  @Test("A passcode that was set in one form is right in another")
  func anyForm() throws {
    let household = try Household(enrolled: false)
    let manager = PasscodeManager.fast(household.store, clock: household.clock)
    let typed = ["correct horse", "Jose\u{301}", "Jos\u{e9}"]
    let turn = Turn()
    try manager.change(
      user: Household.user,
      prompt: ProgrammaticPrompt(answer: { _ in .passcode(Array(typed[turn.next()].utf8)) }))
    #expect(household.type("Jos\u{e9}").authenticated)
    #expect(household.type("Jose\u{301}").authenticated)
    #expect(!household.type("Jose").authenticated)
  }

  @Test("What cannot be the passcode is told, and neither compared nor counted")
  func uncharged() throws {
    let household = try Household(enrolled: false)
    for _ in 0..<10 {
      let outcome = household.type(Household.passcode + "\r")
      #expect(outcome.obstacles.last == .passcode(.unusable(.carriageReturn)))
      #expect(outcome.error == .authenticationFailed)
    }
    #expect(try household.attempts().failedPasscodes == 0)
  }

  @Test(
    "A passcode of an earlier version counts as it was typed, whatever it holds",
    arguments: ["1234\r", "Jose\u{301}", "12\t34", "\u{feff}1234"])
  func earlierVersion(passcode: String) throws {
    let household = try Household(enrolled: false)
    let verifier = try PasscodeHash.make(Array(passcode.utf8), limits: .leastForTests)
    try household.store.update(Household.user) { (record) throws(StoreError) in
      record?.passcodeVerifier = verifier
      record?.passcodeIsNormal = false
    }
    #expect(household.type(passcode).authenticated)
    #expect(try household.store.record(of: Household.user)?.passcodeIsNormal == false)
    #expect(household.type("1234").obstacles.contains(.passcode(.wrong(delaySeconds: 0))))
    let manager = PasscodeManager.fast(household.store, clock: household.clock)
    try manager.change(
      user: Household.user,
      prompt: ProgrammaticPrompt(answer: { request in
        if case .authentication = request.purpose { return .passcode(Array(passcode.utf8)) }
        return .passcode(Array("new one".utf8))
      }))
    #expect(try household.store.record(of: Household.user)?.passcodeIsNormal == true)
    #expect(household.type("new one").authenticated)
  }

  @Test("One of an earlier version that is in normal form may be typed in any from its first use on")
  func earlierNormal() throws {
    let household = try Household(enrolled: false)
    let verifier = try PasscodeHash.make(Array("Jos\u{e9}".utf8), limits: .leastForTests)
    try household.store.update(Household.user) { (record) throws(StoreError) in
      record?.passcodeVerifier = verifier
      record?.passcodeIsNormal = false
    }
    #expect(!household.type("Jose\u{301}").authenticated)
    #expect(household.type("Jos\u{e9}").authenticated)
    #expect(household.type("Jose\u{301}").authenticated)
  }
}

/// Counts up.
private final class Turn: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      defer { count += 1 }
      return count
    }
  }
}
