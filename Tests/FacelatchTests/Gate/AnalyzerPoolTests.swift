import FaceAnalysis
import Facelatch
import Foundation
import Synchronization
import Testing

/// Counts who is in, and how many were in at once.
private final class Crowd: Sendable {
  private let state = Mutex((now: 0, most: 0))

  var most: Int { state.withLock { $0.most } }

  func enter() {
    state.withLock {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
  }

  func leave() { state.withLock { $0.now -= 1 } }
}

@Suite("A pool of analysers", .timeLimit(.minutes(5)))
struct AnalyzerPoolTests {
  private struct Refused: Error {}

  private let models: FaceModels

  init() throws {
    models = FaceModels(pack: try .bundled())
  }

  /// The analysers that a pool lends one after the other.
  private func lent(_ pool: AnalyzerPool, _ options: [AnalysisOptions]) -> [FaceAnalyzer] {
    options.map { options in pool.withAnalyzer(of: models, options: options) { $0 } }
  }

  @Test("An analyser that came back is lent again")
  func reuse() {
    let analyzers = lent(AnalyzerPool(limit: 2), Array(repeating: AnalysisOptions(), count: 3))
    #expect(analyzers.allSatisfy { $0 === analyzers[0] })
  }

  @Test("Whoever wants other options gets an analyser that has them")
  func options() {
    let few = AnalysisOptions(includesEyes: false)
    let analyzers = lent(AnalyzerPool(limit: 2), [AnalysisOptions(), few, AnalysisOptions(), few])
    #expect(analyzers.map(\.options.includesEyes) == [true, false, true, false])
    #expect(analyzers[0] === analyzers[2] && analyzers[1] === analyzers[3])
  }

  @Test("Whoever brings other networks gets an analyser of them")
  func networks() throws {
    let pool = AnalyzerPool(limit: 2)
    let others = FaceModels(pack: try .bundled())
    let first = pool.withAnalyzer(of: models) { $0 }
    #expect(pool.withAnalyzer(of: others) { $0.models } === others)
    #expect(pool.withAnalyzer(of: models) { $0 } === first)
  }

  @Test("No more analysers are kept than may work at once, the latest ones")
  func forgetting() {
    let pool = AnalyzerPool(limit: 1)
    let few = AnalysisOptions(includesEyes: false)
    let analyzers = lent(pool, [AnalysisOptions(), few, few, AnalysisOptions()])
    #expect(analyzers[1] === analyzers[2])
    #expect(analyzers[0] !== analyzers[3])
  }

  @Test("An analyser comes back from work that fails")
  func failure() {
    let pool = AnalyzerPool(limit: 1)
    for _ in 0..<2 {
      #expect(throws: Refused.self) {
        try pool.withAnalyzer(of: models) { (_) throws(Refused) in throw Refused() }
      }
    }
  }

  @Test("As many work at once as the limit says, and never more", arguments: [1, 3])
  func limit(_ limit: Int) async {
    let crowd = Crowd()
    let pool = AnalyzerPool(limit: limit)
    let models = models
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 * limit {
        group.addTask {
          await pool.withAnalyzer(of: models) { _ in
            crowd.enter()
            usleep(50_000)
            crowd.leave()
          }
        }
      }
    }
    #expect(crowd.most == limit)
  }
}
