import Glibc

/// A call of the system that a test cannot do without and that failed.
package struct SystemFailure: Error, CustomStringConvertible {
  package let description: String

  /// - Parameter code: What `errno` said.
  package init(_ what: String, code: Int32) {
    description = "\(what): \(String(cString: strerror(code)))"
  }
}
