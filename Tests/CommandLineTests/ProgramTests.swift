import Facelatch
import Foundation
import TestSupport
import Testing

@testable import facelatch

@Suite("The program: help and usage", .timeLimit(.minutes(10)))
struct ProgramUsageTests {
  @Test("The version is one line, and quick")
  func version() throws {
    let run = try ProgramRun("--version")
    #expect(run.code == 0)
    #expect(run.output == "facelatch \(facelatchVersion)\n")
    #expect(run.errorOutput.isEmpty)
  }

  @Test("Help lists every command")
  func overview() throws {
    let run = try ProgramRun("--help")
    #expect(run.code == 0)
    for command in Program.commands {
      #expect(run.output.contains("\n  \(command.specification.name) "))
      #expect(run.output.contains(command.specification.summary))
    }
    #expect(try ProgramRun("help").output == run.output)
    #expect(try ProgramRun("-h").output == run.output)
    #expect(try ProgramRun("help", "help").output == run.output)
  }

  @Test(
    "Every command has help with examples and exit codes",
    arguments: [
      "inspect", "compare", "embed", "identify", "enroll", "authenticate", "passcode", "users", "vault",
      "pack", "doctor",
      "demo",
    ])
  func commandHelp(_ name: String) throws {
    let run = try ProgramRun(name, "--help")
    #expect(run.code == 0)
    #expect(run.errorOutput.isEmpty)
    for heading in [
      "USAGE\n  facelatch \(name)", "OPTIONS\n", "EXIT CODES\n", "EXAMPLES\n  facelatch \(name)",
    ] {
      #expect(run.output.contains(heading))
    }
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(try ProgramRun("help", name).output == run.output)
    #expect(try ProgramRun(name, "--no-such-option", "-h").code == 2)
  }

  @Test(
    "A wrong command line ends with code 2 and one line that helps",
    arguments: [
      (["cmopare", "a", "b"], "facelatch: there is no command 'cmopare'; did you mean 'compare'?"),
      (["--verzion"], "facelatch: there is no option '--verzion'; did you mean '--version'?"),
      (["compare", "a"], "facelatch: 'compare' needs A B | A… -- B…; see 'facelatch compare --help'"),
      (
        ["compare", "a", "b", "c"],
        "facelatch: 'compare' cannot tell which of 3 pictures are of one person; put one '--' between the pictures of "
          + "the one and of the other"
      ),
      (
        ["compare", "a", "--", "b", "--", "c"],
        "facelatch: 'compare' takes two sets of pictures, not 3; put one '--' between the pictures of the one and of "
          + "the other"
      ),
      (["inspect"], "facelatch: 'inspect' needs FRAMES…; see 'facelatch inspect --help'"),
      (["inspect", "a", "--jsno"], "facelatch: 'inspect' has no option '--jsno'; did you mean '--json'?"),
      (
        ["inspect", "a", "b", "--annotate", "x.png"],
        "facelatch: '--annotate' takes one picture or recording, not 2; see 'facelatch inspect --help'"
      ),
      (["embed", "a"], "facelatch: 'embed' needs '--out DIR'; see 'facelatch embed --help'"),
      (
        ["embed", "--out", "x"],
        "facelatch: 'embed' needs IMAGE, FOLDER or '--list FILE'; see 'facelatch embed --help'"
      ),
      (
        ["embed", "a", "--out", "x", "--several", "lagrest"],
        "facelatch: '--several' takes largest, central, all, refuse, not 'lagrest'; did you mean 'largest'?"
      ),
      (
        ["inspect", "a", "--threads", "0"],
        "facelatch: '--threads' takes a whole number from 1 to 1,024, not '0'; see 'facelatch inspect --help'"
      ),
      (["doctor", "x"], "facelatch: 'doctor' takes no argument 'x'; see 'facelatch doctor --help'"),
    ])
  func wrongUsage(_ arguments: [String], _ line: String) throws {
    let run = try ProgramRun(bytes: arguments.map { Array($0.utf8) })
    #expect(run.code == 2)
    #expect(run.errorOutput == line + "\n")
    #expect(run.output.isEmpty)
  }

  @Test("Without a command it shows the overview as an error")
  func nothing() throws {
    let run = try ProgramRun()
    #expect(run.code == 2)
    #expect(run.output.isEmpty)
    #expect(run.errorOutput.contains("COMMANDS\n"))
  }
}

@Suite("The program: files that are no pictures", .timeLimit(.minutes(10)))
struct ProgramFileTests {
  /// What `inspect`, `compare` and `embed` say about one bad file.
  private func check(_ name: String, in folder: TemporaryFolder, _ beginning: String) throws {
    try check([["inspect", name], ["compare", name, Samples.path("obama.jpg")]], in: folder, beginning)
  }

  private func check(_ commands: [[String]], in folder: TemporaryFolder, _ beginning: String) throws {
    for arguments in commands {
      let run = try ProgramRun(bytes: arguments.map { Array($0.utf8) }, folder: folder.path)
      #expect(run.code == 3, "\(arguments)")
      #expect(run.errorLines.count == 1, "\(run.errorOutput)")
      #expect(run.errorOutput.hasPrefix("facelatch: \(beginning)"), "\(run.errorOutput)")
      #expect(run.output.isEmpty)
    }
  }

  @Test("No such file")
  func missing() throws {
    try check("none.jpg", in: TemporaryFolder(), "none.jpg: no such file; ")
  }

  @Test("A folder")
  func directory() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "sub/x")
    try check(
      [["compare", "sub", Samples.path("obama.jpg")]], in: folder, "sub: is a folder, not a picture; ")
    try check([["inspect", "sub"]], in: folder, "sub: no picture in this folder; ")
  }

  @Test("A text file")
  func text() throws {
    let folder = try TemporaryFolder()
    try folder.write("Just some words.\n", to: "notes.jpg")
    try check("notes.jpg", in: folder, "notes.jpg: ")
  }

  @Test("An empty file")
  func empty() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "empty.png")
    try check("empty.png", in: folder, "empty.png: the file is empty; ")
  }

  @Test("A header that promises 65,535 × 65,535 pixels")
  func hugeHeader() throws {
    let folder = try TemporaryFolder()
    var bytes: [UInt8] = [0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0xff, 0xff, 0xff, 0xff, 3]
    bytes += [1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]
    bytes += [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0, 0xff, 0xd9]
    try folder.write(bytes, to: "huge.jpg")
    try check("huge.jpg", in: folder, "huge.jpg: 65535×65535 pixels exceed the limit of 64000000; ")
  }

  @Test("A picture over a limit of the user's own")
  func pixelLimit() throws {
    let run = try ProgramRun("inspect", Samples.path("astronaut.png"), "--max-pixels", "100k")
    #expect(run.code == 3)
    #expect(run.errorOutput.contains("astronaut.png: 512×512 pixels exceed the limit of 100000; "))
  }

  @Test("A device")
  func device() throws {
    try check("/dev/zero", in: TemporaryFolder(), "/dev/zero: is a device; ")
  }

  @Test("No permission to read", .enabled(if: geteuid() != 0))
  func permission() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "secret.jpg")
    chmod(folder.file("secret.jpg"), 0)
    try check("secret.jpg", in: folder, "secret.jpg: no permission to read it; ")
  }

  @Test("A name that begins with a dash is a file after two dashes")
  func dash() throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "-x.jpg")
    let refused = try ProgramRun("inspect", "-x.jpg", folder: folder.path)
    #expect(refused.code == 2)
    #expect(refused.errorOutput.contains("put '--' before a file name that begins with '-'"))
    let read = try ProgramRun("inspect", "--", "-x.jpg", folder: folder.path)
    #expect(read.code == 3)
    #expect(read.errorOutput.hasPrefix("facelatch: -x.jpg: "))
  }

  @Test("A name with control characters is shown escaped, on one line")
  func controlCharacters() throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "a\n\u{1b}[31mb.jpg")
    let run = try ProgramRun("inspect", "a\n\u{1b}[31mb.jpg", folder: folder.path)
    #expect(run.code == 3)
    #expect(run.errorOutput.hasPrefix("facelatch: a\\n\\x1b[31mb.jpg: "))
    #expect(run.errorLines.count == 1)
  }

  @Test("A name that is not UTF-8 is opened as it is")
  func rawName() throws {
    let folder = try TemporaryFolder()
    let name: [UInt8] = [0xff, 0x61] + Array(".jpg".utf8)
    try OutputFile.write(Array("text".utf8), to: folder.root.appending(name))
    let run = try ProgramRun(bytes: [Array("inspect".utf8), name], folder: folder.path)
    #expect(run.code == 3)
    #expect(run.errorOutput.hasPrefix("facelatch: \\xffa.jpg: "))
    #expect(!run.errorOutput.contains("no such file"))
  }

  @Test("With JSON a failure is an object too")
  func jsonFailures() throws {
    let run = try ProgramRun("inspect", "--json", "none.jpg", Samples.path("rocket.jpg"))
    #expect(run.code == 3)
    let objects = try run.jsonObjects()
    #expect(objects.count == 2)
    #expect(objects[0]["image"] as? String == "none.jpg")
    #expect((objects[0]["error"] as? String)?.hasPrefix("no such file") == true)
    #expect((objects[1]["faces"] as? [Any])?.isEmpty == true)
  }
}

@Suite("The program: where it writes", .timeLimit(.minutes(10)))
struct ProgramOutputTests {
  @Test("A reader that goes away ends it silently")
  func brokenPipe() throws {
    let run = try ProgramRun("--help", output: .brokenPipe)
    #expect(run.signal == SIGPIPE)
    #expect(run.errorOutput.isEmpty)
  }

  @Test("A closed standard output is reported")
  func closedOutput() throws {
    let run = try ProgramRun("--version", output: .closed)
    #expect(run.code == 4)
    #expect(run.errorOutput == "facelatch: standard output: is closed\n")
  }

  @Test("A full device is reported")
  func fullDevice() throws {
    let run = try ProgramRun("--version", output: .file("/dev/full"))
    #expect(run.code == 4)
    #expect(run.errorOutput.hasPrefix("facelatch: standard output: no space left on the device"))
  }

  @Test(
    "An output folder that cannot be made ends the work before it begins",
    arguments: ["/proc/none", "/dev/null/x"])
  func unwritableFolder(_ path: String) throws {
    let run = try ProgramRun("embed", Samples.path("rocket.jpg"), "--out", path)
    #expect(run.code == 4)
    #expect(run.errorLines.count == 1)
    #expect(run.errorOutput.hasPrefix("facelatch: \(path): "))
    #expect(run.output.isEmpty)
  }

  @Test("A file in the place of the output folder is named and stays")
  func fileInTheWay() throws {
    let folder = try TemporaryFolder()
    try folder.write("mine", to: "out")
    let run = try ProgramRun("embed", Samples.path("rocket.jpg"), "--out", "out", folder: folder.path)
    #expect(run.code == 4)
    #expect(run.errorOutput == "facelatch: out: exists and is not a folder; choose another name\n")
    #expect(try folder.contents("out") == Array("mine".utf8))
  }

  @Test("A picture that cannot be written is reported")
  func annotation() throws {
    let run = try ProgramRun("inspect", Samples.path("obama.jpg"), "--annotate", "/proc/none/out.png")
    #expect(run.code == 4)
    #expect(run.errorLines.count == 1)
    #expect(run.errorOutput.hasPrefix("facelatch: /proc/none/out.png: "))
  }
}
