import Glibc
import TestSupport
import Testing

@Suite("A pseudo-terminal", .timeLimit(.minutes(5)))
struct PseudoTerminalTests {
  private func shell(
    _ script: String, standardOutput: PseudoTerminal.StandardOutput = .terminal
  ) throws -> PseudoTerminal {
    try PseudoTerminal(Launch("/bin/sh", ["-c", script]), standardOutput: standardOutput)
  }

  @Test("What is typed is echoed and reaches the program")
  func echoes() throws {
    let terminal = try shell("printf 'name: '; read name; echo \"hello $name\"; exit 3")
    try terminal.sees("name: ")
    #expect(terminal.hasEcho)
    terminal.types("Jürgen")
    try terminal.sees("hello Jürgen")
    #expect(try terminal.exitStatus() == 3)
    #expect(terminal.screen == "name: Jürgen\r\nhello Jürgen\r\n")
  }

  @Test("What is typed while the echo is off stays hidden")
  func hides() throws {
    let terminal = try shell("stty -echo; printf 'secret: '; read it; stty echo; printf done")
    try terminal.sees("secret: ")
    try terminal.waitForEcho(false)
    terminal.types("sesame")
    try terminal.sees("done")
    #expect(terminal.hasEcho)
    #expect(try terminal.exitStatus() == 0)
    #expect(!terminal.screen.contains("sesame"))
  }

  @Test("Standard output can go to the test, line by line")
  func reports() throws {
    let terminal = try shell(
      "echo question >&2; read it; echo \"got $it\"; printf rest", standardOutput: .report)
    try terminal.sees("question")
    terminal.types("x")
    #expect(try terminal.report() == "got x")
    #expect(try terminal.report() == "rest")
    #expect(try terminal.report() == "")
    #expect(try terminal.exitStatus() == 0)
    #expect(!terminal.screen.contains("got"))
  }

  @Test("What is not shown is told with what was, at the deadline or the end of the program")
  func notShown() throws {
    let waiting = try shell("echo something; read it")
    try waiting.sees("something")
    var error = #expect(throws: PseudoTerminal.NotShown.self) {
      try waiting.sees("something", within: .milliseconds(50))
    }
    #expect(error?.description.contains("in time") == true)
    let ended = try shell("echo something else")
    error = #expect(throws: PseudoTerminal.NotShown.self) { try ended.sees("nothing") }
    #expect(error?.description.contains("something else") == true)
  }

  @Test("Control-C and a closed window reach the program")
  func signals() throws {
    // It runs when it has repeated what was typed; a shell may miss a key while it starts something.
    func running() throws -> PseudoTerminal {
      let terminal = try PseudoTerminal(Launch("/bin/cat"))
      terminal.types("ready")
      try terminal.sees("ready\r\nready\r\n")
      return terminal
    }
    let interrupted = try running()
    interrupted.presses("\u{3}")
    #expect(try interrupted.exitStatus() == 128 + SIGINT)
    let closed = try running()
    closed.hangUp()
    #expect(try closed.exitStatus() == 128 + SIGHUP)
  }

  @Test("Waiting for an echo that does not change strikes the deadline")
  func echoDeadline() throws {
    let terminal = try shell("read it")
    try terminal.waitForEcho(true)
    #expect(throws: DeadlineStruck.self) { try terminal.waitForEcho(false, within: .milliseconds(20)) }
    terminal.setEcho()
    #expect(terminal.hasEcho)
    terminal.types("")
    #expect(try terminal.exitStatus() == 0)
  }
}
