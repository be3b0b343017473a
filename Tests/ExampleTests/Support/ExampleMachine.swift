import FaceAnalysis
import Facelatch
import FacelatchTestSupport
import Foundation
import Matching

/// A machine whose owner is enrolled, in a folder that is gone with the test.
final class ExampleMachine {
  static let passcode = "correct horse"

  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "facelatch-example-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let store = try SQLiteStore(directory: storePath)
    let prompt = ProgrammaticPrompt.always(Self.passcode)
    try PasscodeManager.fast(store, clock: SystemClock(), rules: .faceID).set(user: "barack", prompt: prompt)
    _ = try Enroller(store: store, threshold: Score(0.45)).enrol(
      user: "barack", frames: FrameFiles([Self.sample("obama.jpg"), Self.sample("obama2.jpg")]),
      reader: AnalyzerReader(models: FaceModels(pack: .bundled())), prompt: prompt)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// What the camera sees from now on; nil takes it away.
  func shows(_ picture: String?) throws {
    var configuration: [String: Any] = ["user": "barack", "store": storePath]
    if let picture { configuration["frames"] = ["file": Self.sample(picture)] }
    let path = configurationPath
    try JSONSerialization.data(withJSONObject: configuration).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
  }

  /// Runs an example on this machine.
  func run(_ name: String, _ arguments: String...) throws -> PseudoTerminal {
    try PseudoTerminal(
      name, arguments,
      environment: [
        "FACELATCH_CONFIG": configurationPath, "XDG_STATE_HOME": folder.path + "/state", "TERM": "dumb",
      ])
  }

  private var storePath: String { folder.path + "/store" }
  private var configurationPath: String { folder.path + "/config.json" }

  /// The pictures that come with the package.
  private static func sample(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("SampleImages/\(name)")
      .path
  }
}
