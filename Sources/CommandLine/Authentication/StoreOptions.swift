import Facelatch
import Glibc

/// Where records are kept, by which rules, and who is asked for passcodes.
struct StoreOptions: Sendable {
  let location: StoreLocation
  let rules: PolicyRules
  private let passcodeDescriptor: Int?

  /// The presets of rules.
  private enum Preset: String, CaseIterable {
    case faceID = "face-id"
    case nist80063B = "nist-800-63b"
  }

  init(_ arguments: ParsedArguments) throws(Failure) {
    location = StoreLocation(explicit: try arguments.text(.store))
    rules = try Self.rules(arguments)
    passcodeDescriptor = try arguments.integer(.passcodeDescriptor, in: 0...1_048_575)
  }

  /// The rules that `--preset` names.
  static func rules(_ arguments: ParsedArguments) throws(Failure) -> PolicyRules {
    let preset = try arguments.choice(.preset, of: Preset.self) ?? .faceID
    return preset == .faceID ? .faceID : .nist80063B
  }

  var readsPasscodesFromStandardInput: Bool { passcodeDescriptor == 0 }

  /// A store, and the log beside it.
  struct Opened: Sendable {
    let store: any Store
    /// `nil` where there is no store yet.
    let audit: AuditLog?
    /// Where the store is missing: one sentence that says so.
    let absence: String?
  }

  /// Opens the store.
  ///
  /// - Parameter makesOne: Whether a missing one is made. Otherwise an empty one in memory stands for it: a question
  ///   must leave nothing behind.
  func open(makesOne: Bool = false) throws(Failure) -> Opened {
    let isMissing = access(location.database, F_OK) != 0 && errno == ENOENT
    guard makesOne || !isMissing else {
      return Opened(
        store: MemoryStore(), audit: nil, absence: "There is no store in \(printable(location.directory)).")
    }
    do {
      return Opened(
        store: try SQLiteStore(location: location), audit: AuditLog(location: location), absence: nil)
    } catch {
      throw Failure(error)
    }
  }

  /// Who is asked: the terminal, or the descriptor that was named.
  func prompt() throws(Failure) -> any PasscodePrompt {
    guard let passcodeDescriptor else { return TerminalPrompt() }
    guard let prompt = DescriptorPrompt(descriptor: Int32(passcodeDescriptor)) else {
      throw .usage(
        "'--passcode-fd \(passcodeDescriptor)': this descriptor is not open for reading",
        cure: "open it, for example with \(passcodeDescriptor)<FILE")
    }
    return prompt
  }
}

extension ParsedArguments {
  /// Whose record it is about.
  func user() throws(Failure) -> String {
    guard let user = try text(.user) else {
      throw .usage("'\(command)' needs '--user NAME'", command: command)
    }
    return user
  }
}
