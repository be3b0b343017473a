import Foundation
import Glibc
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

extension WholeProcessTests {
  @Suite("The passcode at a terminal")
  struct TerminalPromptTests {
    private let usualModes: tcflag_t

    init() throws {
      usualModes = try PseudoTerminal(Launch("/bin/true")).localModes
    }

    /// A terminal on which the prompt waits for the passcode.
    private func prompted() throws -> PseudoTerminal {
      let terminal = try PseudoTerminal(TestTool.launch("passcode"), standardOutput: .report)
      #expect(try terminal.report().hasPrefix("process "))
      try terminal.sees("Passcode for ada: ")
      return terminal
    }

    private func hexadecimal(_ text: String) -> String {
      "passcode " + text.utf8.map { String($0, radix: 16) }.joined(separator: ",")
    }

    @Test("The passcode arrives and never shows on the screen")
    func noEcho() throws {
      let terminal = try prompted()
      #expect(!terminal.hasEcho)
      terminal.presses("s\u{e9}cret 7\n")
      #expect(try terminal.report() == hexadecimal("s\u{e9}cret 7"))
      #expect(try terminal.exitStatus() == 0)
      terminal.readScreen()
      #expect(!terminal.screen.contains("cret"))
      #expect(terminal.screen == "Passcode for ada: \r\n")
      #expect(terminal.localModes == usualModes && terminal.hasEcho)
    }

    @Test("Ctrl-C and Ctrl-\\ cancel, whatever was typed", arguments: ["\u{3}", "half of it\u{3}", "\u{1c}"])
    func interrupt(keys: String) throws {
      let terminal = try prompted()
      terminal.presses(keys)
      #expect(try terminal.report() == "cancelled")
      #expect(try terminal.exitStatus() == 0)
      #expect(terminal.localModes == usualModes)
    }

    @Test("The end of input cancels on an empty line and is ignored within one")
    func endOfFile() throws {
      let empty = try prompted()
      empty.presses("\u{4}")
      #expect(try empty.report() == "cancelled")
      #expect(try empty.exitStatus() == 0)
      let within = try prompted()
      within.presses("abc\u{4}d\r")
      #expect(try within.report() == hexadecimal("abcd"))
    }

    @Test("Backspace removes a character of any length, Ctrl-U the whole line")
    func editing() throws {
      let terminal = try prompted()
      terminal.presses("\u{7f}wrong\u{15}a\u{e4}\u{1F600}\u{7f}\u{8}b\n")
      #expect(try terminal.report() == hexadecimal("ab"))
    }

    @Test("An empty line is an empty passcode")
    func emptyLine() throws {
      let terminal = try prompted()
      terminal.presses("\n")
      #expect(try terminal.report() == "passcode ")
    }

    @Test("Ten thousand characters are refused and the person is asked again")
    func tooLong() throws {
      let terminal = try prompted()
      terminal.presses(String(repeating: "x", count: 10_000) + "\n")
      try terminal.sees("at most 1024 bytes")
      try terminal.sees("Passcode for ada: ")
      terminal.presses("1234\n")
      #expect(try terminal.report() == hexadecimal("1234"))
      #expect(try terminal.exitStatus() == 0)
      terminal.readScreen()
      #expect(!terminal.screen.contains("xx"))
      #expect(terminal.localModes == usualModes)
    }

    @Test("Three lines that are too long are enough")
    func tooLongForEver() throws {
      let terminal = try prompted()
      for _ in 0..<2 {
        terminal.presses(String(repeating: "x", count: 10_000) + "\n")
        try terminal.sees("Passcode for ada: ")
      }
      terminal.presses(String(repeating: "x", count: 10_000) + "\n")
      #expect(try terminal.report() == "refused")
      #expect(try terminal.exitStatus() == 0)
    }

    @Test("The longest passcode is taken whole")
    func longest() throws {
      let terminal = try prompted()
      let text = String(repeating: "y", count: 1_024)
      terminal.presses(text + "\n")
      #expect(try terminal.report() == hexadecimal(text))
    }

    @Test(
      "A signal that ends the program leaves the terminal in order",
      arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGKILL, SIGSEGV, SIGABRT])
    func killed(signal: Int32) throws {
      let terminal = try prompted()
      terminal.presses("half of i")
      #expect(!terminal.hasEcho)
      // Keys pass through the terminal in their own time; those that come after the end are the shell's.
      usleep(100_000)
      terminal.send(signal)
      #expect(try terminal.exitStatus() == 128 + signal)
      try terminal.waitForEcho(true)
      #expect(terminal.localModes == usualModes)
      terminal.readScreen()
      #expect(!terminal.screen.contains("half"))
    }

    @Test("A closed window ends the program")
    func hangUp() throws {
      let terminal = try prompted()
      terminal.hangUp()
      let status = try terminal.exitStatus()
      #expect(try status == 128 + SIGHUP || terminal.report() == "system-cancelled")
    }

    @Test("Without a terminal nobody is there")
    func noTerminal() throws {
      #expect(try CompletedRun(TestTool.launch("passcode")).output.hasSuffix("unattended\n"))
    }

    /// A shell with job control, which has the terminal back when the tool is stopped, and continues it after a line.
    private func jobControl() throws -> PseudoTerminal {
      let script = "set -m; \"$0\" passcode; echo stopped; read -r line; fg >&2"
      var launch = Launch("/bin/sh", ["-c", script, try Launch.built("FacelatchTestTool")])
      launch.environment = Launch.bareEnvironment
      return try PseudoTerminal(launch, standardOutput: .report)
    }

    /// Has the shell continue the tool, and gives the passcode.
    private func goOn(_ terminal: PseudoTerminal) throws {
      terminal.presses("go on\n")
      try terminal.sees("Passcode for ada: ")
      try terminal.waitForEcho(false)
      terminal.presses("1234\n")
      #expect(try terminal.report() == hexadecimal("1234"))
    }

    @Test("Ctrl-Z hands the terminal back in order, and the prompt goes on afterwards")
    func suspend() throws {
      let terminal = try jobControl()
      _ = try terminal.report()
      try terminal.sees("Passcode for ada: ")
      terminal.presses("half\u{1a}")
      #expect(try terminal.report() == "stopped")
      #expect(terminal.localModes == usualModes)
      try goOn(terminal)
      _ = try terminal.exitStatus()
      #expect(terminal.localModes == usualModes)
    }

    @Test("A stop signal from outside does the same")
    func stopped() throws {
      let terminal = try jobControl()
      let identifier = try #require(pid_t(try terminal.report().split(separator: " ").last ?? ""))
      try terminal.sees("Passcode for ada: ")
      kill(identifier, SIGTSTP)
      #expect(try terminal.report() == "stopped")
      #expect(terminal.localModes == usualModes)
      try goOn(terminal)
    }

    @Test("After SIGSTOP, which nothing can catch, echo is off again before the next key is read")
    func hardStop() throws {
      let terminal = try jobControl()
      let identifier = try #require(pid_t(try terminal.report().split(separator: " ").last ?? ""))
      try terminal.sees("Passcode for ada: ")
      kill(identifier, SIGSTOP)
      #expect(try terminal.report() == "stopped")
      // What an interactive shell does when it takes the terminal back.
      terminal.setEcho()
      terminal.presses("go on\n")
      try terminal.waitForEcho(false)
      terminal.presses("1234\n")
      #expect(try terminal.report() == hexadecimal("1234"))
    }

    @Test(
      "After a failure the person chooses with a key",
      arguments: [
        ("p", "userFallback"), ("\n", "userFallback"), ("c", "userCancel"), ("\u{3}", "userCancel"),
        ("xr?c", "userCancel"),
      ])
    func choice(keys: String, outcome: String) throws {
      let terminal = try PseudoTerminal(TestTool.launch("choice"), standardOutput: .report)
      try terminal.sees("Face not recognised.\r\n")
      try terminal.sees("[p] Enter Password   [c] Cancel: ")
      terminal.presses(keys)
      #expect(try terminal.report() == outcome)
      #expect(try terminal.exitStatus() == 0)
      #expect(terminal.localModes == usualModes)
    }
  }
}
