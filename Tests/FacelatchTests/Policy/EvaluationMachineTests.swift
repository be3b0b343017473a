import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("The evaluation's machine")
struct EvaluationMachineTests {
  private static let events: [EvaluationMachine.Event] = [
    .matched, .missed(.noMatch, block: nil, mayHaveMore: true),
    .missed(.noUsableFace, block: nil, mayHaveMore: false),
    .missed(.noMatch, block: .lockedOut, mayHaveMore: true), .blocked(.restarted), .decided(.option(.retry)),
    .decided(.option(.fallback)), .decided(.option(.cancel)), .decided(.systemCancelled),
    .decided(.unattended),
    .passcodeRight, .passcodeWrong(mayTryAgain: true), .passcodeWrong(mayTryAgain: false),
    .passcodeMissing(.cancelled), .passcodeMissing(.unattended), .broken(.appCancel),
  ]

  /// Walks every sequence of events up to a length and hands each step to `check`.
  private func walk(
    _ machine: EvaluationMachine, _ step: EvaluationMachine.Step, depth: Int,
    history: [EvaluationMachine.Event],
    _ check: (EvaluationMachine.Step, [EvaluationMachine.Event]) -> Void
  ) {
    check(step, history)
    switch step {
    case .succeed, .fail: return
    case .capture, .offer, .askPasscode: break
    }
    guard depth > 0 else { return }
    for event in Self.events {
      var next = machine
      let following = next.advance(event)
      walk(next, following, depth: depth - 1, history: history + [event], check)
    }
  }

  @Test(
    "In every course of events success comes only from a match or the right passcode, and the face is tried twice at most",
    arguments: Policy.allCases, [nil, PasscodeReason.lockedOut])
  func everyCourse(policy: Policy, block: PasscodeReason?) {
    var machine = EvaluationMachine(policy: policy, rules: .faceID, hidesFallback: false)
    let first = machine.begin(block: block)
    var courses = 0
    walk(machine, first, depth: 6, history: []) { step, history in
      courses += 1
      switch step {
      case .succeed(.biometrics): #expect(history.last == .matched && block == nil)
      case .succeed(.passcode): #expect(history.last == .passcodeRight && policy == .deviceOwner)
      case .fail(.userFallback): #expect(policy == .biometrics)
      case .askPasscode: #expect(policy == .deviceOwner)
      case .offer(_, let options): #expect(options.last == .cancel)
      case .capture, .fail: break
      }
      let misses = history.filter { if case .missed = $0 { true } else { false } }.count
      if case .capture = step { #expect(misses < 2) }
    }
    #expect(courses > 50 || (policy == .biometrics && block != nil))
  }

  @Test("An event that does not belong to the state ends without success")
  func foreignEvents() {
    var machine = EvaluationMachine(policy: .deviceOwner, rules: .faceID, hidesFallback: false)
    #expect(machine.begin(block: nil) == .capture)
    #expect(machine.advance(.passcodeRight) == .fail(.authenticationFailed))
    #expect(machine.state == .ended)
    #expect(machine.advance(.matched) == .fail(.authenticationFailed))
  }

  @Test("The passcode is asked for six times at most")
  func passcodeTries() {
    var machine = EvaluationMachine(policy: .deviceOwner, rules: .faceID, hidesFallback: false)
    #expect(machine.begin(block: .biometryNotEnrolled) == .askPasscode(.biometryNotEnrolled, wrong: 0))
    for wrong in 1...5 {
      #expect(
        machine.advance(.passcodeWrong(mayTryAgain: true)) == .askPasscode(.biometryNotEnrolled, wrong: wrong)
      )
    }
    #expect(machine.advance(.passcodeWrong(mayTryAgain: true)) == .fail(.authenticationFailed))
  }
}
