import Facelatch
import Foundation
import TestSupport
import Testing

@Suite("The program: vault", .timeLimit(.minutes(10)))
struct VaultTests {
  @Test("A secret comes back byte for byte after a success, by the face or the passcode")
  func roundTrip() throws {
    let store = try PreparedStore()
    let secret: [UInt8] = [0xff, 0, 0x0a] + Array("pass\n".utf8)
    let put = try store.run("vault", "put", "--user", "ada", "token", input: secret)
    #expect(put.code == 0)
    #expect(put.output == "Kept: token of ada\n")
    let folder = try TemporaryFolder()
    try folder.write("", to: "out")
    let get = try ProgramRun(
      "vault", "get", "--user", "ada", "token", PreparedStore.face, output: .file(folder.file("out")),
      environment: ["FACELATCH_STORE": store.directory])
    #expect(get.code == 0)
    #expect(try folder.contents("out") == secret)
    let json = try store.run(
      "vault", "get", "--user", "ada", "token", "--json", passcodes: PreparedStore.passcode + "\n")
    #expect(json.code == 0)
    let result = try json.json()
    #expect(result["method"] as? String == "passcode")
    #expect(result["secret"] is NSNull)
    #expect((result["secretBase64"] as? String).flatMap { Data(base64Encoded: $0) } == Data(secret))
  }

  @Test("Without a success nothing comes out")
  func refused() throws {
    let store = try PreparedStore()
    _ = try store.run("vault", "put", "--user", "ada", "token", input: Array("hidden words".utf8))
    let stranger = try store.run(
      "vault", "get", "--user", "ada", "token", "--policy", "biometrics", PreparedStore.stranger)
    #expect(stranger.code == 1)
    #expect(stranger.output.isEmpty)
    #expect(
      stranger.errorOutput == "facelatch: ada: the face is not the enrolled one (authenticationFailed, -1)\n")
    let wrong = try store.run("vault", "get", "--user", "ada", "token", "--json", passcodes: "nope\n")
    #expect(wrong.code == 1)
    #expect(try wrong.json()["secret"] is NSNull)
    #expect(try wrong.json()["secretBase64"] is NSNull)
    let database = try store.folder.contents("store/store.sqlite")
    #expect(!String(decoding: database, as: Unicode.ASCII.self).contains("hidden words"))
  }

  @Test("A secret that asks for the motion of a head is not handed out for a picture, but for the passcode")
  func assurance() throws {
    let store = try PreparedStore()
    let put = try store.run(
      "vault", "put", "--user", "ada", "--assurance", "motion", "--json", "token", input: [7])
    #expect(try put.json()["leastAssurance"] as? String == "motion")
    let refused = try store.run(
      "vault", "get", "--user", "ada", "--policy", "biometrics", "token", PreparedStore.face)
    #expect(refused.code == 1 && refused.output.isEmpty)
    #expect(refused.errorOutput.contains("the assurance picture at most, and motion is asked for"))
    #expect(try store.record?.attempts.failedMatches == 0)
    let passcode = try store.run(
      "vault", "get", "--user", "ada", "--json", "token", PreparedStore.face,
      passcodes: PreparedStore.passcode + "\n")
    #expect(try passcode.json()["secretBase64"] as? String == "Bw==")
    // Put anew without the option, it asks for nothing.
    _ = try store.run("vault", "put", "--user", "ada", "token", input: [8])
    let picture = try store.run("vault", "get", "--user", "ada", "--json", "token", PreparedStore.face)
    #expect(try picture.json()["assurance"] as? String == "picture")
    let off = try store.run("vault", "get", "--user", "ada", "--liveness", "off", "token", PreparedStore.face)
    #expect(off.errorOutput == "facelatch: nothing had to show that somebody lives\n")
  }

  @Test("Keys are listed and removed")
  func keys() throws {
    let store = try PreparedStore()
    for key in ["b", "a"] { _ = try store.run("vault", "put", "--user", "ada", key, input: [1]) }
    #expect(try store.run("vault", "list", "--user", "ada").output == "a\nb\n")
    #expect(try store.run("vault", "remove", "--user", "ada", "a").output == "Removed: a of ada\n")
    #expect(try store.run("vault", "list", "--user", "ada", "--json").json()["keys"] as? [String] == ["b"])
  }

  @Test("What is not there, or cannot be kept, is told before anybody is asked")
  func unusable() throws {
    let store = try PreparedStore()
    let large = [UInt8](repeating: 1, count: Vault.secretLimit + 1)
    for (arguments, input, code, part) in [
      (["get", "none"], [], 3, "ada: there is no secret 'none'; see 'facelatch vault list'"),
      (["remove", "none"], [], 3, "ada: there is no secret 'none'"),
      (["put", "large"], large, 3, "at most 65536 are kept"),
      (["put", "empty"], [], 3, "standard input: holds no secret"),
      (["put", "a\u{1b}b"], [1], 2, "is no key of a secret"),
      (["put"], [1], 2, "'vault put' needs KEY"),
      (["put", "a", "secret"], [1], 2, "'vault put' takes KEY only; 'secret' is too much"),
      (["list", "a"], [], 2, "'vault list' takes no argument 'a'"),
      (["gte", "a"], [], 2, "'vault' takes put, get, remove, list, not 'gte'; did you mean 'get'?"),
    ] as [([String], [UInt8], Int32, String)] {
      let run = try ProgramRun(
        bytes: (["vault", "--user", "ada"] + arguments).map { Array($0.utf8) }, input: input,
        environment: ["FACELATCH_STORE": store.directory])
      #expect(run.code == code, "\(arguments): \(run.errorOutput)")
      #expect(run.errorOutput.contains(part), "\(arguments): \(run.errorOutput)")
      #expect(run.errorLines.count == 1)
      #expect(run.output.isEmpty)
    }
    #expect(try store.run("vault", "put", "--user", "eve", "a", input: [1]).code == 3)
  }

  @Test("At a terminal the secret is asked for and does not show")
  func terminal() throws {
    let store = try PreparedStore()
    let put = try store.terminal("vault", "put", "--user", "ada", "mail")
    try put.sees("Secret for mail: ")
    put.types("swordfish")
    try put.sees("Kept: mail of ada")
    #expect(try put.exitStatus() == 0)
    #expect(!put.screen.contains("sword"))
    let get = try store.terminal("vault", "get", "--user", "ada", "mail", PreparedStore.face)
    try get.sees("swordfish\r\n")
    #expect(try get.exitStatus() == 0)
  }
}

@Suite("The program: users", .timeLimit(.minutes(10)))
struct UsersTests {
  @Test("Names are listed")
  func list() throws {
    let store = try PreparedStore()
    #expect(try store.run("passcode", "set", "--user", "Zoë", passcodes: "1234\n").code == 0)
    #expect(Set(try store.run("users", "list").output.split(separator: "\n")) == ["ada", "Zoë"])
    let names = try #require(try store.run("users", "list", "--json").json()["users"] as? [String])
    #expect(Set(names) == ["ada", "Zoë"])
  }

  @Test("What is kept about a person is shown, but nothing secret")
  func show() throws {
    let store = try PreparedStore()
    let text = try store.run("users", "show", "--user", "ada")
    #expect(text.code == 0)
    #expect(text.output.contains("  passcode  set\n"))
    #expect(text.output.contains("appearance 1: 1 template"))
    #expect(text.output.contains("  by face   yes, 5 attempts left\n"))
    let run = try store.run("users", "show", "--user", "ada", "--json")
    #expect(
      run.keysInOrder([
        "user", "passcodeSet", "appearances", "label", "templates", "models", "biometrics", "available",
        "error",
        "attemptsLeft", "failedPasscodes", "lastPasscode", "lastBiometric", "secrets", "ownerBound",
      ]))
    #expect(!run.output.contains("argon2"))
  }

  @Test("A person is removed with everything, an appearance alone with the passcode")
  func remove() throws {
    let store = try PreparedStore()
    let passcode = PreparedStore.passcode + "\n"
    let none = try store.run("users", "remove", "--user", "ada", "--appearance", "2", passcodes: passcode)
    #expect(none.code == 3)
    #expect(none.errorOutput.contains("no appearance \"alternate\""))
    #expect(
      try store.run("users", "remove", "--user", "ada", "--appearance", "1", passcodes: "no\n").code == 1)
    #expect(try store.record?.isEnrolled == true)
    let one = try store.run("users", "remove", "--user", "ada", "--appearance", "1", passcodes: passcode)
    #expect(one.output == "Removed: ada, appearance 1\n")
    #expect(try store.record?.isEnrolled == false)
    #expect(try store.run("users", "remove", "--user", "ada", "--json").json()["done"] as? Bool == true)
    #expect(try store.record == nil)
    let again = try store.run("users", "remove", "--user", "ada")
    #expect(again.code == 3)
    #expect(again.errorOutput.hasPrefix("facelatch: no user \"ada\" in the store"))
  }

  @Test(
    "Options that do not belong together are wrong usage",
    arguments: [
      (["list", "--user", "ada"], "facelatch: 'users list' takes no '--user'; take 'users show'\n"),
      (["show"], "facelatch: 'users' needs '--user NAME'; see 'facelatch users --help'\n"),
      (
        ["show", "--user", "a", "--appearance", "1"],
        "facelatch: '--appearance' goes with 'users remove' only; see 'facelatch users --help'\n"
      ),
    ])
  func usage(_ arguments: [String], _ line: String) throws {
    let run = try ProgramRun(bytes: (["users"] + arguments).map { Array($0.utf8) })
    #expect(run.code == 2)
    #expect(run.errorOutput == line)
  }
}

@Suite("The program: trouble with the store", .timeLimit(.minutes(10)))
struct StoreTroubleTests {
  /// Every command that opens the store says the same and ends with code 4.
  private func check(_ store: PreparedStore, _ part: String) throws {
    for arguments in [
      ["users", "list"], ["users", "show", "--user", "ada"], ["passcode", "set", "--user", "ada"],
      ["enroll", "--user", "ada", PreparedStore.face], ["authenticate", "--user", "ada", PreparedStore.face],
      ["vault", "list", "--user", "ada"], ["vault", "get", "--user", "ada", "a"],
    ] {
      let run = try ProgramRun(
        bytes: arguments.map { Array($0.utf8) }, environment: ["FACELATCH_STORE": store.directory])
      #expect(run.code == 4, "\(arguments): \(run.errorOutput)")
      #expect(run.errorLines.count == 1)
      #expect(run.errorOutput.contains(part), "\(arguments): \(run.errorOutput)")
      #expect(run.output.isEmpty)
    }
  }

  @Test("A key file that others can read is refused, with the fix")
  func tooOpen() throws {
    let store = try PreparedStore()
    chmod(store.folder.file("store/store.key"), 0o644)
    try check(store, "store.key: has mode 644, so other accounts can reach it; run: chmod 600 '")
  }

  @Test("The key of another store is named as the wrong one")
  func wrongKey() throws {
    let store = try PreparedStore()
    let other = try PreparedStore(isEnrolled: false)
    try store.folder.write(try other.folder.contents("store/store.key"), to: "store/store.key")
    chmod(store.folder.file("store/store.key"), 0o600)
    try check(store, "store.key: this key does not open ")
  }

  @Test("A lost key file is named")
  func noKey() throws {
    let store = try PreparedStore()
    unlink(store.folder.file("store/store.key"))
    try check(store, "store.key: the key file is missing")
  }

  @Test("A file that is no database is named")
  func noDatabase() throws {
    let store = try PreparedStore()
    for ending in ["", "-wal", "-shm"] { unlink(store.folder.file("store/store.sqlite\(ending)")) }
    try store.folder.write([UInt8](repeating: 0x41, count: 5_000), to: "store/store.sqlite")
    chmod(store.folder.file("store/store.sqlite"), 0o600)
    try check(store, "store.sqlite: is no Facelatch store")
  }

  @Test("A changed record is found when it is used, and is no success")
  func damaged() throws {
    let store = try PreparedStore()
    for run in [
      try store.run(
        "authenticate", "--user", "ada", "--store", store.directory + "/store.key", PreparedStore.face)
    ] {
      #expect(run.code == 4)
      #expect(run.errorLines.count == 1)
    }
  }
}
