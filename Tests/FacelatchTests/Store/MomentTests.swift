import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Moments")
struct MomentTests {
  private func moment(boot: String, since: Double) -> Moment {
    Moment(unixSeconds: 1_000_000, bootIdentifier: boot, secondsSinceBoot: since)
  }

  @Test("The kernel's clock measures within one run")
  func sameBoot() {
    #expect(moment(boot: "a", since: 90).seconds(since: moment(boot: "a", since: 30)) == 60)
  }

  @Test("A restart in between leaves no duration")
  func otherBoot() {
    #expect(moment(boot: "b", since: 90).seconds(since: moment(boot: "a", since: 30)) == nil)
  }

  @Test("A kernel's clock that runs backwards counts as a restart")
  func backwards() {
    #expect(moment(boot: "a", since: 29).seconds(since: moment(boot: "a", since: 30)) == nil)
  }

  @Test("The machine's clocks advance and name the run of the kernel")
  func systemClock() throws {
    let clock = SystemClock()
    let first = clock.now()
    let second = clock.now()
    let passed = try #require(second.seconds(since: first))
    #expect(passed >= 0 && passed < 60)
    #expect(first.unixSeconds > 1_700_000_000)
    #expect(!first.bootIdentifier.isEmpty)
  }
}
