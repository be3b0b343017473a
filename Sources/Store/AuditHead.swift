/// A line of the audit log as what comes after it knows it.
struct AuditHead: Sendable, Equatable {
  /// Its place in the log, from 1.
  var number: Int
  /// SHA-256 of the line without its end, in hexadecimal digits.
  var digest: String
}

extension AuditHead {
  /// What is sealed in the store.
  var bytes: [UInt8] { Array("\(number) \(digest)".utf8) }

  /// - Returns: `nil` where the bytes are none of a head.
  init?(bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard parts.count == 2, let number = Int(parts[0]), number > 0 else { return nil }
    self.init(number: number, digest: String(parts[1]))
  }
}
