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
    // What the library does not know it would call a wrong passcode.
    guard verifier.hasPrefix(algorithm), verifier.utf8.count < crypto_pwhash_strbytes(),
      let memoryBytes = memoryBytes(of: verifier)
    else { throw damaged }
    // The library says "no" to everything; a comparison that was made and failed shows by EINVAL alone.
    errno = 0
    let status = withCharacters(passcode) {
      crypto_pwhash_str_verify(verifier, $0, UInt64(passcode.count))
    }
    switch (status, errno) {
    case (0, _): return true
    case (_, EINVAL): return false
    case (_, ENOMEM), (_, EAGAIN): throw .outOfMemory(byteCount: memoryBytes)
    default: throw damaged
    }
  }

  private static let algorithm = "$argon2id$"

  private static let damaged = StoreError.cryptography(reason: "the passcode's verifier is damaged")

  /// The memory that one comparison takes, from the `m=KIBIBYTES` of a verifier.
  private static func memoryBytes(of verifier: String) -> Int? {
    let settings = verifier.split(separator: "$").dropFirst(2).first
    let memory = settings?.split(separator: ",").first { $0.hasPrefix("m=") }
    return memory.flatMap { Int($0.dropFirst(2)) }.flatMap { kibibytes in
      (0...Int(UInt32.max)).contains(kibibytes) ? kibibytes * 1_024 : nil
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
