import FacelatchTestSupport
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Configuration")
struct ConfigurationTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func load(_ text: String, mode: UInt32 = 0o600) throws(ConfigurationError) -> Configuration {
    let path = folder.path + "/config.json"
    try? TestFile.write(Array(text.utf8), to: path, mode: mode)
    return try Configuration.load(path)
  }

  @Test("Without a file the defaults hold")
  func missing() throws {
    #expect(try Configuration.load(folder.path + "/none.json") == Configuration())
    #expect(try Configuration.load(folder.path + "/none/none.json") == Configuration())
    #expect(try load("{}") == Configuration())
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

  @Test("Rules are a preset, or what differs from one")
  func rules() throws {
    #expect(try load(#"{"rules": {"failedMatchLimit": 3}}"#).rules.failedMatchLimit == 3)
  }

  @Test(
    "What is wrong is told with the file's name",
    arguments: [
      ("", "it is no JSON object"), ("[]", "it is no JSON object"),
      (#"{"frame": 1}"#, "\"frame\" is unknown"),
      (#"{"frames": {"path": "a"}}"#, "\"path\" is unknown"),
      (#"{"user": 5}"#, "user has the wrong kind of value"),
      (#"{"frames": {"command": "cam"}}"#, "frames.command has the wrong kind of value"),
      (#"{"frames": {}}"#, "exactly one of file, folder and command"),
      (#"{"frames": {"file": "a", "folder": "b"}}"#, "exactly one of file, folder and command"),
      (#"{"frames": {"command": []}}"#, "names no program"),
      (#"{"frames": {"command": [""]}}"#, "names no program"),
      (#"{"rules": "lax"}"#, "lax"), (#"{"operatingPoints": 1}"#, "operatingPoints has the wrong kind"),
      (#"{"falseMatchRate": "1e-4"}"#, "falseMatchRate has the wrong kind"),
      (#"{"falseMatchRate": 0}"#, "a false-match rate is greater than 0 and at most 1"),
      (#"{"falseMatchRate": 1.5}"#, "a false-match rate is greater than 0 and at most 1"),
      (#"{"rules": {"failedMatchLimit": 0}}"#, "failedMatchLimit"),
    ])
  func malformed(text: String, words: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try load(text) }
    let description = try #require(error?.description)
    #expect(description.contains(words))
    #expect(description.hasPrefix(folder.path + "/config.json: "))
    #expect(!description.contains("\n"))
  }

  @Test("A file that others can write is refused, with the cure", arguments: [0o620, 0o602, 0o666])
  func writableByOthers(mode: UInt32) throws {
    let error = #expect(throws: ConfigurationError.self) { try load("{}", mode: mode) }
    #expect(error?.description.contains("chmod go-w") == true)
    #expect(try load("{}", mode: 0o644) == Configuration())
  }

  @Test("A folder in the file's place is no configuration")
  func folderInstead() throws {
    #expect(throws: ConfigurationError.self) { try Configuration.load(folder.path) }
  }

  @Test("The place of the file follows the environment")
  func path() {
    let all = ["FACELATCH_CONFIG": "/c.json", "XDG_CONFIG_HOME": "/x", "HOME": "/h"]
    #expect(Configuration.path { all[$0] } == "/c.json")
    #expect(Configuration.path { $0 == "FACELATCH_CONFIG" ? nil : all[$0] } == "/x/facelatch/config.json")
    #expect(Configuration.path { $0 == "HOME" ? "/h" : nil } == "/h/.config/facelatch/config.json")
    // A relative path in this variable is to be ignored (XDG Base Directory Specification).
    #expect(
      Configuration.path { $0 == "HOME" ? "/h" : $0 == "XDG_CONFIG_HOME" ? "x" : nil }
        == "/h/.config/facelatch/config.json")
  }
}
