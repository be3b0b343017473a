import FacelatchTestSupport
import Foundation
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

extension WholeProcessTests {
  @Suite("Racing processes")
  struct RacingProcessTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    /// Starts many processes that begin at once.
    ///
    /// - Returns: What each of them wrote, line by line.
    private func race(_ count: Int, _ arguments: (Int) -> [String]) throws -> [[String]] {
      let processes = try (0..<count).map { try PipedProcess(TestTool.launch(arguments($0))) }
      for process in processes { process.closeInput() }
      return try processes.map { process in
        let lines = try process.readOutput().split(separator: "\n").map(String.init)
        try process.wait()
        return lines
      }
    }

    @Test("Forty processes that open a new store at once all get the same one")
    func openers() throws {
      let outputs = try race(40) { ["open", folder.store, "user \($0)"] }
      #expect(outputs.allSatisfy { $0 == ["opened"] }, "\(outputs.filter { $0 != ["opened"] })")
      let store = try SQLiteStore(directory: Path(folder.store))
      #expect(try store.userNames().count == 40)
      #expect(try store.damage().isEmpty)
      #expect(!TestFile.exists(store.location.key.text + ".new"))
    }

    @Test(
      "Two hundred processes with a stranger's face get five comparisons together, then biometry is locked")
    func strangers() throws {
      let store = try SQLiteStore(directory: Path(folder.store))
      _ = try Household(store: store, clock: .live)
      let outputs = try race(200) { _ in ["race", folder.store, Household.user] }
      let compared = outputs.compactMap { lines in lines.last.flatMap { Int($0.dropFirst("compared ".count)) }
      }
      #expect(
        compared.count == 200, "\(outputs.filter { $0.last?.hasPrefix("compared ") != true }.prefix(3))")
      #expect(compared.reduce(0, +) == 5)
      #expect(!outputs.joined().contains("let-in"))
      #expect(try store.record(of: Household.user)?.attempts.failedMatches == 5)
    }

    @Test("Sixty processes that guess passcodes get five comparisons together, then the pause begins")
    func guessers() throws {
      let store = try SQLiteStore(directory: Path(folder.store))
      _ = try Household(store: store, clock: .live, enrolled: false)
      let outputs = try race(60) { _ in ["guess", folder.store, Household.user] }
      let compared = outputs.compactMap { lines in lines.last.flatMap { Int($0.dropFirst("compared ".count)) }
      }
      #expect(compared.count == 60, "\(outputs.filter { $0.last?.hasPrefix("compared ") != true }.prefix(3))")
      let failures = try #require(try store.record(of: Household.user)?.attempts.failedPasscodes)
      #expect(compared.reduce(0, +) == failures)
      #expect((1...5).contains(failures))
      #expect(!outputs.joined().contains("let-in"))
    }
  }
}

extension TestClock {
  /// A clock that shows the machine's present instant, for stores that other processes use, too.
  static var live: TestClock {
    let now = SystemClock().now()
    return TestClock(
      unixSeconds: now.unixSeconds, boot: now.bootIdentifier, secondsSinceBoot: now.secondsSinceBoot)
  }
}
