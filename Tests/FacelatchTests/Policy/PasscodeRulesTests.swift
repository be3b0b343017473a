import FacelatchTestSupport
import Matching
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Passcode attempts")
struct PasscodeRulesTests {
  @Test("The pauses after one to twelve wrong passcodes are Apple's")
  func table() {
    let minutes: [Double] = [0, 0, 0, 0, 1, 5, 15, 15, 60, 60, 60, 60]
    #expect((1...12).map { PolicyRules.faceID.passcodeDelay(afterFailures: $0) / 60 } == minutes)
    #expect(PolicyRules.faceID.passcodeDelay(afterFailures: 0) == 0)
  }

  @Test("Each pause is kept to the second, then one more passcode is compared")
  func pauses() throws {
    let household = try Household(enrolled: false)
    for count in 1...10 {
      #expect(household.type("wrong \(count)").error == .authenticationFailed)
      #expect(try household.attempts().failedPasscodes == count)
      let pause = PolicyRules.faceID.passcodeDelay(afterFailures: count)
      guard pause > 0 else { continue }
      // The right one does not help during the pause, and is not compared.
      household.clock.advance(seconds: pause - 1)
      let early = household.type(Household.passcode)
      #expect(early.error == .authenticationFailed)
      #expect(
        early.obstacles.map(\.description).last
          == "After too many wrong passcodes the next one is accepted in 1 s.")
      #expect(try household.attempts().failedPasscodes == count)
      household.clock.advance(seconds: 1)
    }
    #expect(household.type(Household.passcode).authenticated)
    #expect(try household.attempts().failedPasscodes == 0)
    // All four free tries are there again.
    for count in 1...4 {
      #expect(household.type("wrong \(count)").obstacles.contains(.passcode(.wrong(delaySeconds: 0))))
    }
  }

  @Test("One evaluation ends when a pause begins")
  func pauseEndsEvaluation() throws {
    let household = try Household(enrolled: false)
    let outcome = household.evaluate(.deviceOwner, [], prompt: ProgrammaticPrompt.always("wrong"))
    #expect(outcome.error == .authenticationFailed)
    #expect(
      outcome.obstacles.map(\.description).last == "The passcode is wrong; the next one is accepted in 60 s.")
    #expect(try household.attempts().failedPasscodes == 5)
  }

  @Test("A restart begins the pause anew")
  func restart() throws {
    let household = try Household(enrolled: false)
    for _ in 0..<6 {
      _ = household.type("wrong")
      household.clock.advance(seconds: 60)
    }
    // Six wrong ones, and one of five minutes has passed.
    household.clock.restart(downSeconds: 1e6)
    #expect(
      household.type(Household.passcode).obstacles.last?.description.hasSuffix("accepted in 5 min.") == true)
    household.clock.advance(seconds: 299)
    #expect(household.type(Household.passcode).error == .authenticationFailed)
    household.clock.advance(seconds: 1)
    #expect(household.type(Household.passcode).authenticated)
  }

  @Test("Setting the wall's clock does not shorten a pause", arguments: [-1e6, 1e6] as [Double])
  func wallClock(seconds: Double) throws {
    let household = try Household(enrolled: false)
    for _ in 0..<5 { _ = household.type("wrong") }
    household.clock.setWall(back: seconds)
    #expect(household.type(Household.passcode).error == .authenticationFailed)
    household.clock.advance(seconds: 60)
    #expect(household.type(Household.passcode).authenticated)
  }

  @Test(
    "Shifting the kernel's clock does not shorten a pause, which begins anew and ends",
    arguments: [-900, 10, 59, 60, 3_600, 1e9] as [Double])
  func shiftedClock(seconds: Double) throws {
    let household = try Household(enrolled: false)
    for _ in 0..<5 { _ = household.type("wrong") }
    for _ in 0..<3 {
      household.clock.shiftKernel(by: seconds)
      #expect(household.type(Household.passcode).obstacles.last?.name == "passcodeDelayed")
    }
    household.clock.advance(seconds: 60)
    #expect(household.type(Household.passcode).authenticated)
  }

  @Test("Enrolment, change and evaluation share one count")
  func sharedCount() throws {
    let household = try Household(enrolled: false)
    let manager = PasscodeManager.fast(household.store, clock: household.clock)
    let enroller = Enroller(store: household.store, clock: household.clock, threshold: Score(0.5))
    #expect(throws: PasscodeError.self) {
      try manager.change(user: Household.user, prompt: ProgrammaticPrompt(answer: oneAnswer("wrong")))
    }
    #expect(throws: EnrolmentError.self) {
      try enroller.enrol(
        user: Household.user, frames: FrameList([]), reader: SyntheticReader(),
        prompt: ProgrammaticPrompt(answer: oneAnswer("wrong")))
    }
    _ = household.type("wrong")
    #expect(try household.attempts().failedPasscodes == 3)
  }

  @Test("Under the NIST preset a hundred wrong passcodes end it")
  func nistLimit() throws {
    let household = try Household(rules: .nist80063B, enrolled: false)
    try household.store.update(Household.user) { (record) throws(StoreError) in
      record?.attempts.failedPasscodes = 100
    }
    household.clock.advance(hours: 100)
    let outcome = household.type(Household.passcode)
    #expect(outcome.error == .authenticationFailed)
    #expect(outcome.obstacles.map(\.description).last?.contains("none is accepted any more") == true)
  }

  @Test("The failure is on record while the comparison runs")
  func chargedFirst() throws {
    // A verifier that no passcode matches, and a look at the record from inside of the prompt of the next try.
    let household = try Household(enrolled: false)
    let store = household.store
    let prompt = ProgrammaticPrompt(answer: { request in
      let failures = (try? store.record(of: Household.user))??.attempts.failedPasscodes
      return failures == request.wrongAnswers ? .passcode([49]) : .cancelled
    })
    #expect(household.evaluate(.deviceOwner, [], prompt: prompt).error == .authenticationFailed)
    #expect(try household.attempts().failedPasscodes == 5)
  }
}
