import Facelatch
import Foundation
import TestSupport
import Testing

/// Whole programs that race each other and are killed. `FACELATCH_PROGRAM_RACE` and `FACELATCH_PROGRAM_KILLS` set how
/// many; the defaults only show that the machinery works, since each program loads its networks.
@Suite("The program: many processes", .serialized, .timeLimit(.minutes(10)))
struct ManyProcessesTests {
  private static func count(_ variable: String, _ usual: Int) -> Int {
    ProcessInfo.processInfo.environment[variable].flatMap(Int.init) ?? usual
  }

  private static let passcode = PreparedStore.passcode + "\n"

  @Test("Racing programs with a stranger's face get five comparisons together, then the face is locked")
  func race() throws {
    let store = try PreparedStore()
    let count = max(6, Self.count("FACELATCH_PROGRAM_RACE", 12))
    // Forty at a time: each one has the networks in memory.
    let script = """
      seq "$0" | xargs -P 40 -I % sh -c \
        '"$0" authenticate --user ada --policy biometrics --json "$1" >"$2/%"; [ $? = 1 ]' "$1" "$2" "$3"
      """
    let answers = store.folder.file("answers")
    try FileManager.default.createDirectory(atPath: answers, withIntermediateDirectories: true)
    var racing = Launch(
      "/bin/sh",
      ["-c", script, "\(count)", try ProgramRun.executable(), PreparedStore.stranger, answers])
    racing.environment["FACELATCH_STORE"] = store.directory
    let patience = Duration.seconds(120 + 2 * count)
    #expect(try CompletedRun(racing, within: patience).ending == .exit(code: 0))
    let results = try (1...count).map { number in
      let answer = Data(try store.folder.contents("answers/\(number)"))
      return try #require(try JSONSerialization.jsonObject(with: answer) as? [String: Any])
    }
    #expect(results.allSatisfy { $0["authenticated"] as? Bool == false })
    // A newer evaluation ends the older ones; those that it overtakes before their comparison are not charged.
    let compared = results.count { $0["score"] is Double }
    let record = try #require(try store.record)
    #expect(compared == record.attempts.failedMatches)
    #expect(compared <= 5)
    var left = compared
    while left < 5 {
      let run = try store.run(
        "authenticate", "--user", "ada", "--policy", "biometrics", "--json", PreparedStore.stranger)
      left += 1
      #expect(try run.json()["attemptsLeft"] as? Int == 5 - left)
    }
    let owner = try store.run(
      "authenticate", "--user", "ada", "--policy", "biometrics", "--json", PreparedStore.face)
    #expect(try owner.jsonError().name == "biometryLockout")
  }

  /// Starts the program again and again, kills it at a random moment and hands the store to `check`.
  private func killing(
    _ arguments: [String], passcodes: String? = nil, input: String = "", longest: Double,
    _ store: PreparedStore,
    _ check: (_ ended: Bool) throws -> Void
  ) throws {
    for _ in 0..<Self.count("FACELATCH_PROGRAM_KILLS", 3) {
      let ended = try KilledRun(
        arguments, passcodes: passcodes, input: input, after: Double.random(in: 0...longest),
        environment: ["FACELATCH_STORE": store.directory]
      ).ended
      try check(ended)
    }
  }

  @Test("A program killed while it authenticates loses no attempt")
  func authenticate() throws {
    let store = try PreparedStore()
    var failures = 0
    try killing(
      ["authenticate", "--user", "ada", "--policy", "biometrics", PreparedStore.stranger], longest: 2, store
    ) { ended in
      let found = try #require(try store.record).attempts.failedMatches
      #expect(found == failures + 1 || (!ended && found == failures))
      failures = found
      guard failures == 5 else { return }
      #expect(try store.run("authenticate", "--user", "ada", passcodes: Self.passcode).code == 0)
      failures = 0
    }
  }

  @Test("A program killed while it enrols leaves the old face or the new one")
  func enrol() throws {
    let store = try PreparedStore()
    var nonce = try #require(try store.record).enrolmentNonce
    try killing(
      ["enroll", "--user", "ada", "--passcode-fd", "3", PreparedStore.face], passcodes: Self.passcode,
      longest: 2,
      store
    ) { ended in
      let record = try #require(try store.record)
      #expect(record.appearances.count == 1 && record.appearances[0].templates.count == 1)
      #expect(record.enrolmentNonce.count == 16)
      if ended { #expect(record.enrolmentNonce != nonce) }
      nonce = record.enrolmentNonce
      // The comparison that was going on when it was killed stays counted.
      #expect(record.attempts.failedPasscodes <= 1)
      try clearFailures(store)
    }
  }

  @Test("A program killed while it changes a passcode leaves the old one or the new one")
  func passcode() throws {
    let store = try PreparedStore()
    var (present, next) = (PreparedStore.passcode, "another one")
    for _ in 0..<Self.count("FACELATCH_PROGRAM_KILLS", 3) {
      let ended = try KilledRun(
        ["passcode", "change", "--user", "ada", "--passcode-fd", "3"], passcodes: "\(present)\n\(next)\n",
        input: "",
        after: Double.random(in: 0...1.5), environment: ["FACELATCH_STORE": store.directory]
      ).ended
      let verifier = try #require(try store.record?.passcodeVerifier)
      let isNew = try PasscodeHash.verify(Array(next.utf8), against: verifier)
      let isOld = try PasscodeHash.verify(Array(present.utf8), against: verifier)
      #expect(isNew || isOld)
      if ended { #expect(isNew) }
      if isNew { (present, next) = (next, present) }
      try clearFailures(store)
    }
  }

  @Test("A program killed while it puts a secret leaves the old one or the new one, whole")
  func vault() throws {
    let store = try PreparedStore()
    var (present, next) = ("", String(repeating: "a", count: 60_000))
    for _ in 0..<Self.count("FACELATCH_PROGRAM_KILLS", 3) {
      let ended = try KilledRun(
        ["vault", "put", "--user", "ada", "token"], passcodes: nil, input: next,
        after: Double.random(in: 0...0.15),
        environment: ["FACELATCH_STORE": store.directory]
      ).ended
      let secret = try SQLiteStore(directory: Path(store.directory)).secret("token", of: "ada").map {
        String(decoding: $0.value, as: UTF8.self)
      }
      #expect(secret == next || (!ended && (secret ?? "") == present))
      present = secret ?? ""
      next = String(repeating: present.hasPrefix("a") ? "b" : "a", count: 60_000)
    }
  }

  private func clearFailures(_ store: PreparedStore) throws {
    try SQLiteStore(directory: Path(store.directory)).update("ada") { (record) throws(StoreError) in
      record?.attempts.failedPasscodes = 0
    }
  }
}

/// A run that is killed after a while, unless it has ended before.
private struct KilledRun {
  let ended: Bool

  init(
    _ arguments: [String], passcodes: String?, input: String, after seconds: Double,
    environment: [String: String]
  ) throws {
    let run = try ProgramRun(
      bytes: arguments.map { Array($0.utf8) }, input: Array(input.utf8), passcodes: passcodes,
      environment: environment, killedAfter: seconds)
    ended = run.signal == nil
  }
}
