import FacelatchTestSupport
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Limits that belong to a record")
struct RecordLimitsTests {
  private func under(_ rules: PolicyRules, _ household: Household) -> Household {
    var other = household
    other.rules = rules
    return other
  }

  @Test("Who is locked out stays so under rules that allow more")
  func lockout() throws {
    let household = try Household()
    for _ in 0..<5 { _ = household.show(Household.stranger) }
    let looser = under(.nist80063B, household)
    #expect(looser.obstacle(.biometrics) == .biometryLockout)
    let outcome = looser.show(Household.stranger)
    #expect(outcome.error == .biometryLockout && outcome.score == nil && outcome.attemptsLeft == 0)
    #expect(try household.attempts().failedMatches == 5)
  }

  @Test("Attempts that remain are those of the stricter rules that a record has met")
  func remaining() throws {
    let household = try Household(rules: .nist80063B)
    let looser = household
    #expect(looser.show(Household.stranger).attemptsLeft == 49)
    let stricter = under(.faceID, household)
    #expect(stricter.show(Household.stranger).attemptsLeft == 3)
    #expect(looser.show(Household.stranger).attemptsLeft == 2)
    #expect(looser.show(Household.owner).attemptsLeft == 5)
  }

  @Test("The right passcode takes the rules over under which it is given")
  func takenOver() throws {
    let household = try Household()
    for _ in 0..<5 { _ = household.show(Household.stranger) }
    let looser = under(.nist80063B, household)
    #expect(looser.type(Household.passcode).method == .passcode)
    #expect(looser.show(Household.stranger).attemptsLeft == 49)
  }

  @Test("Pauses after wrong passcodes are those of the stricter rules")
  func pauses() throws {
    let household = try Household()
    for _ in 0..<5 { _ = household.type("wrong") }
    var loose = PolicyRules.faceID
    loose.passcodeDelaysSeconds = [0]
    #expect(under(loose, household).type(Household.passcode).authenticated == false)
    household.clock.advance(hours: 1)
    #expect(under(loose, household).type(Household.passcode).authenticated)
    // From now on the owner's rules hold.
    for _ in 0..<9 { _ = under(loose, household).type("wrong") }
    #expect(under(loose, household).type(Household.passcode).authenticated)
  }

  @Test("Rules that forget the restart do not help somebody whose passcode is due")
  func restart() throws {
    let household = try Household()
    household.clock.restart()
    var loose = PolicyRules.faceID
    loose.passcodeAfterRestart = false
    #expect(under(loose, household).obstacle(.biometrics) == .biometryLockout)
  }

  @Test("Tightened rules are the stricter of both, each for itself")
  func tightened() {
    let both = PolicyRules.faceID.tightened(by: PolicyRules.nist80063B.limits)
    #expect(both.failedMatchLimit == 5 && both.failedMatchesBeforeDelay == 5 && both.matchDelaySeconds == 30)
    #expect(both.failedPasscodeLimit == 100 && both.undecidedLimit == 8)
    #expect(PolicyRules.faceID.tightened(by: nil) == .faceID)
    #expect(PolicyRules.faceID.tightened(by: PolicyRules.faceID.limits) == .faceID)
    var long = PolicyRules.faceID
    long.passcodeDelaysSeconds = [1, 2, 3]
    var short = PolicyRules.faceID
    short.passcodeDelaysSeconds = [2]
    #expect(short.tightened(by: long.limits).passcodeDelaysSeconds == [2, 2, 3])
    #expect(long.tightened(by: short.limits).passcodeDelaysSeconds == [2, 2, 3])
  }
}
