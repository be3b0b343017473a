import FacelatchTestSupport
import Platform
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Configuration")
struct ConfigurationTests {
  private let folder: TemporaryFolder

  /// What a machine asks for where its owner says nothing.
  private static let defaults = Configuration(leastAssurance: .motion)

  init() throws {
    folder = try TemporaryFolder()
  }

  private func load(_ text: String, mode: UInt32 = 0o600) throws(ConfigurationError) -> Configuration {
    let path = folder.path + "/config.json"
    try? TestFile.write(Array(text.utf8), to: path, mode: mode)
    return try Configuration.load(Path(path))
  }

  @Test("Without a file in the usual place the defaults hold")
  func missing() throws {
    let home = Path(folder.path)
    #expect(try Configuration.load(nil) { $0 == "HOME" ? home : nil } == Self.defaults)
    #expect(try Configuration.load(nil) { $0 == "XDG_CONFIG_HOME" ? home : nil } == Self.defaults)
    #expect(try load("{}") == Self.defaults)
  }

  @Test("A file that somebody named and that is missing is an error: weaker rules must not take its place")
  func namedAndMissing() throws {
    for name in ["none.json", "none/none.json"] {
      let path = Path(folder.file(name))
      #expect(throws: ConfigurationError.missing(path: path)) { try Configuration.load(path) }
      let error = #expect(throws: ConfigurationError.missing(path: path)) {
        try Configuration.load(nil) { $0 == "FACELATCH_CONFIG" ? path : nil }
      }
      let gate = SystemAuthenticator(configuration: .failure(try #require(error)))
      #expect(gate.canEvaluate(.biometrics)?.error == .biometryNotAvailable)
      #expect(gate.canEvaluate(.deviceOwner)?.obstacles.first?.description.contains("does not exist") == true)
    }
  }

  @Test(
    "Where HOME is not set or no absolute path, the home counts that the system knows",
    arguments: [nil, "", "ada"])
  func home(_ variable: String?) throws {
    let known = try #require(Account.home)
    let path = Configuration.path { $0 == "HOME" ? variable.map { Path($0) } : nil }
    #expect(path == known.appending(".config/facelatch/config.json"))
    #expect(path.isAbsolute)
  }

  @Test(
    "A home in another account's hands is refused with what to do after sudo", .enabled(if: geteuid() == 0))
  func foreignHome() throws {
    try folder.write("{}", to: "home/.config/facelatch/config.json")
    let home = Path(folder.file("home"))
    #expect(chown(home.description, 1234, 1234) == 0)
    let error = #expect(throws: ConfigurationError.self) {
      try Configuration.load(nil) { $0 == "HOME" ? home : nil }
    }
    guard case .untrusted(let fault) = error else { throw try #require(error) }
    #expect(fault.entry == home && fault.description.contains("belongs to 1234"))
  }

  @Test("All keys are read, and relative paths are taken from the file's folder")
  func keys() throws {
    let configuration = try load(
      #"{"user": "ada", "store": "vault", "frames": {"folder": "frames"}, "models": "/m", "rules": "nist-800-63b"}"#
    )
    #expect(configuration.user == "ada")
    #expect(configuration.store == Path(folder.path + "/vault"))
    #expect(configuration.frames == .folder(Path(folder.path + "/frames")))
    #expect(configuration.models == "/m")
    #expect(configuration.rules == .nist80063B)
    #expect(configuration.operatingPoints == nil && configuration.falseMatchRate == nil)
  }

  @Test("The operating point can be named: by a file, by a rate, by both")
  func operatingPoint() throws {
    let configuration = try load(#"{"operatingPoints": "points.json", "falseMatchRate": 1e-4}"#)
    #expect(configuration.operatingPoints == Path(folder.path + "/points.json"))
    #expect(configuration.falseMatchRate?.rawValue == 1e-4)
    #expect(try load(#"{"operatingPoints": "/p.json"}"#).operatingPoints == "/p.json")
  }

  @Test("Frames come from a file, a folder or a command")
  func frames() throws {
    #expect(try load(#"{"frames": {"file": "/a.jpg"}}"#).frames == .file("/a.jpg"))
    #expect(try load(#"{"frames": {"command": ["cam", "-x"]}}"#).frames == .command(["cam", "-x"]))
  }

  @Test("What a face has to be worth at least is named, else what is to show life, else motion")
  func assurance() throws {
    for (text, least) in [
      ("{}", .motion), (#"{"frames": {"folder": "/f"}}"#, .motion), (#"{"liveness": "off"}"#, .nothing),
      (#"{"liveness": "passive"}"#, .picture), (#"{"liveness": "challenge"}"#, .challenge),
      (#"{"assurance": "picture"}"#, .picture), (#"{"assurance": "none"}"#, .nothing),
      (#"{"liveness": "passive", "assurance": "motion"}"#, .motion),
    ] as [(String, Assurance)] {
      #expect(try load(text).leastAssurance == least, "\(text)")
    }
  }

  @Test("Frames of a camera that hangs upside down or on its side are turned; by quarters alone")
  func turn() throws {
    #expect(try load(#"{"frames": {"file": "/a.jpg"}}"#).capture.decoding.turn == .none)
    for turn in QuarterTurn.allCases {
      let configuration = try load(#"{"frames": {"file": "/a.jpg", "turn": \#(turn.rawValue)}}"#)
      #expect(configuration.capture.decoding.turn == turn)
    }
    #expect(throws: ConfigurationError.self) { try load(#"{"frames": {"file": "/a.jpg", "turn": 45}}"#) }
  }

  @Test("Rules are a preset, or what differs from one")
  func rules() throws {
    #expect(try load(#"{"rules": {"failedMatchLimit": 3}}"#).rules.failedMatchLimit == 3)
  }

  @Test(
    "What is wrong is told with the file's name",
    arguments: [
      ("", "line 1, column 1: a value is expected"), ("[]", "the document must be an object, not a list"),
      (#"{"frame": 1}"#, "\"frame\" is unknown, there are user, store, frames"),
      (#"{"frames": {"path": "a"}}"#, "\"frames.path\" is unknown, there are file, folder, command, turn"),
      (#"{"user": 5}"#, "user must be a string, not a number"),
      (#"{"frames": {"command": "cam"}}"#, "frames.command must be a list, not a string"),
      (#"{"frames": {}}"#, "frames must have exactly one of file, folder, command"),
      (#"{"frames": {"file": "a", "folder": "b"}}"#, "frames must have exactly one of file, folder, command"),
      (#"{"frames": {"command": []}}"#, "frames.command must hold one value at least"),
      (#"{"frames": {"command": [""]}}"#, "frames.command.0 must not be empty"),
      (#"{"frames": {"command": ["cam", "\u0000"]}}"#, "frames.command.1 must not hold the character U+0000"),
      (#"{"store": "a\u0000b"}"#, "store must not hold the character U+0000"),
      (#"{"liveness": "maybe"}"#, "liveness must be off or "),
      (#"{"assurance": "photo"}"#, "assurance must be none or "),
      (#"{"rules": "lax"}"#, "rules must be face-id or nist-800-63b, not \"lax\""),
      (#"{"operatingPoints": 1}"#, "operatingPoints must be a string, not a number"),
      (#"{"falseMatchRate": "1e-4"}"#, "falseMatchRate must be a number, not a string"),
      (#"{"falseMatchRate": 0}"#, "falseMatchRate must be greater than 0 and at most 1"),
      (#"{"falseMatchRate": 1.5}"#, "falseMatchRate must be greater than 0 and at most 1"),
      (#"{"rules": {"failedMatchLimit": 0}}"#, "rules.failedMatchLimit must lie between 1 and 1000000"),
    ])
  func malformed(text: String, words: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try load(text) }
    let description = try #require(error?.description)
    #expect(description.contains(words))
    #expect(description.hasPrefix(folder.path + "/config.json: "))
    #expect(!description.contains("\n"))
  }

  @Test("All faults are told at once")
  func allFaults() throws {
    let text = #"""
      {"user": 5, "frames": {"file": "a", "folder": "b", "path": "c"},
       "rules": {"failedMatchLimit": 0, "failedMatchLimits": 1}, "falseMatchRate": 2, "framse": {}}
      """#
    let error = #expect(throws: ConfigurationError.self) { try load(text) }
    guard case .malformed(Path(folder.file("config.json")), let faults) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      faults.map(\.keyPath) == [
        "user", "frames.path", "frames", "falseMatchRate", "rules.failedMatchLimits",
        "rules.failedMatchLimit",
        "framse",
      ])
    #expect(faults[3].problem == .noRate)
    for fault in faults { #expect(error?.description.contains(fault.description) == true) }
    #expect(error?.description.contains("\n") == false)
  }

  @Test("A key whose value is null says the same as no key")
  func null() throws {
    let keys = [
      "user", "store", "frames", "models", "operatingPoints", "falseMatchRate", "rules", "liveness",
      "assurance",
    ]
    let text = "{" + keys.map { "\"\($0)\": null" }.joined(separator: ", ") + "}"
    #expect(try load(text) == Self.defaults)
  }

  @Test("A file that others can write is refused, with the cure", arguments: [0o602, 0o622, 0o666])
  func writableByOthers(mode: UInt32) throws {
    let error = #expect(throws: ConfigurationError.self) { try load("{}", mode: mode) }
    #expect(error?.description.contains("chmod go-w") == true)
    #expect(try load("{}", mode: 0o644) == Self.defaults)
  }

  @Test("A folder in the file's place is no configuration")
  func folderInstead() throws {
    #expect(throws: ConfigurationError.self) { try Configuration.load(Path(folder.path)) }
  }

  @Test("The place of the file follows the environment")
  func path() {
    let all: [String: Path] = ["FACELATCH_CONFIG": "/c.json", "XDG_CONFIG_HOME": "/x", "HOME": "/h"]
    #expect(Configuration.path { all[$0] } == "/c.json")
    #expect(Configuration.path { $0 == "FACELATCH_CONFIG" ? nil : all[$0] } == "/x/facelatch/config.json")
    #expect(Configuration.path { $0 == "HOME" ? "/h" : nil } == "/h/.config/facelatch/config.json")
    // A relative path in this variable is to be ignored (XDG Base Directory Specification).
    #expect(
      Configuration.path { $0 == "HOME" ? "/h" : $0 == "XDG_CONFIG_HOME" ? "x" : nil }
        == "/h/.config/facelatch/config.json")
  }
}
