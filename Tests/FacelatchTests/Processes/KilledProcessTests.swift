import FacelatchTestSupport
import Foundation
import Glibc
import Matching
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

extension WholeProcessTests {
  /// `FACELATCH_KILL_ROUNDS` sets how often a process is killed for each operation.
  @Suite("Killed processes")
  struct KilledProcessTests {
    private static let rounds =
      ProcessInfo.processInfo.environment["FACELATCH_KILL_ROUNDS"].flatMap(Int.init) ?? 12

    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    /// Lets a process repeat an operation, kills it at a random moment, and hands the number of the last operation that
    /// it reported as done to `check`; again and again on one store.
    private func killing(
      _ operation: String, first: Int, user: String = Household.user,
      _ check: (SQLiteStore, _ lastDone: Int) throws -> Int
    ) throws {
      // The limits belong to the record, so it is made under those of the tool.
      var rules = PolicyRules.faceID
      rules.failedMatchLimit = 1_000_000
      _ = try Household(
        store: try SQLiteStore(directory: Path(folder.store)), clock: .live, rules: rules,
        enrolled: operation == "authenticate")
      var turn = first
      var done = 0
      // Microseconds; grows on a machine so busy that nothing gets done within it.
      var longestLife: UInt32 = 120_000
      for _ in 0..<Self.rounds {
        let process = try PipedProcess(
          TestTool.launch("churn", folder.store, user, operation, "\(turn)"))
        // Some die while they open the store, most in the middle of an operation.
        usleep(UInt32.random(in: 0...longestLife))
        process.send(SIGKILL)
        try process.wait()
        let lines = try process.readOutput().split(separator: "\n")
        #expect(!lines.contains { $0.hasPrefix("error") }, "\(lines)")
        let lastDone = lines.last { $0.hasPrefix("done ") }.flatMap { Int($0.dropFirst(5)) } ?? turn - 1
        if lastDone < turn { longestLife = min(longestLife * 2, 2_000_000) }
        done += lastDone - turn + 1
        let store = try SQLiteStore(directory: Path(folder.store))
        #expect(try store.damage().isEmpty)
        turn = try check(store, lastDone)
      }
      // Otherwise nothing was tested.
      #expect(done > Self.rounds / 2)
    }

    @Test(
      "A camera program that waits for its camera ends with the process that started it, however that ends")
    func camera() throws {
      for signal in [SIGKILL, SIGTERM, SIGINT] {
        let path = folder.path + "/pids \(signal)"
        // A child that ignores the gentle signal, as some cameras do.
        let script = #"(trap '' TERM; sleep 300) & echo $$ $! >"$1.new"; mv "$1.new" "$1"; wait"#
        let process = try PipedProcess(TestTool.launch("camera", script, path))
        try waitUntil("the start of the camera") { TestFile.exists(path) }
        process.send(signal)
        try process.wait()
        let processes = try TestFile.text(path).split(whereSeparator: { $0 == " " || $0 == "\n" })
        #expect(processes.count == 2)
        for number in try processes.map({ try #require(pid_t($0)) }) {
          try waitUntil("the end of \(number)") { kill(number, 0) != 0 || Self.isZombie(number) }
        }
      }
    }

    private static func isZombie(_ process: pid_t) -> Bool {
      guard let text = try? TestFile.text("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else {
        return true
      }
      return text[end...].dropFirst(2).first == "Z"
    }

    private func record(_ store: SQLiteStore) throws -> UserRecord {
      try #require(try store.record(of: Household.user))
    }

    @Test("A process that is killed while it makes a store leaves one that opens, or none")
    func creation() throws {
      var stages: Set<String> = []
      for round in 0..<Self.rounds {
        let directory = folder.path + "/new \(round)"
        let process = try PipedProcess(TestTool.launch("open", directory, "ada"))
        process.closeInput()
        usleep(UInt32.random(in: 0...40_000))
        process.send(SIGKILL)
        try process.wait()
        let isDone = try process.readOutput() == "opened\n"
        let location = StoreLocation(explicit: Path(directory))
        stages.insert(
          "\(TestFile.exists(location.key.text)) \(TestFile.exists(location.database.text)) \(isDone)")
        let store = try SQLiteStore(directory: Path(directory))
        #expect(try store.damage().isEmpty)
        let isThere = try store.record(of: "ada") != nil
        if isDone { #expect(isThere) }
        #expect(!TestFile.exists(location.key.text + ".new"))
      }
      // Some were killed before the store was whole, or the test met nothing but finished ones.
      #expect(stages.count > 1)
    }

    @Test("No attempt is lost: what was begun is counted")
    func authenticate() throws {
      try killing("authenticate", first: 1) { store, lastDone in
        let failures = try record(store).attempts.failedMatches
        #expect(failures == lastDone || failures == lastDone + 1)
        return failures + 1
      }
    }

    @Test("An enrolment is the old one or the new one, never half of each")
    func enrol() throws {
      var formerNonce: [UInt8] = []
      try killing("enrol", first: 0) { store, lastDone in
        let record = try record(store)
        guard let template = record.appearances.first?.templates.first else {
          #expect(lastDone < 0 && record.enrolmentNonce.isEmpty)
          return 0
        }
        let person = try #require(
          (max(0, lastDone)...lastDone + 1).first { turn in
            guard let expected = SyntheticReader.template(person: UInt8(turn % 50)) else { return false }
            return (try? expected.score(against: template)).map { $0 > Score(0.999) } ?? false
          }, "neither the face of turn \(lastDone) nor the next one is enrolled")
        #expect(record.appearances.count == 1 && record.appearances[0].templates.count == 1)
        #expect(record.enrolmentNonce.count == 16)
        if person > lastDone { #expect(record.enrolmentNonce != formerNonce) }
        formerNonce = record.enrolmentNonce
        return person + 1
      }
    }

    @Test("A passcode is the old one or the new one, and one of them opens")
    func passcode() throws {
      let store = try SQLiteStore(directory: Path(folder.store))
      try PasscodeManager.fast(store).set(user: "eve", prompt: ProgrammaticPrompt.always("passcode 0"))
      try killing("passcode", first: 0, user: "eve") { store, lastDone in
        let record = try #require(try store.record(of: "eve"))
        let verifier = try #require(record.passcodeVerifier)
        let current = try #require(
          try [lastDone + 1, lastDone + 2].first {
            try PasscodeHash.verify(Array("passcode \($0)".utf8), against: verifier)
          },
          "neither the passcode of turn \(lastDone) nor the next one fits")
        // A try that was begun and not completed is counted.
        #expect(record.attempts.failedPasscodes <= 1)
        try store.update("eve") { (record) throws(StoreError) in record?.attempts.failedPasscodes = 0 }
        return current
      }
    }

    @Test("A secret is the old one or the new one, whole")
    func vault() throws {
      try killing("vault", first: 1) { store, lastDone in
        guard let secret = try store.secret("token", of: Household.user)?.value else {
          #expect(lastDone == 0)
          return 1
        }
        let turn = secret.count - 10_000
        #expect(turn == lastDone || turn == lastDone + 1)
        #expect(secret.allSatisfy { $0 == UInt8(turn % 256) })
        return turn + 1
      }
    }
  }
}
