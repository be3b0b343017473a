import Facelatch
import Foundation

extension LocalAuthenticator {
  /// What this application may know of the enrolment: a value that changes whenever the enrolment does and
  /// that differs between applications; `nil` while nobody is enrolled.
  var enrolmentHash: Data? {
    enrolmentState(for: Application.identifier).map { Data($0) }
  }
}

/// The running program, as far as Linux tells programs apart.
enum Application {
  /// The bundle's identifier, or the executable's name where there is no bundle.
  static var identifier: String {
    Bundle.main.bundleIdentifier ?? Bundle.main.executableURL?.lastPathComponent
      ?? ProcessInfo.processInfo.processName
  }
}
