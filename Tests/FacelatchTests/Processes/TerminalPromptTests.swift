import Foundation
import Glibc
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

extension WholeProcessTests {
  @Suite("The passcode at a terminal")
  struct TerminalPromptTests {
    private let usualModes: tcflag_t

    init() throws {
      usualModes = try Pseudoterminal("/bin/true", []).localModes
    }

    /// A terminal on which the prompt waits for the passcode.
    private func prompted() throws -> Pseudoterminal {
      let terminal = try Pseudoterminal(try TestProcess.toolPath(), ["passcode"])
      #expect(terminal.report().hasPrefix("process "))
      #expect(terminal.waitFor("Passcode for ada: "))
      return terminal
    }

    private func hexadecimal(_ text: String) -> String {
      "passcode " + text.utf8.map { String($0, radix: 16) }.joined(separator: ",")
    }

    @Test("The passcode arrives and never shows on the screen")
    func noEcho() throws {
      let terminal = try prompted()
      #expect(!terminal.hasEcho)
      terminal.type("s\u{e9}cret 7\n")
      #expect(terminal.report() == hexadecimal("s\u{e9}cret 7"))
      #expect(terminal.wait() == 0)
      terminal.readScreen()
      #expect(!terminal.everything.contains("cret"))
      #expect(terminal.everything == "Passcode for ada: \r\n")
      #expect(terminal.localModes == usualModes && terminal.hasEcho)
    }

    @Test("Ctrl-C and Ctrl-\\ cancel, whatever was typed", arguments: ["\u{3}", "half of it\u{3}", "\u{1c}"])
    func interrupt(keys: String) throws {
      let terminal = try prompted()
      terminal.type(keys)
      #expect(terminal.report() == "cancelled")
      #expect(terminal.wait() == 0)
      #expect(terminal.localModes == usualModes)
    }

    @Test("The end of input cancels on an empty line and is ignored within one")
    func endOfFile() throws {
      let empty = try prompted()
      empty.type("\u{4}")
      #expect(empty.report() == "cancelled")
      #expect(empty.wait() == 0)
      let within = try prompted()
      within.type("abc\u{4}d\r")
      #expect(within.report() == hexadecimal("abcd"))
    }

    @Test("Backspace removes a character of any length, Ctrl-U the whole line")
    func editing() throws {
      let terminal = try prompted()
      terminal.type("\u{7f}wrong\u{15}a\u{e4}\u{1F600}\u{7f}\u{8}b\n")
      #expect(terminal.report() == hexadecimal("ab"))
    }

    @Test("An empty line is an empty passcode")
    func emptyLine() throws {
      let terminal = try prompted()
      terminal.type("\n")
      #expect(terminal.report() == "passcode ")
    }

    @Test("Ten thousand characters are refused and the person is asked again")
    func tooLong() throws {
      let terminal = try prompted()
      terminal.type(String(repeating: "x", count: 10_000) + "\n")
      #expect(terminal.waitFor("at most 1024 bytes"))
      #expect(terminal.waitFor("Passcode for ada: "))
      terminal.type("1234\n")
      #expect(terminal.report() == hexadecimal("1234"))
      #expect(terminal.wait() == 0)
      terminal.readScreen()
      #expect(!terminal.everything.contains("xx"))
      #expect(terminal.localModes == usualModes)
    }

    @Test("Three lines that are too long are enough")
    func tooLongForEver() throws {
      let terminal = try prompted()
      for _ in 0..<2 {
        terminal.type(String(repeating: "x", count: 10_000) + "\n")
        #expect(terminal.waitFor("Passcode for ada: "))
      }
      terminal.type(String(repeating: "x", count: 10_000) + "\n")
      #expect(terminal.report() == "refused")
      #expect(terminal.wait() == 0)
    }

    @Test("The longest passcode is taken whole")
    func longest() throws {
      let terminal = try prompted()
      let text = String(repeating: "y", count: 1_024)
      terminal.type(text + "\n")
      #expect(terminal.report() == hexadecimal(text))
    }

    @Test(
      "A signal that ends the program leaves the terminal in order",
      arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGKILL, SIGSEGV, SIGABRT])
    func killed(signal: Int32) throws {
      let terminal = try prompted()
      terminal.type("half of i")
      #expect(!terminal.hasEcho)
      kill(terminal.identifier, signal)
      let status = terminal.wait()
      #expect(status & 0x7f == signal)
      #expect(terminal.waitForEcho(true))
      #expect(terminal.localModes == usualModes)
      terminal.readScreen()
      #expect(!terminal.everything.contains("half"))
    }

    @Test("A closed window ends the program")
    func hangUp() throws {
      let terminal = try prompted()
      terminal.hangUp()
      let status = terminal.wait()
      #expect(status & 0x7f == SIGHUP || terminal.report() == "system-cancelled")
    }

    @Test("Without a terminal nobody is there")
    func noTerminal() throws {
      let output = try TestProcess.inOwnSession(["passcode"])
      #expect(output.hasSuffix("unattended\n"))
    }

    /// A shell with job control, which has the terminal back when the tool is stopped, and continues it after a line.
    private func jobControl() throws -> Pseudoterminal {
      try Pseudoterminal(
        "/bin/sh",
        ["-c", "set -m; \"$0\" passcode; echo stopped; read -r line; fg >&2", try TestProcess.toolPath()])
    }

    @Test("Ctrl-Z hands the terminal back in order, and the prompt goes on afterwards")
    func suspend() throws {
      let terminal = try jobControl()
      _ = terminal.report()
      #expect(terminal.waitFor("Passcode for ada: "))
      terminal.type("half\u{1a}")
      #expect(terminal.report() == "stopped")
      #expect(terminal.localModes == usualModes)
      terminal.type("go on\n")
      #expect(terminal.waitFor("Passcode for ada: "))
      #expect(terminal.waitForEcho(false))
      terminal.type("1234\n")
      #expect(terminal.report() == hexadecimal("1234"))
      _ = terminal.wait()
      #expect(terminal.localModes == usualModes)
    }

    @Test("A stop signal from outside does the same")
    func stopped() throws {
      let terminal = try jobControl()
      let identifier = try #require(pid_t(terminal.report().split(separator: " ").last ?? ""))
      #expect(terminal.waitFor("Passcode for ada: "))
      kill(identifier, SIGTSTP)
      #expect(terminal.report() == "stopped")
      #expect(terminal.localModes == usualModes)
      terminal.type("go on\n")
      #expect(terminal.waitFor("Passcode for ada: "))
      #expect(terminal.waitForEcho(false))
      terminal.type("1234\n")
      #expect(terminal.report() == hexadecimal("1234"))
    }

    @Test("After SIGSTOP, which nothing can catch, echo is off again before the next key is read")
    func hardStop() throws {
      let terminal = try jobControl()
      let identifier = try #require(pid_t(terminal.report().split(separator: " ").last ?? ""))
      #expect(terminal.waitFor("Passcode for ada: "))
      kill(identifier, SIGSTOP)
      #expect(terminal.report() == "stopped")
      // What an interactive shell does when it takes the terminal back.
      terminal.setEcho()
      terminal.type("go on\n")
      #expect(terminal.waitForEcho(false))
      terminal.type("1234\n")
      #expect(terminal.report() == hexadecimal("1234"))
    }

    @Test(
      "After a failure the person chooses with a key",
      arguments: [
        ("p", "userFallback"), ("\n", "userFallback"), ("c", "userCancel"), ("\u{3}", "userCancel"),
        ("xr?c", "userCancel"),
      ])
    func choice(keys: String, outcome: String) throws {
      let terminal = try Pseudoterminal(try TestProcess.toolPath(), ["choice"])
      #expect(terminal.waitFor("Face not recognised.\r\n"))
      #expect(terminal.waitFor("[p] Enter Password   [c] Cancel: "))
      terminal.type(keys)
      #expect(terminal.report() == outcome)
      #expect(terminal.wait() == 0)
      #expect(terminal.localModes == usualModes)
    }
  }
}
