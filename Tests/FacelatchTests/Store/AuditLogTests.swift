import FacelatchTestSupport
import Foundation
import Matching
import Platform
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("The audit log")
struct AuditLogTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/audit.jsonl"
  }

  /// What came of things, without the charges before.
  private func outcomes() throws -> [AuditEntry] { try entries().filter { $0.event != .charge } }

  private func entries() throws -> [AuditEntry] {
    try TestFile.text(path).split(separator: "\n").map {
      try JSONDecoder().decode(AuditEntry.self, from: Data($0.utf8))
    }
  }

  @Test("Every decision is a line with what led to it, and without anything that identifies a face")
  func decisions() throws {
    let household = try Household(audit: AuditLog(path: Path(path)))
    _ = household.show(Household.owner)
    _ = household.show(Household.stranger)
    _ = household.type(Household.passcode)
    let entries = try outcomes()
    #expect(entries.map(\.outcome) == ["success", "authenticationFailed", "success"])
    #expect(entries.map(\.method) == [.biometrics, nil, .passcode])
    #expect(entries.map(\.policy) == [.biometrics, .biometrics, .deviceOwner])
    #expect(entries.map(\.attemptsLeft) == [5, 4, 5])
    #expect(entries[0].score == 1 && entries[0].threshold == 0.5)
    #expect(entries[0].model == SyntheticReader.usualModel)
    #expect(entries[1].reasons == ["The face is not the enrolled one."])
    #expect(entries[0].time == "2025-06-15T15:06:40.000Z")
    let text = try TestFile.text(path)
    #expect(!text.contains("vector") && !text.contains(Household.passcode))
  }

  @Test("An evaluation is written with the rate of a comparison and with that of all it allowed")
  func rates() throws {
    let household = try Household()
    try household.enrol(label: "glasses", person: Household.owner)
    let rate = try #require(FalseMatchRate(rawValue: 1e-5))
    let evaluator = PolicyEvaluator(
      store: household.store, clock: household.clock, rules: household.rules, threshold: Score(0.5),
      falseMatchRate: rate, audit: AuditLog(path: Path(path)))
    let outcome = evaluator.evaluate(
      AuthenticationRequest(policy: .biometrics), user: Household.user,
      frames: FrameList([SyntheticFrame.face(Household.owner)]), reader: SyntheticReader(),
      prompt: ProgrammaticPrompt())
    // Two looks, two tries.
    #expect(outcome.transactionFalseMatchRate?.rawValue == 4e-5)
    let entry = try #require(try outcomes().first)
    #expect(entry.falseMatchRate == 1e-5 && entry.transactionFalseMatchRate == 4e-5)
  }

  @Test("Every value of an entry is written")
  func everyValue() throws {
    var entry = AuditEntry(
      at: TestClock().now(), event: .authentication, user: "ada", outcome: "success", policy: .biometrics,
      reasons: ["why"])
    (entry.method, entry.assurance, entry.liveness) = (.biometrics, .motion, .motion)
    (entry.score, entry.threshold) = (0.75, 0.5)
    (entry.falseMatchRate, entry.transactionFalseMatchRate) = (1e-5, 4e-5)
    (entry.model, entry.attemptsLeft, entry.frames) = ("ab", 5, 7)
    (entry.key, entry.evaluation, entry.number) = ("mail", .max, 2)
    entry.previous = String(repeating: "0", count: 64)
    entry.note(begin: TestClock().now())
    entry.note(reason: "to open the door")
    #expect(Mirror(reflecting: entry).children.allSatisfy { !"\($0.value)".hasPrefix("nil") })
    try AuditLog(path: Path(path)).append(entry)
    // Place and link are the log's.
    (entry.number, entry.previous) = (1, nil)
    #expect(try entries() == [entry])
  }

  @Test("Who asked, and why, stands in every line")
  func asker() throws {
    let household = try Household(audit: AuditLog(path: Path(path)))
    _ = household.show(Household.owner)
    let program = try #require(ThisProcess.program?.text)
    let entries = try entries()
    #expect(entries.map(\.event) == [.charge, .authentication])
    #expect(entries.allSatisfy { $0.program == program && $0.pid == ThisProcess.identifier })
    #expect(entries.allSatisfy { $0.reason == "open the door" })
    #expect(entries[0].evaluation != nil && entries[0].evaluation == entries[1].evaluation)
  }

  @Test("A try is in the log before its comparison, so that one that is broken off shows")
  func charges() throws {
    let household = try Household(audit: AuditLog(path: Path(path)))
    let log = path
    let seen = ProgrammaticPrompt(answer: { request in
      let count =
        (try? TestFile.text(log))?.split(separator: "\n").count { $0.contains("\"charge\"") } ?? 0
      return request.wrongAnswers < 2 && count == request.wrongAnswers ? .passcode([49]) : .cancelled
    })
    _ = household.evaluate(.deviceOwner, [], prompt: seen)
    _ = household.show(Household.stranger)
    let entries = try entries()
    #expect(entries.map(\.event) == [.charge, .charge, .authentication, .charge, .authentication])
    #expect(entries.filter { $0.event == .charge }.map(\.method) == [.passcode, .passcode, .biometrics])
    #expect(entries.filter { $0.event == .charge }.allSatisfy { $0.outcome == "charged" })
  }

  @Test("What a comparison rests on is not written where none was made")
  func passcodeAlone() throws {
    let household = try Household(audit: AuditLog(path: Path(path)))
    _ = household.type(Household.passcode)
    let entry = try #require(try entries().last)
    #expect(entry.method == .passcode && entry.outcome == "success")
    #expect(entry.score == nil && entry.threshold == nil && entry.falseMatchRate == nil)
    #expect(entry.transactionFalseMatchRate == nil)
  }

  @Test("The time of an enrolment is that of its end, and its begin stands beside it")
  func enrolmentTime() throws {
    let household = try Household(enrolled: false)
    let clock = household.clock
    let enroller = Enroller(
      store: household.store, clock: clock, threshold: Score(0.5), audit: AuditLog(path: Path(path)))
    _ = try enroller.enrol(
      user: "ada", frames: FrameList([SyntheticFrame.face(1)]), reader: SyntheticReader(),
      prompt: ProgrammaticPrompt(answer: { _ in
        clock.advance(seconds: 60)
        return .passcode(Array(Household.passcode.utf8))
      }))
    let entry = try #require(try entries().last)
    #expect(entry.event == .enrolment)
    #expect(entry.began == "2025-06-15T15:06:40.000Z" && entry.time == "2025-06-15T15:07:40.000Z")
  }

  @Test("Every use of the vault is written with its key, refused ones too")
  func vault() throws {
    let household = try Household()
    let vault = Vault(
      store: household.store, user: "ada", clock: household.clock, audit: AuditLog(path: Path(path)))
    try vault.put([1], key: "mail", leastAssurance: .motion)
    #expect(throws: StoreError.self) { try vault.put([UInt8](repeating: 1, count: 70_000), key: "large") }
    let token = try #require(household.type(Household.passcode).releaseToken)
    #expect(try vault.get("mail", releasedBy: token) == [1])
    #expect(try vault.get("other", releasedBy: token) == nil)
    let face = try #require(household.show(Household.owner).releaseToken)
    #expect(throws: VaultError.self) { try vault.get("mail", releasedBy: face) }
    household.clock.advance(hours: 1)
    #expect(throws: VaultError.self) { try vault.get("mail", releasedBy: token) }
    _ = try vault.keys()
    try vault.remove("mail")
    let entries = try entries()
    #expect(
      entries.map(\.event) == [
        .secretPut, .secretPut, .secretGet, .secretGet, .secretGet, .secretGet, .secretList, .secretRemoval,
      ])
    #expect(
      entries.map(\.outcome) == [
        "success", "store", "success", "noSuchSecret", "assuranceTooLow", "notReleased", "success", "success",
      ])
    #expect(entries.map(\.key) == ["mail", "large", "mail", "other", "mail", "mail", nil, "mail"])
    #expect(entries[2].method == .passcode && entries[4].method == .biometrics)
  }

  @Test("A secret that cannot be written down is not handed out")
  func unwritable() throws {
    let household = try Household()
    let vault = Vault(
      store: household.store, user: "ada", clock: household.clock, audit: AuditLog(path: Path(path)))
    try vault.put([1], key: "mail")
    try TestFile.write([], to: path, mode: 0o644)
    let token = try #require(household.type(Household.passcode).releaseToken)
    #expect(throws: VaultError.self) { try vault.get("mail", releasedBy: token) }
  }

  @Test("Changes of passcode and enrolment are written, refused ones too")
  func changes() throws {
    let household = try Household(enrolled: false)
    let audit = AuditLog(path: Path(path))
    let manager = PasscodeManager.fast(household.store, clock: household.clock, audit: audit)
    #expect(throws: PasscodeError.self) {
      try manager.change(user: "ada", prompt: ProgrammaticPrompt(answer: oneAnswer("no")))
    }
    let enroller = Enroller(
      store: household.store, clock: household.clock, threshold: Score(0.5), audit: audit)
    _ = try enroller.enrol(
      user: "ada", frames: FrameList([SyntheticFrame.face(1)]), reader: SyntheticReader(),
      prompt: ProgrammaticPrompt.always(Household.passcode))
    #expect(throws: EnrolmentError.self) {
      try enroller.enrol(
        user: "ada", frames: FrameList([SyntheticFrame.of(.noFace)]), reader: SyntheticReader(),
        prompt: ProgrammaticPrompt.always(Household.passcode))
    }
    try manager.clear(user: "ada", prompt: ProgrammaticPrompt.always(Household.passcode))
    let entries = try outcomes()
    #expect(entries.map(\.event) == [.passcodeChange, .enrolment, .enrolment, .passcodeRemoval])
    #expect(entries.map(\.outcome) == ["authenticationFailed", "success", "tooFewFrames", "success"])
  }

  @Test("Lines are only ever added, in a file for the owner alone")
  func appends() throws {
    let log = AuditLog(path: Path(path))
    let moment = TestClock().now()
    for index in 0..<3 {
      try log.append(
        AuditEntry(at: moment, event: .authentication, user: "user \(index)", outcome: "success"))
    }
    #expect(try entries().map(\.user) == ["user 0", "user 1", "user 2"])
    #expect(TestFile.mode(path) == 0o600)
  }

  @Test("A user name cannot forge a line")
  func forgedLine() throws {
    let name = "ada\"}\n{\"event\":\"authentication"
    try AuditLog(path: Path(path)).append(
      AuditEntry(at: TestClock().now(), event: .authentication, user: name, outcome: "success"))
    #expect(try entries().map(\.user) == [name])
  }

  @Test("A line that was cut short does not swallow the next one")
  func cutLine() throws {
    try TestFile.write(Array("{\"time\":\"20".utf8), to: path)
    try AuditLog(path: Path(path)).append(
      AuditEntry(at: TestClock().now(), event: .authentication, user: "ada", outcome: "success"))
    let lines = try TestFile.text(path).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(try JSONDecoder().decode(AuditEntry.self, from: Data(lines[1].utf8)).user == "ada")
  }

  @Test("A log that others can read is refused, which the outcome tells without changing the decision")
  func openLog() throws {
    try TestFile.write([], to: path, mode: 0o644)
    let outcome = try Household(audit: AuditLog(path: Path(path))).show(Household.owner)
    #expect(outcome.authenticated)
    #expect(outcome.obstacles.map(\.description).contains { $0.contains("chmod 600") })
  }

  @Test("Lines of many writers do not mix")
  func manyWriters() async throws {
    let log = AuditLog(path: Path(path))
    let moment = TestClock().now()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<200 {
        group.addTask {
          try log.append(
            AuditEntry(
              at: moment, event: .authentication, user: String(repeating: "u", count: 200),
              outcome: "\(index)"))
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(try entries().map(\.outcome)).count == 200)
  }

  @Test(
    "Instants are written in the calendar",
    arguments: [
      (0.0, "1970-01-01T00:00:00.000Z"), (951_782_399.999, "2000-02-28T23:59:59.999Z"),
      (951_782_400, "2000-02-29T00:00:00.000Z"), (951_868_800, "2000-03-01T00:00:00.000Z"),
      (1_709_164_800, "2024-02-29T00:00:00.000Z"), (4_107_542_400, "2100-03-01T00:00:00.000Z"),
      (1_767_225_599.5, "2025-12-31T23:59:59.500Z"), (-5, "1970-01-01T00:00:00.000Z"),
      (.infinity, "9999-12-31T23:59:59.000Z"),
    ])
  func calendar(unixSeconds: Double, text: String) {
    #expect(CalendarTime.text(unixSeconds: unixSeconds) == text)
  }
}
