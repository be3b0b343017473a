import Facelatch
import Synchronization

/// Who in this process is in front of which authenticator. There is one place: a newer evaluation takes it
/// and the older one is cancelled by the system.
///
/// The engine keeps the same order between processes; the desk gives the answer at once, without waiting for
/// the engine to notice. Authenticators that are values have no identity to compare and rely on the engine
/// alone.
final class EvaluationDesk: Sendable {
  static let shared = EvaluationDesk()

  private struct Visitor {
    let core: ContextCore
    let evaluation: Evaluation
  }

  private struct State {
    var visitors: [Visitor] = []
    var lastTicket: UInt64 = 0
  }

  private let state = Mutex(State())

  /// The number of the next call. Calls are ordered by it, whatever order their threads run in.
  func nextTicket() -> UInt64 {
    state.withLock { state in
      state.lastTicket += 1
      return state.lastTicket
    }
  }

  /// Lets an evaluation take the place of an older one.
  ///
  /// - Returns: false when a newer one is there already.
  func enter(_ evaluation: Evaluation, of core: ContextCore) -> Bool {
    let (isAdmitted, displaced) = state.withLock { state -> (Bool, [Visitor]) in
      let rivals = state.visitors.filter { $0.core.sharesAuthenticator(with: core) }
      guard rivals.allSatisfy({ $0.evaluation.ticket < evaluation.ticket }) else { return (false, []) }
      state.visitors.removeAll { $0.core.sharesAuthenticator(with: core) }
      state.visitors.append(Visitor(core: core, evaluation: evaluation))
      return (true, rivals)
    }
    for visitor in displaced {
      visitor.core.finish(visitor.evaluation, with: .failure(.superseded), stopping: .system)
    }
    return isAdmitted
  }

  /// Frees the place, if the evaluation still holds it.
  func leave(_ evaluation: Evaluation) {
    state.withLock { state in
      state.visitors.removeAll { $0.evaluation === evaluation }
    }
  }
}
