import Findings
import Platform
import Store

/// Why a secret was not handed out.
public enum VaultError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The token does not hold here and now.
  case notReleased(ReleaseProblem)
  /// What the face was worth at the last success, and what the secret asks for.
  case assuranceTooLow(shown: Assurance, least: Assurance)
  /// The store does not work.
  case store(StoreError)

  public var description: String {
    switch self {
    case .notReleased(let problem): "the secret stays locked: \(problem.clause); authenticate again"
    case .assuranceTooLow(let shown, let least):
      "the secret stays locked: the last success has the assurance \(shown.rawValue), and \(least.rawValue) is asked for"
    case .store(let error): error.description
    }
  }

  /// The word for it in the audit log.
  var auditName: String {
    switch self {
    case .notReleased: "notReleased"
    case .assuranceTooLow: "assuranceTooLow"
    case .store: "store"
    }
  }
}

/// Why a token does not hold.
public enum ReleaseProblem: Sendable, Equatable {
  case otherUser
  case otherStore
  /// The passcode or the enrolment was changed since, or the person removed.
  case changed
  /// No clock can tell how old it is.
  case restarted
  case tooOld(seconds: Double)

  var clause: String {
    switch self {
    case .otherUser: "the last success was another user's"
    case .otherStore: "the last success was in another store"
    case .changed: "the passcode or the enrolment was changed since the last success"
    case .restarted: "the machine was restarted, or its clock was set, since the last success"
    case .tooOld(let seconds): "the last success is \(Int(seconds)) seconds old"
    }
  }
}
