import Store

/// What a token was issued for: a store, and a person as she stood in it.
///
/// A new passcode, a change of what is enrolled, and the end of the record each leave another state, to which no token of
/// before belongs.
package struct ReleaseBinding: Sendable, Equatable {
  let store: [UInt8]
  let state: [UInt8]

  package init(_ record: UserRecord, in store: any Store) throws(StoreError) {
    self.store = store.identity
    // Each part behind its length, so that no two states look alike. A verifier has a salt of its own, so it differs also
    // where the same passcode is set again.
    let parts = [Array((record.passcodeVerifier ?? "").utf8), record.enrolmentNonce]
    var bytes: [UInt8] = []
    for part in parts {
      withUnsafeBytes(of: UInt64(part.count).littleEndian) { bytes += $0 }
      bytes += part
    }
    state = try Digest.of(bytes)
  }
}
