import Facelatch
import TestSupport
import Testing

@testable import Policy

@Suite("The program: too little memory", .timeLimit(.minutes(10)))
struct LittleMemoryTests {
  /// Runs the program with so many kibibytes of addresses.
  private func run(
    _ arguments: [String], kibibytes: Int, passcodes: String? = nil, store: String? = nil
  ) throws -> CompletedRun {
    let script = "ulimit -v \(kibibytes) && exec \"$0\" \"$@\""
    var launch = Launch("/bin/sh", ["-c", script, try ProgramRun.executable()] + arguments)
    launch.environment["SWIFT_BACKTRACE"] = "enable=no"
    if let store { launch.environment["FACELATCH_STORE"] = store }
    return try CompletedRun(launch, .init(passcodes: passcodes))
  }

  @Test("A passcode that cannot be compared for want of memory is no wrong one, and is not counted")
  func passcode() throws {
    let store = try PreparedStore()
    let verifier = try PasscodeHash.make(Array(PreparedStore.passcode.utf8))
    try SQLiteStore(directory: Path(store.directory)).update("ada") { (record) throws(StoreError) in
      record?.passcodeVerifier = verifier
    }
    for _ in 0..<3 {
      let run = try run(
        ["authenticate", "--user", "ada", "--passcode-fd", "3"], kibibytes: 250_000,
        passcodes: "\(PreparedStore.passcode)\n\(PreparedStore.passcode)\n", store: store.directory)
      #expect(run.ending == .exit(code: 4))
      #expect(
        run.errorOutput.contains("268435456 bytes of memory, which a passcode takes, are not available"))
      #expect(!run.output.contains("wrong"))
    }
    #expect(try store.record?.attempts.failedPasscodes == 0)
    let change = try run(
      ["passcode", "change", "--user", "ada", "--passcode-fd", "3"], kibibytes: 250_000,
      passcodes: "\(PreparedStore.passcode)\nnew one\n", store: store.directory)
    #expect(change.ending == .exit(code: 4))
    #expect(
      try store.run("authenticate", "--user", "ada", passcodes: "\(PreparedStore.passcode)\n").code == 0)
  }

  @Test("Pictures end with an error or an answer, and never with a signal", arguments: [Int](0..<16))
  func pictures(step: Int) throws {
    let run = try run(
      ["compare", Samples.path("obama.jpg"), Samples.path("obama3.jpg")], kibibytes: 160_000 + step * 10_000)
    guard case .exit(let code) = run.ending else {
      Issue.record("ended by \(run.ending)")
      return
    }
    #expect([0, 3, 4].contains(code), "\(code): \(run.errorOutput)")
    if code != 0 { #expect(run.errorOutput.contains("memory")) }
  }
}
