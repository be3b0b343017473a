import Dispatch
import FacelatchTestSupport
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Facelatch

/// A prompt behind which a person thinks until the test lets them answer.
private final class ThinkingPerson: PasscodePrompt {
  private struct State {
    var asked = 0
    var wasForgotten = false
  }

  private let state = Mutex(State())
  private let answers = DispatchSemaphore(value: 0)

  /// How many evaluations wait for an answer, or have one.
  var asked: Int { state.withLock { $0.asked } }
  /// Whether a question waited for so long that the test cannot have gone on meanwhile.
  var wasForgotten: Bool { state.withLock { $0.wasForgotten } }

  func answer(_ count: Int) { for _ in 0..<count { answers.signal() } }

  func passcode(_ request: PasscodeRequest) -> PasscodeAnswer {
    state.withLock { $0.asked += 1 }
    guard answers.wait(timeout: .now() + 240) == .success else {
      state.withLock { $0.wasForgotten = true }
      return .cancelled
    }
    return .passcode(Array("correct horse".utf8))
  }

  func choice(after failure: FailureNotice, options: [PromptOption]) -> PromptDecision { .unattended }
}

/// A prompt that nobody answers until the evaluation is ended.
private final class WaitingPerson: PasscodePrompt {
  private let asked = Mutex(false)

  var isAsked: Bool { asked.withLock { $0 } }

  func passcode(_ request: PasscodeRequest) -> PasscodeAnswer {
    asked.withLock { $0 = true }
    let deadline = Deadline(after: .seconds(200))
    while !request.isInterrupted(), !deadline.hasStruck { usleep(10_000) }
    return request.isInterrupted() ? .systemCancelled : .unattended
  }

  func choice(after failure: FailureNotice, options: [PromptOption]) -> PromptDecision { .unattended }
}

@Suite("Asynchronous forms of the gate", .timeLimit(.minutes(10)))
struct GateThreadsTests {
  @Test("Evaluations and enrolments that wait for people leave Swift's threads to other tasks")
  func otherTasks() async throws {
    let count = 2 * ProcessInfo.processInfo.activeProcessorCount
    let store = MemoryStore()
    for number in 0..<count {
      try PasscodeManager.fast(store).set(
        user: "user \(number)", prompt: ProgrammaticPrompt.always("correct horse"))
    }
    let gate = Gate(unchecked: Configuration(), store: store)
    let person = ThinkingPerson()
    let enrolment = Task {
      try await gate.enrol("user 0", from: .picture(SamplePicture.path("obama.jpg")), prompt: person)
    }
    let evaluations = (1..<count).map { number in
      Task { await gate.authenticate("user \(number)", prompt: person) }
    }

    // This test is a task itself: it goes on only where a thread is left for it.
    let deadline = Deadline(after: .seconds(200))
    while person.asked < count, !deadline.hasStruck { try await Task.sleep(for: .milliseconds(10)) }
    #expect(person.asked == count)
    let sums = (0..<count).map { number in Task.detached { (0...number).reduce(0, +) } }
    for (number, sum) in sums.enumerated() { #expect(await sum.value == number * (number + 1) / 2) }
    #expect(!person.wasForgotten)

    person.answer(count)
    #expect(try await enrolment.value.templates == 1)
    for evaluation in evaluations { #expect(await evaluation.value.method == .passcode) }
  }

  @Test("Cancelling the task ends the evaluation")
  func cancelledTask() async throws {
    let store = MemoryStore()
    try PasscodeManager.fast(store).set(user: "ada", prompt: ProgrammaticPrompt.always("correct horse"))
    let gate = Gate(unchecked: Configuration(user: "ada"), store: store)
    let person = WaitingPerson()
    let evaluation = Task { await gate.authenticate(prompt: person) }
    while !person.isAsked { try await Task.sleep(for: .milliseconds(10)) }
    evaluation.cancel()
    #expect(await evaluation.value.error == .appCancel)
  }
}
