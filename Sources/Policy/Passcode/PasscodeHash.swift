import CSodium
import Platform
import Store

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
  /// - Throws: `StoreError.outOfMemory` when 256 MiB of memory are not to be had.
  public static func make(_ passcode: [UInt8]) throws(StoreError) -> String {
    try make(passcode, limits: .moderate)
  }

  package static func make(_ passcode: [UInt8], limits: Limits) throws(StoreError) -> String {
    try Sodium.prepare()
    var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
    let status = withCharacters(passcode) {
      crypto_pwhash_str(&text, $0, UInt64(passcode.count), limits.operations, limits.memoryBytes)
    }
    guard status == 0 else { throw .outOfMemory(byteCount: limits.memoryBytes) }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether a passcode is the one of a verifier.
  ///
  /// - Parameters:
  ///   - passcode: UTF-8 bytes.
  ///   - verifier: What `make` returned.
  /// - Throws: `StoreError.outOfMemory` where there is no memory for the comparison, `.cryptography` for a verifier that is
  ///   damaged: nothing is known of the passcode then.
  public static func verify(_ passcode: [UInt8], against verifier: String) throws(StoreError) -> Bool {
    try Sodium.prepare()
    guard let parts = Parts(verifier) else {
      throw .cryptography(reason: "the passcode's verifier is damaged")
    }
    // The library's own comparison says "no" also where it could compute nothing, so the hash is made here.
    var hash = [UInt8](repeating: 0, count: parts.hash.count)
    defer { Sodium.wipe(&hash) }
    let status = withCharacters(passcode) {
      crypto_pwhash(
        &hash, UInt64(hash.count), $0, UInt64(passcode.count), parts.salt, parts.limits.operations,
        parts.limits.memoryBytes, crypto_pwhash_alg_argon2id13())
    }
    guard status == 0 else { throw .outOfMemory(byteCount: parts.limits.memoryBytes) }
    return sodium_memcmp(hash, parts.hash, hash.count) == 0
  }

  /// What a verifier holds: `$argon2id$v=19$m=KIBIBYTES,t=PASSES,p=1$SALT$HASH`.
  private struct Parts {
    let limits: Limits
    let salt: [UInt8]
    let hash: [UInt8]

    init?(_ verifier: String) {
      let fields = verifier.split(separator: "$", omittingEmptySubsequences: false)
      guard verifier.utf8.count < crypto_pwhash_strbytes(), fields.count == 6, fields[0].isEmpty,
        fields[1] == "argon2id", fields[2] == "v=19"
      else { return nil }
      let settings = fields[3].split(separator: ",")
      guard settings.count == 3, settings[0].hasPrefix("m="), settings[1].hasPrefix("t="),
        settings[2] == "p=1",
        let kibibytes = UInt32(settings[0].dropFirst(2)), let passes = UInt32(settings[1].dropFirst(2)),
        Int(kibibytes) * 1_024 >= crypto_pwhash_memlimit_min(), passes >= crypto_pwhash_opslimit_min(),
        let salt = Self.bytes(fields[4]), salt.count == crypto_pwhash_saltbytes(),
        let hash = Self.bytes(fields[5]), hash.count >= crypto_pwhash_bytes_min()
      else { return nil }
      limits = Limits(operations: UInt64(passes), memoryBytes: Int(kibibytes) * 1_024)
      (self.salt, self.hash) = (salt, hash)
    }

    /// Bytes that are written in Base64 without padding.
    private static func bytes(_ text: Substring) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: text.utf8.count)
      var count = 0
      let status = sodium_base642bin(
        &bytes, bytes.count, String(text), text.utf8.count, nil, &count, nil,
        sodium_base64_VARIANT_ORIGINAL_NO_PADDING)
      return status == 0 ? Array(bytes[..<count]) : nil
    }
  }

  /// The bytes as the C library's characters, without a copy.
  private static func withCharacters(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, !buffer.isEmpty else { return withUnsafePointer(to: 0, body) }
      return body(base.assumingMemoryBound(to: CChar.self))
    }
  }
}
