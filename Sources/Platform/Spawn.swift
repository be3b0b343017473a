/// Starts programs, without a shell. They begin with the default answer to every signal and with none blocked, whatever
/// the threads of this process do.
package enum Spawn {
  /// What a program finds under the number of a descriptor.
  package enum Descriptor: Sendable {
    /// Nothing to read, and room for everything.
    case null
    /// What leads to where a descriptor of this process leads.
    case copy(Int32)
  }

  /// What sets a program apart from this one.
  package enum Separation: Sendable {
    /// A group of its own: the keys of the terminal that signal this process do not reach it.
    case group
    /// A session of its own, without the terminal.
    case session
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its file.
  ///   - arguments: As the program sees them, the first one being what it is called.
  ///   - environment: `nil` for that of this process.
  ///   - descriptors: What it finds under the numbers from 0; the other ones of this process that are not to be closed pass
  ///     on.
  /// - Returns: The process, which somebody has to wait for; `nil` when it cannot be started.
  package static func start(
    _ program: Path, arguments: [String], environment: [String]? = nil, descriptors: [Descriptor],
    separation: Separation
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    guard posix_spawnattr_init(&attributes) == 0 else { return nil }
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flag = separation == .group ? POSIX_SPAWN_SETPGROUP : setSession
    posix_spawnattr_setflags(&attributes, Int16(flag | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    for (number, descriptor) in descriptors.enumerated() {
      switch descriptor {
      case .null:
        posix_spawn_file_actions_addopen(
          &actions, Int32(number), "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
      case .copy(let other): posix_spawn_file_actions_adddup2(&actions, other, Int32(number))
      }
    }

    let arguments = arguments.map { (text: String) in strdup(text) }
    let variables = environment.map { $0.map { (text: String) in strdup(text) } }
    defer { for text in arguments + (variables ?? []) { free(text) } }
    var process = pid_t()
    let status = program.withCString { program in
      if let variables {
        posix_spawn(&process, program, &actions, &attributes, arguments + [nil], variables + [nil])
      } else {
        posix_spawn(&process, program, &actions, &attributes, arguments + [nil], environ)
      }
    }
    return status == 0 ? process : nil
  }

  /// `POSIX_SPAWN_SETSID`, which the C library's header shows to GNU sources alone.
  private static let setSession: Int32 = 0x80
}
