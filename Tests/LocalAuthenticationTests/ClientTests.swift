import ClientSnippets
import Facelatch
import Foundation
import LocalAuthentication
import Testing

@Suite("Client code in Swift 5 mode", .timeLimit(.minutes(5)))
struct ClientTests {
  @Test("the asynchronous form in do and catch")
  func asynchronous() async throws {
    let engine = try ScriptedAuthenticator([.face, .fails(.userFallback), .fails(.userCancel)])
    await DefaultAuthenticator.$replacement.withValue(engine) {
      #expect(await ErrorPatterns.unlock(.deviceOwnerAuthentication) == "open")
      #expect(await ErrorPatterns.unlock(.deviceOwnerAuthentication) == "fallback")
      #expect(await ErrorPatterns.unlock(.deviceOwnerAuthentication) == "Canceled by user.")
    }
  }

  @Test("a subclass for tests overrides asking, evaluating and the kind of biometry")
  func stub() async throws {
    let stub = StubContext()
    #expect(stub.biometryType == .touchID)
    #expect(stub.availability() == nil)
    #expect(await stub.reply(reason: "why").success)
    stub.answer = (false, LAError(.userCancel))
    // The asynchronous form goes through the overridden one, as on Apple's systems.
    await #expect(throws: LAError(.userCancel)) {
      try await stub.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "because")
    }
    #expect(stub.reasons == ["why", "because"])
    stub.usable = false
    #expect(stub.availability() == .biometryNotAvailable)
  }

  @Test("a context conforms to a protocol of the app's own")
  func conformance() async throws {
    let engine = try ScriptedAuthenticator([.face])
    var context: any ContextLike = LAContext(evaluator: engine)
    context.localizedFallbackTitle = "Use the password"
    #expect(try await context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Test"))
    #expect(engine.requests.first?.fallbackTitle == "Use the password")
  }
}
