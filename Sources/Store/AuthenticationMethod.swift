/// How somebody proved to be the owner.
public enum AuthenticationMethod: String, Sendable, Codable {
  case biometrics, passcode
}
