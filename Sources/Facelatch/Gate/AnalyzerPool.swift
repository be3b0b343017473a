import Dispatch
import FaceAnalysis
import Platform
import Synchronization

/// Analysers for a server: as many as may work at once, handed out one at a time, kept for the next who asks.
///
/// An analyser serves one thread, and takes working memory of some megabytes. A pool makes them when they are needed, never
/// more than `limit`, from networks that all of them share.
///
/// ```swift
/// let pool = AnalyzerPool()
/// let models = try gate.models()
/// let faces = try await pool.withAnalyzer(of: models) { analyzer in try analyzer.analyze(image) }
/// ```
public final class AnalyzerPool: Sendable {
  /// An analyser on its way between threads; whoever holds the box is the only one who uses it.
  private struct Box: @unchecked Sendable {
    let analyzer: FaceAnalyzer
  }

  private struct State {
    var idle: [Box] = []
  }

  /// Most analysers that work at once.
  public let limit: Int

  private let state = Mutex(State())
  private let slots: DispatchSemaphore

  /// Makes an empty pool.
  ///
  /// - Parameter limit: Most analysers that work at once; by default one for each processor.
  public init(limit: Int = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))) {
    self.limit = max(1, limit)
    slots = DispatchSemaphore(value: self.limit)
  }

  /// Lends an analyser on the calling thread, which waits where all are taken.
  ///
  /// - Parameters:
  ///   - models: The networks; an analyser of other networks is not lent.
  ///   - options: How faces are analysed; an analyser of other options is not lent.
  ///   - body: Uses the analyser, which must not be kept beyond. Asking the same pool for another one in here may wait for
  ///     ever.
  /// - Throws: What `body` throws.
  public func withAnalyzer<Value, Failure: Error>(
    of models: FaceModels, options: AnalysisOptions = AnalysisOptions(),
    _ body: (FaceAnalyzer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    slots.wait()
    defer { slots.signal() }
    let box = state.withLock { state in
      state.idle.firstIndex { $0.analyzer.models === models && $0.analyzer.options == options }
        .map { state.idle.remove(at: $0) }
    }
    let lent = box ?? Box(analyzer: FaceAnalyzer(models: models, options: options))
    defer {
      state.withLock { state in
        state.idle.append(lent)
        // Those of other networks or options must not pile up.
        if state.idle.count > limit { state.idle.removeFirst() }
      }
    }
    return try body(lent.analyzer)
  }

  /// Lends an analyser on a thread of its own, so that none of Swift's shared threads waits or computes.
  ///
  /// - Parameters:
  ///   - models: The networks; an analyser of other networks is not lent.
  ///   - options: How faces are analysed; an analyser of other options is not lent.
  ///   - body: Uses the analyser, which must not be kept beyond.
  /// - Throws: What `body` throws.
  public func withAnalyzer<Value: Sendable, Failure: Error>(
    of models: FaceModels, options: AnalysisOptions = AnalysisOptions(),
    _ body: @escaping @Sendable (FaceAnalyzer) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await onOwnThread { () throws(Failure) in
      try self.withAnalyzer(of: models, options: options, body)
    }
  }
}
