/// A kind of credential that an app can put into a context ahead of time.
public enum LACredentialType: Int, Sendable {
  /// A password of the app's own, as UTF-8.
  case applicationPassword = 0
  /// The PIN of a smart card; not supported on Linux.
  case smartCardPIN = -3
}
