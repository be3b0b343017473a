/// All that is kept about one person, but for the secrets.
public struct UserRecord: Sendable, Equatable {
  /// The name under which the record is found.
  public let name: String

  /// The enrolled looks; none before the first enrolment.
  public var appearances: [Appearance]

  /// Argon2id verifier of the passcode as libsodium writes it; `nil` while no passcode is set.
  public var passcodeVerifier: String?

  /// Whether the verifier was made of the passcode in normal form. One of an earlier version was made of the bytes as they were
  /// typed, and is compared with those.
  public var passcodeIsNormal: Bool

  /// Counters and times of attempts.
  public var attempts: AttemptState

  /// The id under which an app knows the device owner, once the app bound it.
  public var ownerIdentifier: String?

  /// Random bytes that change with every change of the enrolment; empty before the first.
  public var enrolmentNonce: [UInt8]

  /// Makes the record of a person without passcode and enrolment.
  public init(
    name: String, appearances: [Appearance] = [], passcodeVerifier: String? = nil,
    passcodeIsNormal: Bool = false,
    attempts: AttemptState = AttemptState(), ownerIdentifier: String? = nil, enrolmentNonce: [UInt8] = []
  ) {
    self.name = name
    self.appearances = appearances
    self.passcodeVerifier = passcodeVerifier
    self.passcodeIsNormal = passcodeIsNormal
    self.attempts = attempts
    self.ownerIdentifier = ownerIdentifier
    self.enrolmentNonce = enrolmentNonce
  }

  /// Whether a face is enrolled.
  public var isEnrolled: Bool { appearances.contains { !$0.templates.isEmpty } }
}
