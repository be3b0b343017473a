import FaceAnalysis
import Facelatch
import FacelatchTestSupport
import Foundation
import Matching
import TestSupport

/// A machine whose owner is enrolled, in a folder that is gone with the test.
final class ExampleMachine {
  static let passcode = "correct horse"

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let store = try SQLiteStore(directory: Path(storePath))
    let prompt = ProgrammaticPrompt.always(Self.passcode)
    try PasscodeManager.fast(store, clock: SystemClock(), rules: .faceID).set(user: "barack", prompt: prompt)
    _ = try Gate(Configuration(store: Path(storePath))).enrol(
      "barack", from: .files([Path(Self.sample("obama.jpg")), Path(Self.sample("obama2.jpg"))]),
      prompt: prompt)
  }

  /// What the camera sees from now on; nil takes it away.
  func shows(_ picture: String?) throws {
    var configuration: [String: Any] = ["user": "barack", "store": storePath, "assurance": "picture"]
    if let picture { configuration["frames"] = ["file": Self.sample(picture)] }
    let text = try JSONSerialization.data(withJSONObject: configuration)
    try TestFile.write(Array(text), to: configurationPath)
  }

  /// Runs an example on this machine.
  func run(_ name: String, _ arguments: String...) throws -> PseudoTerminal {
    var launch = Launch(try Launch.built(name), arguments)
    launch.environment.merge([
      "FACELATCH_CONFIG": configurationPath, "XDG_STATE_HOME": folder.file("state"), "TERM": "dumb",
    ]) { $1 }
    return try PseudoTerminal(launch)
  }

  private var storePath: String { folder.file("store") }
  private var configurationPath: String { folder.file("config.json") }

  /// The pictures that come with the package.
  private static func sample(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("SampleImages/\(name)")
      .path
  }
}
