import Glibc

@testable import Facelatch
@testable import Policy
@testable import Store

/// A process of the test tool with pipes to its standard input and output.
final class TestProcess {
  let identifier: pid_t
  private var input: Int32
  private let output: Int32

  /// The tool lies beside the test program.
  static func toolPath() throws -> String {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let tool = folder + "/FacelatchTestTool"
    guard TestFile.exists(tool) else { throw StoreError.cannotAccess(path: tool, reason: "not built") }
    return tool
  }

  init(_ arguments: [String], flags: Int32 = 0) throws {
    let (childInput, input) = try Self.makePipe()
    let (output, childOutput) = try Self.makePipe()
    identifier = try Self.spawn(try Self.toolPath(), arguments, flags: flags) { actions in
      posix_spawn_file_actions_adddup2(&actions, childInput, 0)
      posix_spawn_file_actions_adddup2(&actions, childOutput, 1)
    }
    close(childInput)
    close(childOutput)
    (self.input, self.output) = (input, output)
  }

  deinit {
    closeInput()
    close(output)
  }

  /// Ends the standard input, for which the tool waits before it begins.
  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  func kill(_ signal: Int32 = SIGKILL) { Glibc.kill(identifier, signal) }

  /// Reads all that the process writes until it ends.
  func readOutput() -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(output, &chunk, chunk.count)
      if count > 0 { bytes += chunk[0..<count] } else if count == 0 || errno != EINTR { break }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads one line.
  func readLine() -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Waits for the end.
  ///
  /// - Returns: The status as `waitpid` tells it.
  @discardableResult
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    return status
  }

  /// Runs the tool where there is no terminal.
  ///
  /// - Returns: What it wrote.
  static func inOwnSession(_ arguments: [String]) throws -> String {
    let process = try TestProcess(arguments, flags: 0x80)
    process.closeInput()
    defer { process.wait() }
    return process.readOutput()
  }

  /// Starts a program with a small environment of its own.
  static func spawn(
    _ path: String, _ arguments: [String], flags: Int32 = 0,
    _ prepare: (inout posix_spawn_file_actions_t) -> Void
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    // The threads of the test program block signals, which a child would inherit.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(flags | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    prepare(&actions)
    let texts = ([path] + arguments).map { (text: String) in strdup(text) }
    // The language's crash reporter would wait for a key at the terminal.
    let variables = ["PATH=/usr/bin:/bin", "LC_ALL=C", "SWIFT_BACKTRACE=enable=no"].map { (text: String) in
      strdup(text)
    }
    defer { for text in texts + variables { free(text) } }
    var identifier = pid_t()
    let status = posix_spawn(&identifier, path, &actions, &attributes, texts + [nil], variables + [nil])
    guard status == 0 else { throw StoreError.cannotAccess(path: path, reason: systemMessage(status)) }
    return identifier
  }

  private static func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    // Other tests start processes at the same time, which must not inherit these ends: a socket can be made that way
    // in one step.
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw StoreError.cannotAccess(path: "pipe", reason: systemMessage(errno))
    }
    return (ends[0], ends[1])
  }
}
