import Foundation

@testable import facelatch

/// One run of the built program, with what it wrote and how it ended.
struct ProgramRun {
  struct CannotRun: Error {
    let reason: String
  }

  /// Where the program's standard output goes.
  enum Output {
    case captured
    /// A pipe that nobody reads any more.
    case brokenPipe
    /// No descriptor at all.
    case closed
    case file(String)
  }

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
  static let executable: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("facelatch").path
  }()

  init(
    _ arguments: String..., input: String = "", passcodes: String? = nil, output: Output = .captured,
    folder: String? = nil, environment: [String: String] = [:]
  ) throws {
    try self.init(
      bytes: arguments.map { Array($0.utf8) }, input: Array(input.utf8), passcodes: passcodes, output: output,
      folder: folder, environment: environment)
  }

  /// Runs the program to its end, or kills it after a minute. It has no terminal.
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
    let files = try TemporaryFolder()
    try files.write(input, to: "input")

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, files.file("input"), O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, files.file("error"), O_WRONLY | O_CREAT, 0o600)
    if let passcodes {
      try files.write(passcodes, to: "passcodes")
      posix_spawn_file_actions_addopen(&actions, 3, files.file("passcodes"), O_RDONLY, 0)
    }
    var pipeEnds: [Int32] = [-1, -1]
    switch output {
    case .captured:
      posix_spawn_file_actions_addopen(&actions, 1, files.file("output"), O_WRONLY | O_CREAT, 0o600)
    case .file(let path): posix_spawn_file_actions_addopen(&actions, 1, path, O_WRONLY, 0)
    case .closed: posix_spawn_file_actions_addclose(&actions, 1)
    case .brokenPipe:
      // A socket, because only a socket can be made in one step so that no other child process inherits its end.
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      guard socketpair(AF_UNIX, kind, 0, &pipeEnds) == 0 else { throw CannotRun(reason: "no socket") }
      close(pipeEnds[0])
      posix_spawn_file_actions_adddup2(&actions, pipeEnds[1], 1)
    }

    // The test runner may ignore signals; the program is to meet them as a shell would start it.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    sigaddset(&signals, SIGINT)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // A session of its own has no terminal, so that nothing is asked of whoever runs the tests.
    let ownSession: Int32 = 0x80
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | ownSession))

    let variables = ProcessInfo.processInfo.environment.filter { $0.key != "FACELATCH_ISA" }
      .merging(environment) { $1 }.map { Array("\($0.key)=\($0.value)".utf8) }
    var process = pid_t()
    let launcher = folder.map { ["/usr/bin/env", "-C", $0] } ?? []
    let words = (launcher + [Self.executable]).map { Array($0.utf8) } + arguments
    let status = Self.withCStrings(words) { argv in
      Self.withCStrings(variables) { envp in
        posix_spawn(&process, launcher.first ?? Self.executable, &actions, &attributes, argv, envp)
      }
    }
    if pipeEnds[1] >= 0 { close(pipeEnds[1]) }
    guard status == 0 else { throw CannotRun(reason: "cannot start \(Self.executable): \(status)") }

    let ending = try Self.ending(of: process, killedAfter: seconds, interruptedWhen: isMoment)
    code = ending & 0x7f == 0 ? (ending >> 8) & 0xff : nil
    signal = ending & 0x7f == 0 ? nil : ending & 0x7f
    self.output = String(decoding: (try? files.contents("output")) ?? [], as: UTF8.self)
    errorOutput = String(decoding: try files.contents("error"), as: UTF8.self)
  }

  private static func ending(
    of process: pid_t, killedAfter seconds: Double?, interruptedWhen isMoment: () -> Bool
  ) throws -> Int32 {
    var status: Int32 = 0
    if let seconds {
      usleep(UInt32(seconds * 1e6))
      kill(process, SIGKILL)
      waitpid(process, &status, 0)
      return status
    }
    for _ in 0..<12_000 {
      if waitpid(process, &status, WNOHANG) == process { return status }
      if isMoment() { kill(process, SIGINT) }
      usleep(5_000)
    }
    kill(process, SIGKILL)
    waitpid(process, &status, 0)
    throw CannotRun(reason: "still running after a minute")
  }

  private static func withCStrings<Result>(
    _ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = strings.map { string in
      string.withUnsafeBytes {
        strndup($0.bindMemory(to: CChar.self).baseAddress ?? UnsafePointer(strdup("")!), $0.count)
      }
    }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}

/// The pictures that come with the package.
enum Samples {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("SampleImages").path

  static func path(_ name: String) -> String { folder + "/" + name }
}
