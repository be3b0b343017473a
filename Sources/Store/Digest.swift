import CSodium

/// BLAKE2b of 32 bytes, for names and states that must not be readable or reversible.
package enum Digest {
  /// The digest of some bytes.
  ///
  /// - Parameters:
  ///   - bytes: any number of them.
  ///   - key: makes the digest one that only its holder can compute; at most 64 bytes, `nil` for a plain
  ///     digest.
  /// - Throws: `StoreError.cryptography` when the library does not work or the key is too long.
  package static func of(_ bytes: [UInt8], key: [UInt8]? = nil) throws(StoreError) -> [UInt8] {
    try Sodium.prepare()
    let key = key ?? []
    var digest = [UInt8](repeating: 0, count: Int(crypto_generichash_BYTES))
    guard crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), key, key.count) == 0 else {
      throw .cryptography(reason: "a digest with a key of \(key.count) bytes was refused")
    }
    return digest
  }
}
