import Glibc

/// A moment after which nobody waits any longer.
package struct Deadline: Sendable {
  private let instant: ContinuousClock.Instant
  private let duration: Duration

  package init(after duration: Duration) {
    instant = .now + duration
    self.duration = duration
  }

  package var hasStruck: Bool { ContinuousClock.now >= instant }

  /// What is left, for `poll`: at least 0, rounded up.
  package var milliseconds: Int32 {
    let left = (instant - .now).components
    return max(0, Int32(clamping: left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1))
  }

  /// The error of whoever waited for `what`.
  package func struck(waitingFor what: String) -> DeadlineStruck {
    DeadlineStruck(what: what, duration: duration)
  }
}

/// What was waited for did not come.
package struct DeadlineStruck: Error, CustomStringConvertible {
  package let what: String
  package let duration: Duration

  package var description: String { "within \(duration) this did not come: \(what)" }
}

/// How long tests wait for what must come. It is long, because it is used up by failures alone.
package let usualPatience = Duration.seconds(300)

/// Waits until something is true, which is looked at every two milliseconds.
///
/// - Throws: `DeadlineStruck`, or what `isTrue` throws.
package func waitUntil(
  _ what: String, within duration: Duration = usualPatience, _ isTrue: () throws -> Bool
) throws {
  let deadline = Deadline(after: duration)
  while try !isTrue() {
    if deadline.hasStruck { throw deadline.struck(waitingFor: what) }
    usleep(2_000)
  }
}

/// The same without holding a thread.
///
/// - Throws: `DeadlineStruck`, `CancellationError` when the task is cancelled, or what `isTrue` throws.
package func suspendUntil(
  _ what: String, within duration: Duration = usualPatience,
  isolation: isolated (any Actor)? = #isolation, _ isTrue: () async throws -> Bool
) async throws {
  let deadline = Deadline(after: duration)
  while try await !isTrue() {
    if deadline.hasStruck { throw deadline.struck(waitingFor: what) }
    try await Task.sleep(for: .milliseconds(2))
  }
}
