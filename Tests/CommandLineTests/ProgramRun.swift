import Foundation
import TestSupport

/// One run of the built program, with what it wrote and how it ended.
struct ProgramRun {
  struct CannotRun: Error {
    let reason: String
  }

  typealias Output = CompletedRun.Output

  let output: String
  let errorOutput: String
  /// The exit code; nil when a signal ended the program.
  let code: Int32?
  /// The signal that ended the program.
  let signal: Int32?

  var errorLines: [Substring] { errorOutput.split(separator: "\n") }

  /// The lines of standard output as JSON objects.
  func jsonObjects() throws -> [[String: Any]] {
    try output.split(separator: "\n").map { line in
      guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
        throw CannotRun(reason: "no JSON object: \(line)")
      }
      return object
    }
  }

  /// The only JSON object of the output.
  func json() throws -> [String: Any] {
    let objects = try jsonObjects()
    guard objects.count == 1 else { throw CannotRun(reason: "\(objects.count) JSON objects") }
    return objects[0]
  }

  /// The program, as the build left it beside the tests.
  static func executable() throws -> String { try Launch.built("facelatch") }

  init(
    _ arguments: String..., input: String = "", passcodes: String? = nil, output: Output = .captured,
    folder: String? = nil, environment: [String: String] = [:]
  ) throws {
    try self.init(
      bytes: arguments.map { Array($0.utf8) }, input: Array(input.utf8), passcodes: passcodes, output: output,
      folder: folder, environment: environment)
  }

  /// Runs the program to its end. It has no terminal.
  ///
  /// - Parameters:
  ///   - passcodes: What it finds in descriptor 3.
  ///   - seconds: When it is killed, if it has not ended by then.
  ///   - isMoment: Is asked again and again; when it says so, the program gets the signal of Control-C.
  init(
    bytes arguments: [[UInt8]], input: [UInt8] = [], passcodes: String? = nil, output: Output = .captured,
    folder: String? = nil, environment: [String: String] = [:], killedAfter seconds: Double? = nil,
    interruptedWhen isMoment: () -> Bool = { false }
  ) throws {
    var launch = Launch(try Self.executable(), bytes: arguments)
    launch.environment["FACELATCH_ISA"] = nil
    // The store and the configuration of whoever runs the tests are none of theirs.
    for name in ["FACELATCH_STORE", "FACELATCH_CONFIG"] { launch.environment[name] = nil }
    if environment["HOME"] == nil {
      for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME"] { launch.environment[name] = "/nonexistent" }
    }
    launch.environment.merge(environment) { $1 }
    launch.folder = folder
    let run = try CompletedRun(
      launch, .init(input: input, passcodes: passcodes, output: output), killedAfter: seconds,
      interruptedWhen: isMoment)
    self.output = run.output
    errorOutput = run.errorOutput
    switch run.ending {
    case .exit(let code): (self.code, signal) = (code, nil)
    case .signal(let signal): (code, self.signal) = (nil, signal)
    }
  }
}

/// The pictures that come with the package.
enum Samples {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("SampleImages").path

  static func path(_ name: String) -> String { folder + "/" + name }
}
