import FacelatchTestSupport
import Imaging
import Matching
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("When the face suffices")
struct BiometryRulesTests {
  @Test("The enrolled face is let in, a stranger is not")
  func faces() throws {
    let household = try Household()
    let accepted = household.show(Household.owner)
    #expect(accepted.authenticated && accepted.method == .biometrics && accepted.error == nil)
    #expect(accepted.score == Score(1) && accepted.threshold == Score(0.5) && accepted.frames == 1)
    #expect(accepted.modelHash == SyntheticReader.usualModel)
    let refused = household.show(Household.stranger)
    #expect(!refused.authenticated && refused.method == nil && refused.error == .authenticationFailed)
    #expect(refused.releaseToken == nil)
    #expect(refused.obstacles == [.noMatch])
    #expect(try #require(refused.score) < Score(0.5))
  }

  @Test("Either of two appearances is let in")
  func appearances() throws {
    let household = try Household()
    try household.enrol(label: "beard", person: 2)
    #expect(household.show(Household.owner).authenticated)
    #expect(household.show(2).authenticated)
    #expect(!household.show(3).authenticated)
  }

  @Test("Five consecutive failed matches lock biometry until a passcode succeeds")
  func lockout() throws {
    let household = try Household()
    for left in [4, 3, 2, 1] {
      let outcome = household.show(Household.stranger)
      #expect(outcome.error == .authenticationFailed && outcome.attemptsLeft == left)
    }
    let fifth = household.show(Household.stranger)
    #expect(fifth.error == .biometryLockout && fifth.attemptsLeft == 0)
    #expect(household.obstacle(.biometrics) == .biometryLockout)
    #expect(household.obstacle(.deviceOwner) == nil)
    // The right face does not help any more, and nothing is compared.
    let owner = household.show(Household.owner)
    #expect(owner.error == .biometryLockout && owner.score == nil)
    #expect(household.type(Household.passcode).method == .passcode)
    #expect(household.obstacle(.biometrics) == nil)
    #expect(household.show(Household.owner).authenticated)
  }

  @Test("A wrong passcode does not lift the lock")
  func wrongPasscodeKeepsLock() throws {
    let household = try Household()
    for _ in 0..<5 { _ = household.show(Household.stranger) }
    #expect(household.type("wrong").error == .authenticationFailed)
    #expect(household.show(Household.owner).error == .biometryLockout)
  }

  @Test("No time and no restart lifts the lock")
  func lockLasts() throws {
    let household = try Household()
    for _ in 0..<5 { _ = household.show(Household.stranger) }
    household.clock.advance(hours: 1_000)
    #expect(household.obstacle(.biometrics) == .biometryLockout)
    household.clock.restart()
    #expect(household.obstacle(.biometrics) == .biometryLockout)
    #expect(try household.attempts().failedMatches == 5)
  }

  @Test("A match takes earlier failures back")
  func successResets() throws {
    let household = try Household()
    for _ in 0..<4 { _ = household.show(Household.stranger) }
    #expect(household.show(Household.owner).attemptsLeft == 5)
    #expect(try household.attempts().failedMatches == 0)
    for _ in 0..<4 { #expect(household.show(Household.stranger).error == .authenticationFailed) }
  }

  @Test(
    "A capture without a usable face is not charged",
    arguments: [Scene.noFace, .severalFaces, .inattentiveFace, .engineTrouble])
  func notCharged(scene: Scene) throws {
    let household = try Household()
    for _ in 0..<10 {
      #expect(household.evaluate(.biometrics, [SyntheticFrame.of(scene)]).authenticated == false)
    }
    #expect(try household.attempts().failedMatches == 0)
    #expect(household.obstacle(.biometrics) == nil)
  }

  @Test("A face that fails liveness is charged")
  func pictureCharged() throws {
    let household = try Household()
    for _ in 0..<4 {
      let outcome = household.evaluate(.biometrics, [SyntheticFrame.of(.picture)])
      #expect(outcome.error == .authenticationFailed && outcome.score == nil)
      #expect(outcome.obstacles == [.notLive(.movesLikePicture)])
    }
    #expect(household.evaluate(.biometrics, [SyntheticFrame.of(.picture)]).error == .biometryLockout)
  }

  @Test("Several faces in view refuse the try with a reason, even if the owner's comes next")
  func severalFaces() throws {
    let outcome = try Household().evaluate(
      .biometrics, [SyntheticFrame.of(.severalFaces)])
    #expect(outcome.error == .authenticationFailed)
    #expect(outcome.obstacles == [.severalFaces(count: 2)])
  }

  @Test("Closed eyes are not compared where attention is demanded, and are where it is not")
  func attention() throws {
    var household = try Household()
    let frame = SyntheticFrame.face(Household.owner, scene: .inattentiveFace)
    let refused = household.evaluate(.biometrics, [frame])
    #expect(refused.error == .authenticationFailed && refused.score == nil)
    #expect(refused.obstacles == [.inattentive(.lookingAway)])
    household.rules.requiresAttention = false
    #expect(household.evaluate(.biometrics, [frame]).authenticated)
  }

  @Test("Frames of one person are compared together; with one of somebody else among them they are nobody's")
  func togetherFrames() throws {
    let household = try Household()
    let own = (1...3).map { SyntheticFrame.face(Household.owner, variation: $0, quality: 200) }
    let outcome = household.evaluate(.biometrics, own)
    #expect(outcome.authenticated && outcome.frames == 3)
    #expect(outcome.comparedFrames == 3)
    #expect(household.evaluate(.biometrics, [own[0]]).comparedFrames == 1)
    for place in 0..<3 {
      var mixed = own
      mixed[place] = SyntheticFrame.face(Household.stranger, quality: 100)
      let refused = household.evaluate(.biometrics, mixed)
      #expect(refused.score == nil && refused.obstacles == [.faceChanged])
      #expect(try household.attempts().failedMatches == place + 1)
    }
  }

  @Test("A try ends after a time without a usable face; frames without a clock count as 30 a second")
  func frameLimit() throws {
    var household = try Household()
    household.rules.secondsPerTry = 0.33
    let frames = [Image](repeating: SyntheticFrame.of(.noFace), count: 1_000)
    // Two tries of ten frames each: nobody is there to ask for a third one.
    #expect(household.evaluate(.biometrics, frames).frames == 20)
  }

  @Test("A score on the threshold is a match, one below is not")
  func threshold() throws {
    let household = try Household()
    let own = try #require(SyntheticReader.template(person: Household.owner))
    let probe = try #require(SyntheticReader.template(person: Household.owner, variation: 9))
    let score = try own.score(against: probe)
    func evaluate(_ threshold: Double) -> Outcome {
      PolicyEvaluator(store: household.store, clock: household.clock, threshold: Score(threshold)).evaluate(
        AuthenticationRequest(policy: .biometrics, reason: "r"), user: Household.user,
        frames: FrameList([SyntheticFrame.face(Household.owner, variation: 9)]), reader: SyntheticReader(),
        prompt: ProgrammaticPrompt())
    }
    // A template that was stored may differ in its last bit.
    #expect(evaluate(score.rawValue - 1e-6).authenticated)
    #expect(!evaluate(score.rawValue + 1e-6).authenticated)
  }

  // MARK: - Times

  @Test("After a restart the passcode is needed once")
  func restart() throws {
    let household = try Household()
    household.clock.restart()
    #expect(household.obstacle(.biometrics) == .biometryLockout)
    let outcome = household.show(Household.owner)
    #expect(outcome.error == .biometryLockout && outcome.score == nil)
    #expect(outcome.obstacles == [.blocked(.restarted)])
    #expect(try household.attempts().failedMatches == 0)
    #expect(household.type(Household.passcode).authenticated)
    #expect(household.show(Household.owner).authenticated)
  }

  @Test("After 48 hours without any success the passcode is needed")
  func unused() throws {
    let household = try Household()
    household.clock.advance(hours: 48)
    #expect(household.obstacle(.biometrics) == nil)
    household.clock.advance(seconds: 1)
    #expect(household.obstacle(.biometrics) == .biometryLockout)
    #expect(
      household.show(Household.owner).obstacles == [.blocked(.notUsedFor(hours: 48))])
    #expect(household.type(Household.passcode).authenticated)
    #expect(household.show(Household.owner).authenticated)
  }

  @Test("The face keeps the 48 hours running")
  func usedDaily() throws {
    let household = try Household()
    for _ in 0..<3 {
      household.clock.advance(hours: 47)
      #expect(household.show(Household.owner).authenticated)
    }
  }

  @Test("After 156 hours without passcode the face suffices only within 4 hours of its last success")
  func passcodeAge() throws {
    let household = try Household()
    for _ in 0..<5 {
      household.clock.advance(hours: 31)
      #expect(household.show(Household.owner).authenticated)
    }
    // 155 hours have passed; with one more it is 156, and the face succeeded an hour ago.
    household.clock.advance(hours: 1)
    #expect(household.show(Household.owner).authenticated)
    household.clock.advance(hours: 4)
    #expect(household.obstacle(.biometrics) == nil)
    household.clock.advance(seconds: 1)
    #expect(household.obstacle(.biometrics) == .biometryLockout)
    #expect(household.show(Household.owner).obstacles == [.blocked(.passcodeNotUsedFor(hours: 156))])
    #expect(household.type(Household.passcode).authenticated)
    #expect(household.show(Household.owner).authenticated)
  }

  @Test("Before 156 hours have passed the face may rest for more than 4 hours")
  func faceRests() throws {
    let household = try Household()
    for _ in 0..<5 {
      household.clock.advance(hours: 31)
      #expect(household.show(Household.owner).authenticated)
    }
  }

  @Test(
    "Setting the wall's clock shortens no time, in either direction: the passcode is due",
    arguments: [-1e9, -720_000, 1e6, 1e9] as [Double])
  func wallClock(seconds: Double) throws {
    let household = try Household()
    household.clock.advance(hours: 49)
    household.clock.setWall(back: seconds)
    #expect(household.obstacle(.biometrics) == .biometryLockout)
    #expect(household.type(Household.passcode).authenticated)
    #expect(household.obstacle(.biometrics) == nil)
    household.clock.setWall(back: -seconds)
    #expect(household.obstacle(.biometrics) == .biometryLockout)
    #expect(household.show(Household.owner).obstacles == [.blocked(.clocksDisagree)])
    #expect(household.type(Household.passcode).authenticated)
    #expect(household.obstacle(.biometrics) == nil)
  }

  @Test(
    "A kernel's clock that is shifted takes no time away, whatever the rules say about restarts",
    arguments: [-900, 10, 3_600, 1e6] as [Double], [true, false])
  func shiftedClock(seconds: Double, afterRestart: Bool) throws {
    var rules = PolicyRules.nist80063B
    rules.passcodeAfterRestart = afterRestart
    let household = try Household(rules: rules)
    for _ in 0..<5 { _ = household.show(Household.stranger) }
    household.clock.shiftKernel(by: seconds)
    let outcome = household.show(Household.owner)
    #expect(!outcome.authenticated && outcome.score == nil)
    #expect(household.type(Household.passcode).authenticated)
    #expect(household.show(Household.owner).authenticated)
  }

  @Test("What clocks are corrected by in ordinary life makes nothing due", arguments: [-4, 4] as [Double])
  func correctedClock(seconds: Double) throws {
    let household = try Household()
    household.clock.setWall(back: seconds)
    household.clock.advance(hours: 1)
    #expect(household.show(Household.owner).authenticated)
  }

  @Test("A kernel's clock that was turned back makes the passcode due")
  func kernelClock() throws {
    let household = try Household()
    household.clock.advance(seconds: -10)
    #expect(household.obstacle(.biometrics) == .biometryLockout)
  }

  @Test("Each limit can be switched off")
  func limitsOff() throws {
    var rules = PolicyRules.faceID
    rules.passcodeAfterRestart = false
    rules.unlockAgeLimitSeconds = nil
    rules.passcodeAgeLimitSeconds = nil
    let household = try Household(rules: rules)
    household.clock.advance(hours: 10_000)
    #expect(household.show(Household.owner).authenticated)
    household.clock.restart()
    #expect(household.show(Household.owner).authenticated)
  }

  // MARK: - Preset of NIST SP 800-63B

  @Test("Under the NIST preset each match after five failures waits thirty seconds")
  func nistDelay() throws {
    let household = try Household(rules: .nist80063B)
    for _ in 0..<4 { #expect(household.show(Household.stranger).error == .authenticationFailed) }
    #expect(household.show(Household.stranger).error == .biometryLockout)
    #expect(household.show(Household.owner).obstacles == [.blocked(.waiting(seconds: 30))])
    household.clock.advance(seconds: 29)
    #expect(household.obstacle(.biometrics) == .biometryLockout)
    household.clock.advance(seconds: 1)
    #expect(household.obstacle(.biometrics) == nil)
    #expect(household.show(Household.stranger).error == .biometryLockout)
    #expect(household.obstacle(.biometrics) == .biometryLockout)
    household.clock.advance(seconds: 30)
    #expect(household.show(Household.owner).authenticated)
  }

  @Test("Under the NIST preset fifty failures lock for good")
  func nistLock() throws {
    let household = try Household(rules: .nist80063B)
    for _ in 0..<50 {
      _ = household.show(Household.stranger)
      household.clock.advance(seconds: 30)
    }
    #expect(try household.attempts().failedMatches == 50)
    household.clock.advance(hours: 10)
    #expect(household.show(Household.owner).error == .biometryLockout)
    #expect(household.type(Household.passcode).authenticated)
    #expect(household.show(Household.owner).authenticated)
  }
}
