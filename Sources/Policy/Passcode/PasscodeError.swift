import Platform
import Store

/// Why a passcode was not set, changed or removed, or why something that needs it was not allowed.
public enum PasscodeError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is a passcode already; it can be changed.
  case alreadySet(user: String)
  /// There is none.
  case notSet(user: String)
  /// The passcode was wrong, or none is accepted for now.
  case refused(PasscodeRefusal)
  /// The new passcode is too short or too long.
  case unsuitable(PasscodeRefusal)
  /// The repetition differs.
  case differs
  /// The person gave up.
  case cancelled
  /// The terminal went away.
  case systemCancelled
  case store(StoreError)

  public var description: String {
    switch self {
    case .alreadySet(let user):
      "user \"\(printable(user, limit: 40))\" has a passcode already; change it instead"
    case .notSet(let user):
      "user \"\(printable(user, limit: 40))\" has no passcode; set one first"
    case .refused(let refusal), .unsuitable(let refusal): refusal.clause
    case .differs: "the two passcodes differ; nothing was changed"
    case .cancelled: "cancelled; nothing was changed"
    case .systemCancelled: "the terminal went away; nothing was changed"
    case .store(let error): error.description
    }
  }

  /// The word for it in the audit log.
  var auditName: String {
    switch self {
    case .alreadySet: "alreadySet"
    case .unsuitable: "unsuitable"
    case .differs: "differs"
    case .store: "store"
    case .notSet, .refused, .cancelled, .systemCancelled: authenticationError.name
    }
  }

  /// The code that an app would see.
  public var authenticationError: AuthenticationError {
    switch self {
    case .notSet: .passcodeNotSet
    case .cancelled: .userCancel
    case .systemCancelled: .systemCancel
    case .alreadySet, .refused, .unsuitable, .differs, .store: .authenticationFailed
    }
  }
}
