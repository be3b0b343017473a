import Glibc

/// A program as it is to be started, with the signals that a shell would start it with.
package struct Launch {
  /// What a descriptor of the program is.
  package enum Descriptor: Sendable {
    case reading(String)
    case writing(String)
    /// A terminal; the first one that the leader of a session opens becomes the session's own.
    case terminal(String)
    /// One of the test's, or of those that are named before it.
    case copy(of: Int32)
    case closed
  }

  /// What keeps the language's crash reporter from waiting for a key at a terminal.
  package static let bareEnvironment = [
    "PATH": "/usr/bin:/bin", "LC_ALL": "C", "SWIFT_BACKTRACE": "enable=no",
  ]

  /// The variables that the test program was started with.
  package static let inheritedEnvironment: [String: String] = {
    let entries = ((try? TestFile.bytes("/proc/self/environ")) ?? []).split(separator: 0).map { entry in
      let parts = entry.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      return (parts[0], parts.count > 1 ? parts[1] : "")
    }
    return Dictionary(entries) { first, _ in first }
  }()

  package var program: String
  package var arguments: [[UInt8]]
  package var environment = Launch.inheritedEnvironment
  /// The working folder; `nil` for the test's.
  package var folder: String?
  /// In this order; those that are not named are the test's.
  package var descriptors: [(number: Int32, what: Descriptor)] = []
  /// A session of its own has no terminal until it opens one.
  package var hasOwnSession = true

  package init(_ program: String, bytes arguments: [[UInt8]]) {
    self.program = program
    self.arguments = arguments
  }

  package init(_ program: String, _ arguments: [String] = []) {
    self.init(program, bytes: arguments.map { Array($0.utf8) })
  }

  /// The path of a program of this package: it lies beside the one that runs the tests.
  package static func built(_ name: String) throws(SystemFailure) -> String {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { throw SystemFailure("/proc/self/exe", code: errno) }
    let own = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = own.lastIndex(of: "/").map { String(own[...$0]) + name } ?? name
    guard access(path, X_OK) == 0 else { throw SystemFailure(path, code: errno) }
    return path
  }

  package func start() throws(SystemFailure) -> ChildProcess {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, what) in descriptors {
      switch what {
      case .reading(let path): posix_spawn_file_actions_addopen(&actions, number, path, O_RDONLY, 0)
      case .writing(let path):
        posix_spawn_file_actions_addopen(&actions, number, path, O_WRONLY | O_CREAT, 0o600)
      case .terminal(let path): posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
      case .copy(let original): posix_spawn_file_actions_adddup2(&actions, original, number)
      case .closed: posix_spawn_file_actions_addclose(&actions, number)
      }
    }

    // The threads of the test program block signals and may ignore some, which a child would inherit.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // `POSIX_SPAWN_SETSID`, which the C library's module does not show.
    let ownSession: Int32 = 0x80
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | (hasOwnSession ? ownSession : 0)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let words = (folder.map { ["/usr/bin/env", "-C", $0] } ?? []) + [program]
    let command = words.map { Array($0.utf8) } + arguments
    let variables = environment.map { Array("\($0.key)=\($0.value)".utf8) }
    var identifier = pid_t()
    let status = Self.withCStrings(command) { arguments in
      Self.withCStrings(variables) { variables in
        posix_spawn(&identifier, words[0], &actions, &attributes, arguments, variables)
      }
    }
    guard status == 0 else { throw SystemFailure(program, code: status) }
    return ChildProcess(identifier, leadsSession: hasOwnSession)
  }

  private static func withCStrings<Result>(
    _ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { string in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.count + 1)
      for (place, byte) in string.enumerated() { copy[place] = CChar(bitPattern: byte) }
      copy[string.count] = 0
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    return body(copies + [nil])
  }
}
