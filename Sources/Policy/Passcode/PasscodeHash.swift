import CSodium
import Store

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The verifier of a passcode: Argon2id by libsodium, which also compares in constant time.
public enum PasscodeHash {
  /// How much work one guess costs.
  package struct Limits: Sendable {
    var operations: UInt64
    var memoryBytes: Int

    /// 3 passes over 256 MiB: several tenths of a second on one core.
    package static let moderate = Limits(
      operations: UInt64(crypto_pwhash_opslimit_moderate()), memoryBytes: crypto_pwhash_memlimit_moderate())

    /// The least that the library accepts; for tests alone, it protects nothing.
    package static let leastForTests = Limits(
      operations: UInt64(crypto_pwhash_opslimit_min()), memoryBytes: crypto_pwhash_memlimit_min())
  }

  /// Makes the verifier of a passcode.
  ///
  /// - Parameter passcode: UTF-8 bytes.
  /// - Returns: A text that holds algorithm, limits, salt and hash.
  /// - Throws: `StoreError.cryptography` when 256 MiB of memory are not to be had.
  public static func make(_ passcode: [UInt8]) throws(StoreError) -> String {
    try make(passcode, limits: .moderate)
  }

  package static func make(_ passcode: [UInt8], limits: Limits) throws(StoreError) -> String {
    try Sodium.prepare()
    var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
    let status = withCharacters(passcode) {
      crypto_pwhash_str(&text, $0, UInt64(passcode.count), limits.operations, limits.memoryBytes)
    }
    guard status == 0 else {
      throw .cryptography(
        reason: "not enough memory for the passcode's verifier (\(limits.memoryBytes) bytes)")
    }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether a passcode is the one of a verifier.
  ///
  /// - Returns: `false` also for a verifier that is damaged, and where memory does not suffice.
  public static func verify(_ passcode: [UInt8], against verifier: String) -> Bool {
    guard (try? Sodium.prepare()) != nil, verifier.utf8.count < crypto_pwhash_strbytes() else { return false }
    return withCharacters(passcode) { crypto_pwhash_str_verify(verifier, $0, UInt64(passcode.count)) } == 0
  }

  /// The bytes as the C library's characters, without a copy.
  private static func withCharacters(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, !buffer.isEmpty else { return withUnsafePointer(to: 0, body) }
      return body(base.assumingMemoryBound(to: CChar.self))
    }
  }
}
