import Foundation
import TestSupport
import Testing

@testable import facelatch

@Suite("The program: what a failure says", .timeLimit(.minutes(10)))
struct FailureObjectTests {
  @Test(
    "With --json there is an object for every failure, whatever fails",
    arguments: [
      ["compare", "--json", "only.jpg"], ["compare", "--json", "--bogus", "a", "b"],
      ["vault", "get", "--json", "--user", "nobody", "key"], ["users", "show", "--json", "--user", "nobody"],
      ["inspect", "--json", "--models", "/nowhere", "a.jpg"], ["identify", "--json", "a.jpg"],
      ["evaluate", "verification", "--json", "--out", "/dev/null/x"], ["bogus", "--json"],
      ["pack", "check", "--json", "/nowhere"], ["tune", "--json"],
      ["embed", "--json", "--out", "/dev/null/x", "/nowhere"],
      ["authenticate", "--json", "--user", "nobody", "--passcode-fd", "77"],
    ])
  func object(_ arguments: [String]) throws {
    let store = try PreparedStore()
    let run = try ProgramRun(
      bytes: arguments.map { Array($0.utf8) }, environment: ["FACELATCH_STORE": store.directory])
    #expect(run.code != 0)
    let objects = try run.jsonObjects()
    #expect(objects.count == 1, "\(run.output)")
    if let error = objects.first?["error"] as? [String: Any] {
      #expect(error["domain"] as? String == "Facelatch" && error["code"] as? Int == run.code.map(Int.init))
      #expect(run.errorOutput == "facelatch: \(error["message"] as? String ?? "")\n")
    }
  }

  @Test("Without --json nothing is printed after a failure")
  func text() throws {
    let run = try ProgramRun("compare", "only.jpg")
    #expect(run.code == 2 && run.output.isEmpty)
    #expect(try ProgramRun("compare", "--", "--json").output.isEmpty)
  }

  @Test("What was seen stands before the code, and no limit is exceeded by one try")
  func reasonsFirst() throws {
    let store = try PreparedStore()
    let run = try store.run("authenticate", "--user", "ada", "--policy", "biometrics", PreparedStore.stranger)
    #expect(
      run.output.hasPrefix(
        "Not authenticated: ada\n  reason    The face is not the enrolled one.\n  error     authenticationFailed (-1)\n"
      ))
    let json = try store.run(
      "authenticate", "--user", "ada", "--policy", "biometrics", "--json", PreparedStore.stranger)
    let error = try json.json()["error"] as? [String: Any]
    #expect(error?["message"] as? String == "The face is not the enrolled one.")
  }

  @Test(
    "Where nobody can be asked for the passcode, that is the error, and not one of the face or the passcode")
  func nobodyToAsk() throws {
    let store = try PreparedStore(isEnrolled: false)
    let run = try store.run("authenticate", "--user", "ada", "--json")
    #expect(run.code == 1)
    #expect(try run.jsonError().name == "notInteractive" && run.jsonError().code == -1004)
    #expect(try run.json()["obstacles"] as? [String] == ["biometryNotAvailable", "passcodeNotGiven"])
    // A face that was judged has failed, whoever could be asked afterwards.
    let enrolled = try PreparedStore()
    let stranger = try enrolled.run("authenticate", "--user", "ada", "--json", PreparedStore.stranger)
    #expect(try stranger.jsonError().code == -1)
    let wrong = try store.run("authenticate", "--user", "ada", "--json", passcodes: "wrong\n")
    #expect(try wrong.jsonError().code == -1)
  }

  @Test("Another account's home is refused with what to do after sudo", .enabled(if: geteuid() == 0))
  func foreignHome() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "home/x")
    #expect(chown(folder.file("home"), 1234, 1234) == 0)
    let environment = ["HOME": folder.file("home"), "XDG_DATA_HOME": "", "FACELATCH_STORE": ""]
    for arguments in [["users", "list"], ["passcode", "set", "--user", "ada", "--passcode-fd", "3"]] {
      let run = try ProgramRun(
        bytes: arguments.map { Array($0.utf8) }, passcodes: "correct horse\n", environment: environment)
      #expect(run.code == 4)
      #expect(run.errorOutput.contains("HOME is another account's; with sudo say 'sudo -H'"))
      #expect(try folder.names(below: "home") == ["x"])
    }
  }

  @Test("A secret is gone in whatever spelling its name is removed")
  func spelling() throws {
    let store = try PreparedStore()
    #expect(try store.run("vault", "put", "--user", "ada", "cafe\u{301}", input: [1]).code == 0)
    #expect(try store.run("vault", "remove", "--user", "ada", "caf\u{e9}").code == 0)
    #expect(try store.run("vault", "list", "--user", "ada").output.isEmpty)
    for key in [" key", "key ", "a\u{200b}"] {
      #expect(try store.run("vault", "put", "--user", "ada", key, input: [1]).code == 2)
    }
  }

  @Test(
    "People of a gallery have one name in all its spellings, and different ones where the bytes are no text")
  func galleryNames() {
    func name(_ folder: [UInt8]) -> String {
      GallerySource.identity(of: Path(Array("g/".utf8) + folder + Array("/1.jpg".utf8)), below: "g")
    }
    let typed = ["Jos\u{e9}", "Jose\u{301}"].map { Array(name(Array($0.utf8)).utf8) }
    #expect(typed[0] == typed[1])
    #expect(name([0xff]) != name([0xfe]))
  }

  @Test("Cells of an index that begin like a formula are told to be none where that is asked for")
  func spreadsheets() throws {
    let folder = try TemporaryFolder()
    try folder.write(TestFile.bytes(Samples.path("rocket.jpg")), to: "in/=1+1.jpg")
    func index(_ options: String...) throws -> String {
      let arguments = ["embed", "--root", folder.file("in"), "--out", folder.file("out"), "."] + options
      _ = try ProgramRun(bytes: arguments.map { Array($0.utf8) })
      return try TestFile.text(folder.file("out/index.csv"))
    }
    #expect(try index().contains("\n,=1+1.jpg,"))
    #expect(try index("--spreadsheet-safe").contains("\n,'=1+1.jpg,"))
  }

  @Test("What a model pack is called, and what is in it, does not reach the terminal as it is")
  func escapes() throws {
    let folder = try TemporaryFolder()
    let evil = "\u{1b}[2J"
    try folder.write(
      #"{"formatVersion": 1, "\u001b[2J": 1, "name": "\u001b[2J"}"#, to: evil + "/model-pack.json")
    let commands = [
      ["compare", "a.jpg", "b.jpg"], ["doctor"], ["inspect", "a.jpg"], ["pack", "check", folder.file(evil)],
    ]
    for command in commands {
      let arguments = command + (command[0] == "pack" ? [] : ["--models", folder.file(evil)])
      let run = try ProgramRun(bytes: arguments.map { Array($0.utf8) })
      #expect(run.code == 4)
      #expect(!run.errorOutput.contains("\u{1b}") && !run.output.contains("\u{1b}"))
      #expect(
        run.errorOutput.contains(#"\x1b[2J"#) && !run.errorOutput.contains(#"\\x1b"#), "\(run.errorOutput)")
    }
  }
}
