import Facelatch
import Foundation

/// The app's own passcode. Only its verifier is kept, in a file of the app's.
struct AppPasscode {
  private var file: URL {
    let environment = ProcessInfo.processInfo.environment
    let state = environment["XDG_STATE_HOME"] ?? (environment["HOME"] ?? "") + "/.local/state"
    return URL(fileURLWithPath: state + "/UnlockWithPasscode/passcode")
  }

  var isSet: Bool { verifier != nil }

  /// - Throws: where nothing could be compared, for example for want of memory.
  func accepts(_ passcode: String) throws -> Bool {
    guard let verifier else { return false }
    return try PasscodeHash.verify(Array(passcode.utf8), against: verifier)
  }

  /// - Returns: whether it could be kept.
  func set(_ passcode: String) -> Bool {
    do {
      let verifier = try PasscodeHash.make(Array(passcode.utf8))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      try Data(verifier.utf8).write(to: file, options: .atomic)
      return true
    } catch {
      return false
    }
  }

  private var verifier: String? {
    try? String(decoding: Data(contentsOf: file), as: UTF8.self)
  }
}
