import CSodium

/// The few functions of libsodium that more than one part uses.
package enum Sodium {
  /// Makes the library ready; cheap when it is, and safe from several threads.
  package static func prepare() throws(StoreError) {
    guard sodium_init() >= 0 else { throw .cryptography(reason: "it could not be initialised") }
  }

  /// Random bytes that nobody can predict.
  package static func randomBytes(_ count: Int) throws(StoreError) -> [UInt8] {
    try prepare()
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialised in
      if let base = buffer.baseAddress { randombytes_buf(base, count) }
      initialised = count
    }
  }

  /// Overwrites a secret with zeros in a way that the optimiser does not remove.
  ///
  /// Reaches the array's own memory only when nobody else holds a copy, so secrets are passed on, never kept twice.
  package static func wipe(_ bytes: inout [UInt8]) {
    bytes.withUnsafeMutableBytes { buffer in
      if let base = buffer.baseAddress { sodium_memzero(base, buffer.count) }
    }
    bytes.removeAll()
  }
}
