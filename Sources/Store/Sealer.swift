import CSodium

/// The place of one sealed value in the database.
struct Cell {
  var table: String
  var column: String
  var user: String
  /// The key of a secret; empty elsewhere.
  var key: String = ""
}

/// Seals values with XChaCha20-Poly1305 (libsodium) so that nobody without the key reads or changes them.
///
/// The place of a value is authenticated with it: one that was moved to another place does not open.
struct Sealer: Sendable {
  private let key: StoreKey

  /// The version of the database's format, which is part of every place.
  let schema: Int

  init(key: StoreKey, schema: Int) {
    self.key = key
    self.schema = schema
  }

  private static let nonceBytes = Int(crypto_aead_xchacha20poly1305_ietf_NPUBBYTES)
  private static let tagBytes = Int(crypto_aead_xchacha20poly1305_ietf_ABYTES)

  /// Seals a value for its place: a fresh random nonce, then the encrypted value and its tag.
  func seal(_ plain: [UInt8], for cell: Cell) throws(StoreError) -> [UInt8] {
    let nonce = try Sodium.randomBytes(Self.nonceBytes)
    let place = placeBytes(cell)
    var sealed = [UInt8](repeating: 0, count: Self.nonceBytes + plain.count + Self.tagBytes)
    let status = sealed.withUnsafeMutableBufferPointer { output in
      guard let base = output.baseAddress else { return Int32(-1) }
      base.update(from: nonce, count: Self.nonceBytes)
      return crypto_aead_xchacha20poly1305_ietf_encrypt(
        base + Self.nonceBytes, nil, plain, UInt64(plain.count), place, UInt64(place.count), nil, nonce,
        key.bytes)
    }
    guard status == 0 else { throw .cryptography(reason: "a value could not be sealed") }
    return sealed
  }

  /// Opens a sealed value.
  ///
  /// - Returns: `nil` when it was sealed by another key or for another place, or was changed since.
  func open(_ sealed: [UInt8], for cell: Cell) -> [UInt8]? {
    guard sealed.count >= Self.nonceBytes + Self.tagBytes else { return nil }
    let place = placeBytes(cell)
    var plain = [UInt8](repeating: 0, count: sealed.count - Self.nonceBytes - Self.tagBytes)
    let status = sealed.withUnsafeBufferPointer { input in
      guard let base = input.baseAddress else { return Int32(-1) }
      return crypto_aead_xchacha20poly1305_ietf_decrypt(
        &plain, nil, nil, base + Self.nonceBytes, UInt64(sealed.count - Self.nonceBytes),
        place, UInt64(place.count), base, key.bytes)
    }
    return status == 0 ? plain : nil
  }

  /// The place as bytes; every text is preceded by its length, so that no two places look alike.
  private func placeBytes(_ cell: Cell) -> [UInt8] {
    var bytes = Array("Facelatch".utf8)
    append(UInt32(truncatingIfNeeded: schema), to: &bytes)
    for text in [cell.table, cell.column, cell.user, cell.key] {
      append(UInt32(truncatingIfNeeded: text.utf8.count), to: &bytes)
      bytes += text.utf8
    }
    return bytes
  }

  private func append(_ number: UInt32, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }
}
