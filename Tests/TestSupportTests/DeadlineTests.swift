import Synchronization
import TestSupport
import Testing

@Suite("Waiting", .timeLimit(.minutes(5)))
struct DeadlineTests {
  @Test("What comes is not waited for any longer")
  func comes() throws {
    var questions = 0
    try waitUntil("the third question") {
      questions += 1
      return questions == 3
    }
    #expect(questions == 3)
  }

  @Test("What does not come strikes the deadline, and is named")
  func strikes() throws {
    let start = ContinuousClock.now
    let error = #expect(throws: DeadlineStruck.self) {
      try waitUntil("a snowball", within: .milliseconds(20)) { false }
    }
    #expect(ContinuousClock.now - start >= .milliseconds(20))
    #expect(error?.description.contains("a snowball") == true)
  }

  @Test("A deadline of no time still asks once")
  func once() throws {
    try waitUntil("the truth", within: .zero) { true }
    #expect(throws: DeadlineStruck.self) { try waitUntil("a lie", within: .zero) { false } }
  }

  @Test("Waiting without a thread ends with what was waited for, the deadline or the task")
  func withoutThread() async throws {
    let isSet = Atomic(false)
    async let waiting: Void = suspendUntil("the flag") { isSet.load(ordering: .relaxed) }
    isSet.store(true, ordering: .relaxed)
    try await waiting
    await #expect(throws: DeadlineStruck.self) {
      try await suspendUntil("a snowball", within: .milliseconds(20)) { false }
    }
    let cancelled = Task { try await suspendUntil("a snowball") { false } }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  @Test("What is left of a deadline is never negative, and not less than there is")
  func left() {
    #expect(Deadline(after: .zero).milliseconds <= 1)
    #expect(Deadline(after: .seconds(-5)).milliseconds == 0)
    let hour = Deadline(after: .seconds(3_600))
    #expect(!hour.hasStruck && (3_500_000...3_600_001).contains(hour.milliseconds))
    #expect(Deadline(after: .seconds(1 << 40)).milliseconds == .max)
  }
}
