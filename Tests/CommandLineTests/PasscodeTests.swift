import Facelatch
import Foundation
import TestSupport
import Testing

@Suite("The program: passcode", .timeLimit(.minutes(10)))
struct PasscodeTests {
  @Test("The first passcode makes the store, for its owner alone; a second one is refused")
  func set() throws {
    let folder = try TemporaryFolder()
    let environment = ["FACELATCH_STORE": folder.file("new/store")]
    let run = try ProgramRun(
      "passcode", "set", "--user", "ada", "--passcode-fd", "3", passcodes: "1234\n", environment: environment)
    #expect(run.code == 0)
    #expect(run.output == "Passcode set: ada\n")
    for name in ["store.key", "store.sqlite"] {
      let mode = try FileManager.default.attributesOfItem(atPath: folder.file("new/store/\(name)"))[
        .posixPermissions]
      #expect(mode as? Int == 0o600, "\(name)")
    }
    let again = try ProgramRun(
      "passcode", "set", "--user", "ada", "--passcode-fd", "3", "--json", passcodes: "5678\n",
      environment: environment)
    #expect(again.code == 1)
    #expect(again.errorOutput == "facelatch: user \"ada\" has a passcode already; change it instead\n")
    #expect(again.keysInOrder(["user", "action", "done", "error", "domain", "code", "name", "message"]))
    #expect(try again.json()["done"] as? Bool == false)
  }

  @Test("It is changed by whoever knows the present one")
  func change() throws {
    let store = try PreparedStore()
    let wrong = try store.run("passcode", "change", "--user", "ada", "--json", passcodes: "no\nnew one\n")
    #expect(wrong.code == 1)
    #expect(try wrong.jsonError() == ("com.apple.LocalAuthentication", -1, "authenticationFailed"))
    #expect(wrong.errorOutput.contains("(authenticationFailed, -1)"))
    let right = try store.run(
      "passcode", "change", "--user", "ada", passcodes: "\(PreparedStore.passcode)\nnew one\n")
    #expect(right.code == 0)
    #expect(
      try store.run("authenticate", "--user", "ada", passcodes: "\(PreparedStore.passcode)\n").code == 1)
    #expect(try store.run("authenticate", "--user", "ada", passcodes: "new one\n").code == 0)
  }

  @Test("Too short a passcode is unusable, and changes nothing")
  func tooShort() throws {
    let store = try PreparedStore()
    let run = try store.run(
      "passcode", "change", "--user", "ada", passcodes: "\(PreparedStore.passcode)\n123\n")
    #expect(run.code == 3)
    #expect(run.errorOutput == "facelatch: a passcode has at least 4 characters\n")
    #expect(
      try store.run("authenticate", "--user", "ada", passcodes: "\(PreparedStore.passcode)\n").code == 0)
  }

  @Test("The stricter preset wants longer ones")
  func preset() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      "passcode", "set", "--user", "ada", "--store", folder.file("s"), "--preset", "nist-800-63b",
      "--passcode-fd", "3", passcodes: "12345\n")
    #expect(run.code == 3)
    #expect(run.errorOutput.contains("at least 6 characters"))
  }

  @Test("Clearing it forgets faces and secrets too")
  func clear() throws {
    let store = try PreparedStore()
    #expect(try store.run("vault", "put", "--user", "ada", "door", input: Array("x".utf8)).code == 0)
    #expect(try store.run("passcode", "clear", "--user", "ada", passcodes: "nope\n").code == 1)
    #expect(try store.record?.isEnrolled == true)
    #expect(
      try store.run("passcode", "clear", "--user", "ada", passcodes: "\(PreparedStore.passcode)\n").code == 0)
    #expect(try store.record == nil)
  }

  @Test("After five wrong ones comes a pause, in every process")
  func pause() throws {
    let store = try PreparedStore()
    let five = try store.run(
      "authenticate", "--user", "ada", passcodes: "a\nb\nc\nd\ne\n\(PreparedStore.passcode)\n")
    #expect(five.code == 1)
    #expect(five.output.contains("the next one is accepted in 60 s"))
    let next = try store.run("authenticate", "--user", "ada", passcodes: "\(PreparedStore.passcode)\n")
    #expect(next.code == 1)
    #expect(next.output.contains("After too many wrong passcodes the next one is accepted in "))
  }

  /// Whether anybody may make a namespace of time here.
  private static let hasTimeNamespaces: Bool = {
    let launch = Launch("/usr/bin/unshare", ["-UrT", "--boottime", "7200", "/bin/true"])
    return (try? CompletedRun(launch).ending) == .exit(code: 0)
  }()

  @Test(
    "A namespace of time shortens no pause", .enabled(if: hasTimeNamespaces),
    arguments: [70, 7_200, 1_000_000])
  func timeNamespace(seconds: Int) throws {
    let store = try PreparedStore()
    _ = try store.run("authenticate", "--user", "ada", passcodes: "a\nb\nc\nd\ne\n")
    var launch = Launch(
      "/usr/bin/unshare",
      ["-UrT", "--boottime", "\(seconds)", try ProgramRun.executable()]
        + ["authenticate", "--user", "ada", "--json", "--passcode-fd", "3"])
    launch.environment["FACELATCH_STORE"] = store.directory
    let run = try CompletedRun(launch, .init(passcodes: "\(PreparedStore.passcode)\n"))
    #expect(run.ending == .exit(code: 1))
    #expect(run.output.contains("\"passcodeDelayed\"]"))
  }

  @Test("Where there is neither terminal nor descriptor, nobody answers")
  func unattended() throws {
    let store = try PreparedStore()
    let run = try store.run("passcode", "change", "--user", "ada")
    #expect(run.code == 1)
    #expect(run.errorOutput == "facelatch: no passcode was given (authenticationFailed, -1)\n")
  }

  @Test(
    "A descriptor that cannot be read from is wrong usage",
    arguments: ["987", "x", "-1"])
  func wrongDescriptor(_ number: String) throws {
    let store = try PreparedStore()
    let run = try store.run("passcode", "change", "--user", "ada", "--passcode-fd=\(number)")
    #expect(run.code == 2)
    #expect(run.errorOutput.hasPrefix("facelatch: '--passcode-fd"))
    #expect(run.errorLines.count == 1)
  }

  @Test("At a terminal it is asked for twice, and never shows")
  func terminal() throws {
    let folder = try TemporaryFolder()
    let terminal = try PreparedStore.terminal(
      ["passcode", "set", "--user", "ada"], store: folder.file("s"))
    try terminal.sees("New passcode for ada: ")
    terminal.types("swordfish")
    try terminal.sees("The same again: ")
    terminal.types("swordfish")
    try terminal.sees("Passcode set: ada")
    #expect(try terminal.exitStatus() == 0)
    #expect(!terminal.screen.contains("sword"))
  }

  @Test("A file with Windows line ends is refused with its cause, and costs no try")
  func windowsLines() throws {
    let folder = try TemporaryFolder()
    let environment = ["FACELATCH_STORE": folder.file("s")]
    let arguments = ["--user", "ada", "--passcode-fd", "3"].map { Array($0.utf8) }
    let set = try ProgramRun(
      bytes: [Array("passcode".utf8), Array("set".utf8)] + arguments, passcodes: "1234\r\n",
      environment: environment)
    #expect(set.code == 3)
    #expect(set.errorOutput.contains("a carriage return, as files with Windows line ends have"))
    let store = try PreparedStore()
    #expect(
      try store.run("authenticate", "--user", "ada", passcodes: "\(PreparedStore.passcode)\n").code == 0)
    for _ in 0..<6 {
      let run = try store.run(
        "authenticate", "--user", "ada", "--json", passcodes: "\(PreparedStore.passcode)\r\n")
      #expect(run.code == 1)
      #expect((try run.json()["obstacles"] as? [String])?.last == "passcodeUnusable")
    }
    #expect(try store.record?.attempts.failedPasscodes == 0)
  }

  @Test("What is typed while a passcode is compared does not show, and is not taken for the next one")
  func typedAhead() throws {
    let store = try PreparedStore()
    let verifier = try PasscodeHash.make(Array(PreparedStore.passcode.utf8))
    try SQLiteStore(directory: Path(store.directory)).update("ada") { (record) throws(StoreError) in
      record?.passcodeVerifier = verifier
    }
    let terminal = try store.terminal("authenticate", "--user", "ada")
    for _ in 0..<2 {
      try terminal.sees("Passcode for ada: ")
      terminal.types("wrong")
      usleep(150_000)
      #expect(!terminal.hasEcho)
      terminal.types("ahead")
    }
    try terminal.sees("Passcode for ada: ")
    terminal.types(PreparedStore.passcode)
    usleep(150_000)
    #expect(!terminal.hasEcho)
    terminal.presses("ahead")
    try terminal.sees("Authenticated: ada")
    #expect(try terminal.exitStatus() == 0)
    #expect(terminal.hasEcho)
    #expect(!terminal.screen.contains("ahead"))
  }

  @Test("A terminal as --passcode-fd does not show what is typed, and two answers may be typed at once")
  func terminalDescriptor() throws {
    let store = try PreparedStore()
    let terminal = try store.terminal("passcode", "change", "--user", "ada", "--passcode-fd", "0")
    try terminal.waitForEcho(false)
    terminal.presses("\(PreparedStore.passcode)\nnew one\n")
    try terminal.sees("Passcode changed: ada")
    #expect(try terminal.exitStatus() == 0)
    #expect(!terminal.screen.contains("horse") && !terminal.screen.contains("new one"))
    #expect(terminal.hasEcho)
    #expect(try store.run("authenticate", "--user", "ada", passcodes: "new one\n").code == 0)
  }

  @Test("At a terminal Ctrl-C is a cancel, and two different ones change nothing")
  func cancel() throws {
    let store = try PreparedStore()
    let cancelled = try store.terminal("passcode", "change", "--user", "ada")
    try cancelled.sees("Passcode for ada: ")
    cancelled.presses("\u{3}")
    try cancelled.sees("(userCancel, -2)")
    #expect(try cancelled.exitStatus() == 1)
    let different = try store.terminal("passcode", "change", "--user", "ada")
    try different.sees("Passcode for ada: ")
    different.types(PreparedStore.passcode)
    try different.sees("New passcode for ada: ")
    different.types("one of them")
    try different.sees("The same again: ")
    different.types("another one")
    try different.sees("the two passcodes differ; nothing was changed")
    #expect(try different.exitStatus() == 3)
  }
}
