import Foundation
import LocalAuthentication
import Synchronization

/// Lets threads wait for another one, for a short while at most.
final class Flag: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func set() {
    semaphore.signal()
  }

  func waitUntilSet() {
    _ = semaphore.wait(timeout: .now() + 10)
    semaphore.signal()
  }
}

/// Counts how many replies run at the same time.
final class OverlapWatcher: Sendable {
  private struct Content {
    var now = 0
    var most = 0
    var sawMainThread = false
  }

  private let content = Mutex(Content())

  /// The most that ever ran at once.
  var most: Int { content.withLock { $0.most } }

  var sawMainThread: Bool { content.withLock { $0.sawMainThread } }

  func enter(isMain: Bool) {
    content.withLock { content in
      content.now += 1
      content.most = max(content.most, content.now)
      content.sawMainThread = content.sawMainThread || isMain
    }
  }

  func leave() {
    content.withLock { $0.now -= 1 }
  }
}

/// Carries a context into a reply; its test uses it from one reply at a time.
final class ContextMaker: @unchecked Sendable {
  let context: LAContext

  init(_ engine: ScriptedAuthenticator) {
    context = LAContext(evaluator: engine)
  }
}
