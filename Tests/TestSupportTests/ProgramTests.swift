import Glibc
import TestSupport
import Testing

@Suite("Programs that tests run", .timeLimit(.minutes(5)))
struct ProgramTests {
  private func shell(_ script: String, _ arguments: String...) -> Launch {
    Launch("/bin/sh", ["-c", script, "sh"] + arguments)
  }

  @Test("Output, errors and exit code are collected")
  func collects() throws {
    let run = try CompletedRun(
      shell("cat; echo \"$1\" >&2; cat <&3; exit 7", "trouble"),
      .init(input: Array("in\n".utf8), passcodes: "secret\n"))
    #expect(run.output == "in\nsecret\n")
    #expect(run.errorOutput == "trouble\n")
    #expect(run.ending == .exit(code: 7))
  }

  @Test("Arguments are bytes, and folder and environment those that are asked for")
  func surroundings() throws {
    let folder = try TemporaryFolder()
    var launch = Launch(
      "/bin/sh", bytes: ["-c", "pwd; echo $COLOUR; printf %s \"$0\" | wc -c"].map { Array($0.utf8) })
    launch.arguments.append([0xFF, 0x20, 0x0A, 0xFE])
    launch.folder = folder.path
    launch.environment = ["COLOUR": "red", "PATH": "/usr/bin:/bin"]
    #expect(try CompletedRun(launch).output == "\(folder.path)\nred\n4\n")
  }

  @Test("A program with no one to read, without an output, or with a file for it")
  func outputs() throws {
    #expect(
      try CompletedRun(shell("while echo more; do :; done"), .init(output: .brokenPipe)).ending
        == .signal(SIGPIPE))
    #expect(try CompletedRun(shell("echo more"), .init(output: .closed)).ending != .exit(code: 0))
    let folder = try TemporaryFolder()
    _ = try CompletedRun(shell("echo more"), .init(output: .file(folder.file("out"))))
    #expect(try TestFile.text(folder.file("out")) == "more\n")
  }

  @Test("A program that runs too long is killed, and the deadline told")
  func tooLong() throws {
    let folder = try TemporaryFolder()
    let script = "echo $$ >\"$1\"; while :; do sleep 1; done"
    #expect(throws: DeadlineStruck.self) {
      try CompletedRun(shell(script, folder.file("pid")), within: .milliseconds(500))
    }
    let identifier = try #require(pid_t(TestFile.text(folder.file("pid")).prefix { $0 != "\n" }))
    #expect(kill(identifier, 0) != 0 && errno == ESRCH)
  }

  @Test("A program is killed or interrupted when the test wants it")
  func ended() throws {
    let endless = shell("while :; do sleep 1; done")
    #expect(try CompletedRun(endless, killedAfter: 0.01).ending == .signal(SIGKILL))
    #expect(try CompletedRun(endless, interruptedWhen: { true }).ending == .signal(SIGINT))
    #expect(try CompletedRun(shell("exit 3"), killedAfter: 60).ending == .exit(code: 3))
  }

  @Test("A conversation through pipes")
  func pipes() throws {
    let process = try PipedProcess(shell("echo ready; cat; echo; echo rest; printf end"))
    #expect(try process.readLine() == "ready")
    #expect(throws: DeadlineStruck.self) { try process.readLine(within: .milliseconds(20)) }
    process.closeInput()
    #expect(try process.readLine() == "")
    #expect(try process.readOutput() == "rest\nend")
    #expect(try process.wait() == .exit(code: 0))
    #expect(try process.readLine() == "")
  }

  @Test("A process that nobody holds any more is gone")
  func released() throws {
    var identifier = pid_t()
    do {
      let process = try PipedProcess(shell("echo here; sleep 600"))
      identifier = process.identifier
      #expect(try process.readLine() == "here")
    }
    #expect(kill(identifier, 0) != 0 && errno == ESRCH)
  }

  @Test("A program that is not there is told")
  func missing() throws {
    #expect(throws: SystemFailure.self) { try Launch("/nowhere/program").start() }
    #expect(throws: SystemFailure.self) { try Launch.built("no such program") }
  }
}
