import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Moments")
struct MomentTests {
  private func moment(boot: String, since: Double) -> Moment {
    Moment(unixSeconds: 1_000_000 + since, bootIdentifier: boot, secondsSinceBoot: since)
  }

  @Test("The kernel's clock measures within one run")
  func sameBoot() {
    #expect(moment(boot: "a", since: 90).seconds(since: moment(boot: "a", since: 30)) == 60)
  }

  @Test("A restart in between leaves no duration")
  func otherBoot() {
    #expect(moment(boot: "b", since: 90).seconds(since: moment(boot: "a", since: 30)) == nil)
  }

  @Test("A kernel's clock that runs backwards leaves no duration")
  func backwards() {
    let (now, before) = (moment(boot: "a", since: 29), moment(boot: "a", since: 30))
    #expect(now.seconds(since: before) == nil && now.passage(since: before) == .clocksDisagree)
  }

  @Test("Clocks that differ in what has passed leave no duration", arguments: [-1e6, -6, 6, 1e6] as [Double])
  func disagreement(seconds: Double) {
    var now = moment(boot: "a", since: 90)
    now.unixSeconds += seconds
    #expect(now.passage(since: moment(boot: "a", since: 30)) == .clocksDisagree)
  }

  @Test(
    "What a namespace of time shifts the kernel's clock by is read from its file",
    arguments: [
      ("monotonic           0         0\nboottime         7200         0\n", 7_200.0),
      ("monotonic -5 0\nboottime -90 500000000\n", -89.5), ("", 0), ("boottime x y\n", 0),
    ])
  func namespace(text: String, shift: Double) {
    #expect(TimeNamespace.bootShift(text) == shift)
  }

  @Test("A file in the place of the kernel's is not believed")
  func kernelFile() throws {
    let folder = try TemporaryFolder()
    try TestFile.write(Array("boottime 7200 0\n".utf8), to: folder.file("timens_offsets"))
    #expect(KernelFile.text(Path(folder.file("timens_offsets"))) == nil)
    #expect(KernelFile.line("/proc/sys/kernel/random/boot_id")?.count == 36)
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
