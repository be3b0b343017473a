import Facelatch
import Foundation
import LocalAuthentication
import Testing

@Suite("The store of rights", .timeLimit(.minutes(5)))
struct LARightStoreTests {
  private let secret = Data("the key under the mat".utf8)

  @Test("a secret comes back after the right was found and authorised")
  func roundTrip() async throws {
    let engine = try ScriptedAuthenticator([.face])
    let store = LARightStore(evaluator: engine)
    try await store.saveRight(
      LARight(requirement: .biometry, evaluator: engine), identifier: "token", secret: secret)
    let right = try await store.right(forIdentifier: "token")
    #expect(right.state == .unknown)
    try await right.authorize(localizedReason: "Test")
    #expect(engine.requests.map { $0.policy } == [.biometrics])
    #expect(try await right.secret.rawData == secret)
  }

  @Test("a right that is not authorised, or no more, keeps its secret")
  func unauthorised() async throws {
    let engine = try ScriptedAuthenticator([.face])
    let store = LARightStore(evaluator: engine)
    let right = try await store.saveRight(LARight(evaluator: engine), identifier: "token", secret: secret)
    await #expect(throws: LAError.self) { try await right.secret.rawData }
    try await right.authorize(localizedReason: "Test")
    #expect(try await right.secret.rawData == secret)
    await right.deauthorize()
    let error = await #expect(throws: LAError.self) { try await right.secret.rawData }
    #expect(error?.code == .notInteractive)
  }

  @Test("a success opens the vault only for a while")
  func expiredToken() async throws {
    let engine = try ScriptedAuthenticator([.face], tokenLifetimeSeconds: -1)
    let store = LARightStore(evaluator: engine)
    let right = try await store.saveRight(LARight(evaluator: engine), identifier: "token", secret: secret)
    try await right.authorize(localizedReason: "Test")
    let error = await #expect(throws: LAError.self) { try await right.secret.rawData }
    #expect(error?.code == .notInteractive)
  }

  @Test("saving again replaces requirement and secret")
  func replacing() async throws {
    let engine = try ScriptedAuthenticator([.passcode])
    let store = LARightStore(evaluator: engine)
    for turn in 0..<3 {
      try await store.saveRight(
        LARight(requirement: .biometry, evaluator: engine), identifier: "token", secret: Data([UInt8(turn)]))
    }
    try await store.saveRight(LARight(evaluator: engine), identifier: "token", secret: secret)
    let right = try await store.right(forIdentifier: "token")
    try await right.authorize(localizedReason: "Test")
    #expect(engine.requests.map { $0.policy } == [.deviceOwner])
    #expect(try await right.secret.rawData == secret)
    #expect(try engine.vault().keys().count == 1)
  }

  @Test("a right without a secret says so, and an empty secret is one")
  func noSecret() async throws {
    let engine = try ScriptedAuthenticator([.face, .face])
    let store = LARightStore(evaluator: engine)
    let without = try await store.saveRight(LARight(evaluator: engine), identifier: "without")
    try await without.authorize(localizedReason: "Test")
    let error = await #expect(throws: NSError.self) { try await without.secret.rawData }
    #expect(error?.domain == NSOSStatusErrorDomain)
    #expect(error?.code == -25300)
    let empty = try await store.saveRight(LARight(evaluator: engine), identifier: "empty", secret: Data())
    try await empty.authorize(localizedReason: "Test")
    #expect(try await empty.secret.rawData.isEmpty)
  }

  @Test(
    "an identifier may be any text", arguments: ["", " ", "ä/ö\n", String(repeating: "long", count: 5000)])
  func identifiers(identifier: String) async throws {
    let engine = try ScriptedAuthenticator([.face])
    let store = LARightStore(evaluator: engine)
    try await store.saveRight(LARight(evaluator: engine), identifier: "other", secret: Data())
    try await store.saveRight(LARight(evaluator: engine), identifier: identifier, secret: secret)
    let right = try await store.right(forIdentifier: identifier)
    try await right.authorize(localizedReason: "Test")
    #expect(try await right.secret.rawData == secret)
  }

  @Test("a right that is not there, or was removed, is not found")
  func removing() async throws {
    let engine = try ScriptedAuthenticator()
    let store = LARightStore(evaluator: engine)
    let error = await #expect(throws: NSError.self) { _ = try await store.right(forIdentifier: "none") }
    #expect(error?.code == -25300)
    try await store.removeRight(forIdentifier: "none")
    for identifier in ["a", "b", "c", "d"] {
      try await store.saveRight(LARight(evaluator: engine), identifier: identifier, secret: secret)
    }
    try await store.removeRight(forIdentifier: "a")
    await #expect(throws: NSError.self) { _ = try await store.right(forIdentifier: "a") }
    try await store.removeRight(try await store.right(forIdentifier: "b"))
    await #expect(throws: NSError.self) { _ = try await store.right(forIdentifier: "b") }
    _ = try await store.right(forIdentifier: "c")
    try engine.vault().put([1], key: "not a right")
    try await store.removeAllRights()
    for identifier in ["c", "d"] {
      await #expect(throws: NSError.self) { _ = try await store.right(forIdentifier: identifier) }
    }
    #expect(try engine.vault().keys() == ["not a right"])
  }

  @Test("a right tied to the enrolment remembers it in the store")
  func currentSet() async throws {
    let engine = try ScriptedAuthenticator([.face])
    let store = LARightStore(evaluator: engine)
    try await store.saveRight(
      LARight(requirement: .biometryCurrentSet, evaluator: engine), identifier: "tied", secret: secret)
    try await store.right(forIdentifier: "tied").checkCanAuthorize()
    engine.change { $0.enrolment = [4] }
    let right = try await store.right(forIdentifier: "tied")
    let error = await #expect(throws: LAError.self) { try await right.authorize(localizedReason: "Test") }
    #expect(error?.code == .authenticationFailed)
    #expect(engine.requests.isEmpty)
  }

  @Test("a secret that the vault does not take is an error in words")
  func tooLarge() async throws {
    let engine = try ScriptedAuthenticator()
    let store = LARightStore(evaluator: engine)
    let right = LARight(evaluator: engine)
    let error = await #expect(throws: NSError.self) {
      _ = try await store.saveRight(right, identifier: "large", secret: Data(count: Vault.secretLimit))
    }
    #expect(error?.domain == "Facelatch.StoreError")
    #expect(error?.localizedDescription.contains("\(Vault.secretLimit)") == true)
  }

  @Test("the completion forms answer as the asynchronous ones do")
  func completions() async throws {
    let engine = try ScriptedAuthenticator([.face])
    let store = LARightStore(evaluator: engine)
    let right = LARight(evaluator: engine)
    let answers: [String] = await withCheckedContinuation { continuation in
      store.saveRight(right, identifier: "token", secret: Data([7])) { saved, error in
        guard let saved else { return continuation.resume(returning: ["not saved"]) }
        saved.authorize(localizedReason: "Test") { error in
          continuation.resume(returning: [error == nil ? "authorised" : "refused"])
        }
      }
    }
    #expect(answers == ["authorised"])
    let found: Bool = await withCheckedContinuation { continuation in
      store.right(forIdentifier: "token") { right, error in
        continuation.resume(returning: right != nil && error == nil)
      }
    }
    #expect(found)
    let removed: Bool = await withCheckedContinuation { continuation in
      store.removeAllRights { error in continuation.resume(returning: error == nil) }
    }
    #expect(removed)
    let missing: Bool = await withCheckedContinuation { continuation in
      store.right(forIdentifier: "token") { right, error in
        continuation.resume(returning: right == nil && error != nil)
      }
    }
    #expect(missing)
  }
}
