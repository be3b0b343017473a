import Facelatch

extension Failure {
  /// The store does not work, or what was asked of it makes no sense; with the option that helps.
  init(_ error: StoreError) {
    let exitCode: ExitCode =
      switch error {
      case .invalidName, .invalidSecretKey: .usage
      case .unknownUser, .tooLarge: .unusableInput
      default: .configuration
      }
    self.init(cause: error.description, exitCode: exitCode)
    switch error {
    case .wrongKind, .wrongOwner, .notAStore: cause += " with --store"
    default: break
    }
  }

  /// Does something with the store, and tells what goes wrong as a failure.
  static func whenStoring<Result>(_ body: () throws(StoreError) -> Result) throws(Failure) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      throw Failure(error)
    }
  }

  /// A passcode was not set, changed or removed, or what it protects was not allowed.
  init(_ error: PasscodeError) {
    switch error {
    case .store(let error): self.init(error)
    case .unsuitable, .differs:
      self.init(cause: error.description, exitCode: .unusableInput)
    case .alreadySet: self.init(cause: error.description, exitCode: .no)
    case .notSet, .refused, .cancelled, .systemCancelled:
      self.init(
        cause: error.description, exitCode: .no, authenticationError: error.authenticationError)
    }
  }

  /// A face was not enrolled or not removed.
  init(_ error: EnrolmentError) {
    switch error {
    case .passcode(let error): self.init(error)
    case .store(let error): self.init(error)
    case .engine: self.init(cause: error.description, exitCode: .configuration)
    case .tooFewFrames, .severalPeople, .tooManyAppearances, .unknownAppearance, .invalidLabel:
      self.init(cause: error.description, exitCode: .unusableInput)
    }
  }

  /// A secret was not handed out.
  init(_ error: VaultError) {
    switch error {
    case .store(let error): self.init(error)
    case .notReleased, .assuranceTooLow:
      self.init(
        cause: error.description, exitCode: .no, authenticationError: .authenticationFailed)
    }
  }

  /// Somebody was not let in.
  init(_ outcome: Outcome, user: String) {
    if let error = outcome.storeError {
      self.init(error)
      authenticationError = outcome.error
      return
    }
    let cause = outcome.obstacles.last.map { Failure($0, exitCode: .no).line } ?? "authentication failed"
    self.init(printable(user), cause: cause, exitCode: .no, authenticationError: outcome.error)
  }

}

extension Failure {
  /// The failure as the documented `error` object.
  var json: JSON {
    if let error = authenticationError { return error.json(message: cause) }
    return .object([
      "domain": .string("Facelatch"), "code": .integer(Int(exitCode.rawValue)),
      "name": .string(exitCode.name), "message": .string(line),
    ])
  }
}

extension ExitCode {
  fileprivate var name: String {
    switch self {
    case .yes: "none"
    case .no: "refused"
    case .usage: "usage"
    case .unusableInput: "unusableInput"
    case .configuration: "configuration"
    }
  }
}

extension AuthenticationError {
  /// The error as the documented `error` object.
  ///
  /// - Parameter message: `nil` for Apple's text.
  func json(message: String? = nil) -> JSON {
    .object([
      "domain": .string("com.apple.LocalAuthentication"), "code": .integer(code), "name": .string(name),
      "message": .string(message ?? longStandingText),
    ])
  }
}
