import Policy
import Store

extension LocalAuthenticator {
  /// What one application may know of the enrolment: 32 bytes that change whenever the enrolment does, and
  /// that differ between applications, so that two of them cannot tell that they serve the same person.
  ///
  /// - Parameter application: names the application among all of this machine.
  /// - Returns: `nil` while nobody is enrolled.
  public func enrolmentState(for application: String) -> [UInt8]? {
    guard let state = enrolmentState() else { return nil }
    // The random state is the key: without it nobody computes what another application sees.
    return try? Digest.of(Array(application.utf8), key: Digest.of(state))
  }
}
