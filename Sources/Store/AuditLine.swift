import Formats
import Platform

/// A line of the audit log: what it says, and how it hangs on the one before.
package struct AuditLine: Sendable {
  /// The entry as it is written.
  package let json: JSON
  /// Its place in the log, from 1.
  package let number: Int
  /// SHA-256 of the line before; `nil` for the first.
  package let previous: String?
  /// SHA-256 of this line.
  package let digest: String

  /// Reads a line.
  ///
  /// - Parameter bytes: The line without its end.
  /// - Returns: `nil` where it is no entry of a log whose lines hang on each other.
  package init?(_ bytes: [UInt8]) {
    let reader = DocumentReader()
    guard let document = reader.document(bytes), let number = document["number"]?.wholeNumber(), number > 0,
      document["event"]?.string() != nil
    else { return nil }
    json = .object(document.members)
    self.number = number
    previous = document.optional("previous")?.string()
    digest = SHA256.hexadecimalDigest(bytes)
  }

  var head: AuditHead { AuditHead(number: number, digest: digest) }
}
