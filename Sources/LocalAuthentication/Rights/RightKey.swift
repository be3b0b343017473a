import Facelatch
import Foundation

/// The key under which a right lies in the vault.
///
/// It has to tell what authorises the right before anybody has authenticated, and the vault hands out values
/// only afterwards; so the requirement stands in the key. The vault seals a value together with its key: a
/// changed requirement makes the secret unreadable.
struct RightKey: Equatable, Sendable {
  /// Which application's right it is, and its identifier; hashes, since both may be any text.
  let application: String
  let identifier: String

  /// Grows with every saving under the same identifier; the greatest counts. A process that dies between
  /// writing the new right and removing the old one leaves both.
  let generation: Int
  let requirement: LAAuthenticationRequirement.Kind

  /// The enrolment that the right was made with; `nil` when nobody was enrolled.
  let enrolment: Data?

  private static let prefix = "LARight"

  init(
    application: String, identifier: String, generation: Int, requirement: LAAuthenticationRequirement.Kind,
    enrolment: Data?
  ) throws(StoreError) {
    self.application = try Self.shortHash(application)
    self.identifier = try Self.shortHash(identifier)
    self.generation = generation
    self.requirement = requirement
    self.enrolment = enrolment
  }

  /// Reads a key back; `nil` for one that is not a right's.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    guard parts.count == 6, parts[0] == Self.prefix, let generation = Int(parts[3]),
      let requirement = LAAuthenticationRequirement.Kind(rawValue: parts[4])
    else { return nil }
    application = parts[1]
    identifier = parts[2]
    self.generation = generation
    self.requirement = requirement
    enrolment = parts[5] == "-" ? nil : Data(hexadecimal: parts[5])
  }

  var text: String {
    let enrolmentText = enrolment.map { $0.hexadecimal } ?? "-"
    return [Self.prefix, application, identifier, String(generation), requirement.rawValue, enrolmentText]
      .joined(separator: ".")
  }

  /// 16 bytes in hexadecimal: enough that no two texts share one.
  static func shortHash(_ text: String) throws(StoreError) -> String {
    Data(try Digest.of(Array(text.utf8)).prefix(16)).hexadecimal
  }
}

extension Data {
  fileprivate init?(hexadecimal text: String) {
    let digits = text.compactMap { $0.hexDigitValue }
    guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
    self.init(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }

  fileprivate var hexadecimal: String {
    map { byte in
      let digits = String(byte, radix: 16)
      return byte < 16 ? "0" + digits : digits
    }.joined()
  }
}
