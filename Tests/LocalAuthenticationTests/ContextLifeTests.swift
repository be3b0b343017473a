import Facelatch
import Foundation
import LocalAuthentication
import Synchronization
import TestSupport
import Testing

@Suite("The life of a context", .timeLimit(.minutes(5)))
struct ContextLifeTests {
  /// Starts an evaluation and puts its reply into a box.
  private func start(
    _ context: LAContext, _ policy: LAPolicy = .deviceOwnerAuthenticationWithBiometrics, into box: ReplyBox
  ) {
    context.evaluatePolicy(policy, localizedReason: "Test") { success, error in
      Task { await box.add(Reply(success: success, error: error)) }
    }
  }

  // MARK: Invalidating

  @Test("invalidating ends what runs with appCancel, and everything later with invalidContext")
  func invalidate() async throws {
    let engine = try ScriptedAuthenticator([.waits])
    let context = LAContext(evaluator: engine)
    let box = ReplyBox()
    start(context, into: box)
    try await engine.hasBegun(1)
    context.invalidate()
    #expect(try await box.wait(for: 1).map { $0.code } == [.appCancel])
    try await engine.hasEnded(1)
    #expect(engine.ended == [.app])
    context.invalidate()
    for policy in [
      LAPolicy.deviceOwnerAuthenticationWithBiometrics, .deviceOwnerAuthentication,
      .deviceOwnerAuthenticationWithCompanion,
    ] {
      #expect(context.availability(of: policy) == .invalidContext)
      #expect(await context.reply(to: policy).code == .invalidContext)
    }
    #expect(engine.requests.count == 1)
    #expect(await box.replies.count == 1)
  }

  @Test(
    "the reply to an invalidated evaluation does not wait for the engine, whose late success counts nothing")
  func invalidateHangingEngine() async throws {
    weak var lateEngine: ScriptedAuthenticator?
    weak var heldReply: Witness?
    let box = ReplyBox()
    do {
      let engine = try ScriptedAuthenticator([.hangs])
      let witness = Witness()
      (lateEngine, heldReply) = (engine, witness)
      let context = LAContext(evaluator: engine)
      context.evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Test") { success, error in
        Task {
          await box.add(Reply(success: success, error: error))
          withExtendedLifetime(witness) {}
        }
      }
      try await engine.hasBegun(1)
      context.invalidate()
      #expect(try await box.wait(for: 1).map { $0.code } == [.appCancel])
      engine.release()
    }
    // The evaluation keeps its engine to its end, and whoever could still reply keeps the reply.
    try await suspendUntil("the end of the evaluation") { lateEngine == nil }
    try await suspendUntil("the end of all replies") { heldReply == nil }
    #expect(await box.replies.count == 1)
  }

  private final class Witness: Sendable {}

  @Test("invalidating before anything ran leaves a context that nothing can be done with")
  func invalidateFresh() async throws {
    let engine = try ScriptedAuthenticator()
    let context = LAContext(evaluator: engine)
    context.invalidate()
    #expect(await context.reply().code == .invalidContext)
    #expect(engine.inquiries.isEmpty)
  }

  @Test("invalidating a context that has succeeded takes the success back")
  func invalidateSucceeded() async throws {
    let context = LAContext(evaluator: try ScriptedAuthenticator([.face]))
    #expect(await context.reply().success)
    context.invalidate()
    #expect(await context.reply().code == .invalidContext)
  }

  // MARK: Two evaluations

  @Test("a second evaluation of a context ends the first and goes on itself")
  func secondEvaluation() async throws {
    let engine = try ScriptedAuthenticator([.waits, .face])
    let context = LAContext(evaluator: engine)
    let older = ReplyBox()
    start(context, into: older)
    try await engine.hasBegun(1)
    #expect(await context.reply().success)
    let reply = try #require(try await older.wait(for: 1).first)
    #expect(reply.code == .systemCancel)
    #expect(reply.error?.localizedDescription == "Canceled by another authentication.")
    try await engine.hasEnded(1)
    #expect(engine.ended == [.system])
  }

  @Test("so does an evaluation of another context, whatever the policies")
  func secondContext() async throws {
    let engine = try ScriptedAuthenticator([.waits, .waits, .passcode])
    let older = ReplyBox()
    let contexts = [LAContext(evaluator: engine), LAContext(evaluator: engine), LAContext(evaluator: engine)]
    start(contexts[0], .deviceOwnerAuthentication, into: older)
    try await engine.hasBegun(1)
    start(contexts[1], .deviceOwnerAuthenticationWithBiometrics, into: older)
    try await engine.hasBegun(2)
    #expect(await contexts[2].reply(to: .deviceOwnerAuthentication).success)
    #expect(try await older.wait(for: 2).map { $0.code } == [.systemCancel, .systemCancel])
  }

  @Test("evaluations in front of different authenticators leave each other alone")
  func differentAuthenticators() async throws {
    let waiting = try ScriptedAuthenticator([.waits])
    let box = ReplyBox()
    let context = LAContext(evaluator: waiting)
    start(context, into: box)
    try await waiting.hasBegun(1)
    #expect(await LAContext(evaluator: try ScriptedAuthenticator([.face])).reply().success)
    #expect(await box.replies.isEmpty)
    context.invalidate()
    _ = try await box.wait(for: 1)
  }

  @Test("an evaluation that cannot start does not end the one that runs")
  func refusedEvaluation() async throws {
    let engine = try ScriptedAuthenticator([.waits])
    let box = ReplyBox()
    let running = LAContext(evaluator: engine)
    start(running, into: box)
    try await engine.hasBegun(1)
    let refused = LAContext(evaluator: engine)
    refused.interactionNotAllowed = true
    #expect(await refused.reply().code == .notInteractive)
    #expect(await refused.reply(to: .deviceOwnerAuthenticationWithCompanion).code == .companionNotAvailable)
    #expect(await box.replies.isEmpty)
    running.invalidate()
    _ = try await box.wait(for: 1)
  }

  @Test("of many evaluations started at once all reply, the last one with success")
  func manyEvaluations() async throws {
    let engine = try ScriptedAuthenticator(Array(repeating: .waits, count: 50))
    let context = LAContext(evaluator: engine)
    let box = ReplyBox()
    for _ in 0..<50 { start(context, into: box) }
    let superseded = try await box.wait(for: 49)
    #expect(superseded.allSatisfy { $0.code == .systemCancel })
    context.invalidate()
    #expect(try await box.wait(for: 50).last?.code == .appCancel)
  }

  // MARK: After a success

  @Test("a context that has succeeded succeeds again without asking")
  func reuse() async throws {
    let engine = try ScriptedAuthenticator([.face])
    let context = LAContext(evaluator: engine)
    for _ in 0..<3 { #expect(await context.reply().success) }
    #expect(engine.requests.count == 1)
  }

  @Test("a fresh context asks again")
  func freshContext() async throws {
    let engine = try ScriptedAuthenticator([.face, .fails(.userCancel)])
    #expect(await LAContext(evaluator: engine).reply().success)
    #expect(await LAContext(evaluator: engine).reply().code == .userCancel)
  }

  @Test("a failure is not remembered")
  func failureIsNotReused() async throws {
    let engine = try ScriptedAuthenticator([.fails(.userCancel), .face])
    let context = LAContext(evaluator: engine)
    #expect(await context.reply().code == .userCancel)
    #expect(await context.reply().success)
    #expect(engine.requests.count == 2)
  }

  @Test("a face is good for both policies, a passcode only for the one that takes it")
  func reuseAcrossPolicies() async throws {
    let faces = try ScriptedAuthenticator([.face])
    let byFace = LAContext(evaluator: faces)
    #expect(await byFace.reply(to: .deviceOwnerAuthenticationWithBiometrics).success)
    #expect(await byFace.reply(to: .deviceOwnerAuthentication).success)
    #expect(faces.requests.count == 1)

    let passcodes = try ScriptedAuthenticator([.passcode, .face])
    let byPasscode = LAContext(evaluator: passcodes)
    #expect(await byPasscode.reply(to: .deviceOwnerAuthentication).success)
    #expect(await byPasscode.reply(to: .deviceOwnerAuthentication).success)
    #expect(passcodes.requests.count == 1)
    #expect(await byPasscode.reply(to: .deviceOwnerAuthenticationWithBiometrics).success)
    #expect(passcodes.requests.map { $0.policy } == [.deviceOwner, .biometrics])
  }

  @Test("a former success needs no interaction, but does not outlive what makes the policy unusable")
  func reuseAndOrder() async throws {
    let engine = try ScriptedAuthenticator([.face])
    let context = LAContext(evaluator: engine)
    #expect(await context.reply().success)
    context.interactionNotAllowed = true
    #expect(await context.reply().success)
    engine.change { $0.isLocked = true }
    #expect(await context.reply().code == .biometryLockout)
  }

  // MARK: Where it runs

  @Test("evaluations go on while the program blocks all threads of Swift's pool")
  func blockedPool() async throws {
    let engine = try ScriptedAuthenticator([.face])
    let blockers = ProcessInfo.processInfo.activeProcessorCount * 40
    let release = DispatchSemaphore(value: 0)
    let blocked = Counter()
    for _ in 0..<blockers {
      Task.detached(priority: .userInitiated) {
        blocked.count.add(1, ordering: .sequentiallyConsistent)
        Self.block(release)
      }
    }
    let isReplied: Bool = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        // The pool has a thread for each processor.
        try? waitUntil("a full pool", within: .seconds(30)) {
          blocked.count.load(ordering: .sequentiallyConsistent)
            >= ProcessInfo.processInfo.activeProcessorCount
        }
        let reply = DispatchSemaphore(value: 0)
        LAContext(evaluator: engine).evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Test") {
          _, _ in
          reply.signal()
        }
        let result = reply.wait(timeout: .now() + 5)
        for _ in 0..<blockers { release.signal() }
        continuation.resume(returning: result == .success)
      }
    }
    #expect(isReplied)
  }

  private final class Counter: Sendable {
    let count = Atomic(0)
  }

  private static func block(_ semaphore: DispatchSemaphore) {
    semaphore.wait()
  }

  // MARK: Without a context

  @Test("an evaluation replies although nobody keeps its context")
  func unretainedContext() async throws {
    let engine = try ScriptedAuthenticator([.hangs])
    let box = ReplyBox()
    start(LAContext(evaluator: engine), into: box)
    try await engine.hasBegun(1)
    engine.release()
    #expect(try await box.wait(for: 1).map { $0.success } == [true])
  }

  @Test("a context is let go of once it is not used any more")
  func release() async throws {
    let engine = try ScriptedAuthenticator([.face, .waits])
    weak var finished: LAContext?
    do {
      let context = LAContext(evaluator: engine)
      finished = context
      #expect(await context.reply().success)
    }
    #expect(finished == nil)
  }
}
