/// The key that seals the values of a store; the memory is wiped when the last owner lets go.
final class StoreKey: Sendable {
  /// Bytes of a key of XChaCha20-Poly1305.
  static let byteCount = 32
}
