import CSodium

/// The key that seals the values of a store.
///
/// It lies in memory of its own that is kept out of swap where the system allows, and is wiped when the last owner
/// lets go.
final class StoreKey: @unchecked Sendable {
  /// Bytes of a key of XChaCha20-Poly1305.
  static let byteCount = 32

  /// `byteCount` bytes that nobody writes after `init`, which is what makes sharing between threads safe.
  let bytes: UnsafePointer<UInt8>

  private let memory: UnsafeMutableRawPointer

  /// Takes over a key and wipes the caller's copy.
  init(taking key: inout [UInt8]) throws(StoreError) {
    defer { Sodium.wipe(&key) }
    try Sodium.prepare()
    guard key.count == Self.byteCount, let memory = sodium_malloc(Self.byteCount) else {
      throw .cryptography(reason: "no protected memory for the key")
    }
    key.withUnsafeBytes { source in
      memory.copyMemory(from: source.baseAddress ?? UnsafeRawPointer(memory), byteCount: Self.byteCount)
    }
    sodium_mprotect_readonly(memory)
    self.memory = memory
    bytes = UnsafePointer(memory.assumingMemoryBound(to: UInt8.self))
  }

  deinit {
    sodium_free(memory)
  }
}
