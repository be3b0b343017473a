/// What a person has to show to be let in.
public enum Policy: String, Sendable, Codable, CaseIterable {
  /// The face alone.
  case biometrics
  /// The face first, where it is enrolled and not locked, else the passcode.
  case deviceOwner = "device-owner"
}
