#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension LoginApp {
  /// Scripts see that nobody was logged in.
  static func exitWithFailure() -> Never {
    exit(1)
  }
}
