import Foundation

extension LoginApp {
  /// Scripts see that nobody was logged in.
  static func exitWithFailure() -> Never {
    exit(1)
  }
}
