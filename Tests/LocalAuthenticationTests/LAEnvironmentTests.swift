import Facelatch
import Foundation
import LocalAuthentication
import Synchronization
import TestSupport
import Testing

@Suite("The environment", .timeLimit(.minutes(5)))
struct LAEnvironmentTests {
  @Test("the state tells camera, enrolment, lockout and passcode apart")
  func state() throws {
    let engine = try ScriptedAuthenticator()
    let environment = LAEnvironment(evaluator: engine)
    let usable = try #require(environment.state.biometry)
    #expect(usable.isUsable && usable.isEnrolled && !usable.isLockedOut && !usable.builtInSensorInaccessible)
    #expect(usable.biometryType == .faceID)
    #expect(usable.stateHash == LAContext(evaluator: engine).domainState.biometry.stateHash)
    #expect(environment.state.userPassword?.isSet == true)
    #expect(environment.state.userPassword?.isUsable == true)
    #expect(environment.state.allMechanisms.map { $0.localizedName } == ["Face", "Passcode"])
    #expect(environment.state.companions.isEmpty)

    engine.change { $0.isLocked = true }
    let locked = try #require(environment.state.biometry)
    #expect(!locked.isUsable && locked.isEnrolled && locked.isLockedOut)

    engine.change { $0 = .init(enrolment: nil) }
    let empty = try #require(environment.state.biometry)
    #expect(!empty.isUsable && !empty.isEnrolled && !empty.isLockedOut && empty.stateHash == nil)

    engine.change { $0 = .init(hasCamera: false, hasPasscode: false) }
    #expect(environment.state.biometry == nil)
    #expect(environment.state.userPassword?.isUsable == false)
    #expect(environment.state.allMechanisms.count == 1)
  }

  @Test("states of the same machine are equal, and a change makes them differ")
  func equality() throws {
    let engine = try ScriptedAuthenticator()
    let environment = LAEnvironment(evaluator: engine)
    let before = environment.state
    #expect(before == environment.state)
    engine.change { $0.hasPasscode = false }
    #expect(before != environment.state)
  }

  @Test("an observer hears of a change when the state is the new one, and nothing once it was removed")
  func observing() async throws {
    let engine = try ScriptedAuthenticator()
    let environment = LAEnvironment(evaluator: engine, pollingSeconds: 0.01)
    let observer = Observer()
    environment.addObserver(observer)
    engine.change { $0.isLocked = true }
    try await suspendUntil("a change") { !observer.changes.isEmpty }
    #expect(observer.changes.first == "false to true")
    environment.removeObserver(observer)
    let count = observer.changes.count
    // When another one has heard of two changes, the first of them has been told to everybody.
    let other = Observer()
    environment.addObserver(other)
    for isLocked in [false, true] {
      let heard = other.changes.count
      engine.change { $0.isLocked = isLocked }
      try await suspendUntil("another change") { other.changes.count > heard }
    }
    #expect(observer.changes.count == count)
  }

  @Test("an observer is not retained")
  func weakObserver() throws {
    let environment = LAEnvironment(evaluator: try ScriptedAuthenticator(), pollingSeconds: 0.01)
    weak var gone: Observer?
    do {
      let observer = Observer()
      environment.addObserver(observer)
      gone = observer
    }
    #expect(gone == nil)
  }

  @Test("the current user's environment follows the default authenticator")
  func currentUser() async throws {
    let engine = try ScriptedAuthenticator(machine: .init(hasPasscode: false))
    DefaultAuthenticator.$replacement.withValue(engine) {
      #expect(LAEnvironment.currentUser.state.userPassword?.isSet == false)
    }
  }
}

private final class Observer: NSObject, LAEnvironment.Observer, @unchecked Sendable {
  private let content = Mutex<[String]>([])

  var changes: [String] { content.withLock { $0 } }

  func environment(_ environment: LAEnvironment, stateDidChangeFromOldState oldState: LAEnvironment.State) {
    let old = oldState.biometry?.isLockedOut ?? false
    let new = environment.state.biometry?.isLockedOut ?? false
    content.withLock { $0.append("\(old) to \(new)") }
  }
}
