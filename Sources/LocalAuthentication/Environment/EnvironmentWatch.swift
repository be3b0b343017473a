import Dispatch
import Foundation
import Synchronization

/// Looks for changes of an environment while anybody observes it.
final class EnvironmentWatch: Sendable {
  /// Not retaining the observer, as the interface promises. Only the private queue calls it.
  private struct WeakObserver: @unchecked Sendable {
    weak var observer: (any LAEnvironment.Observer)?
  }

  private struct Watching {
    var observers: [WeakObserver] = []
    var timer: (any DispatchSourceTimer)?
    var lastState: LAEnvironment.State?

    mutating func stopIfUnobserved() {
      guard observers.isEmpty else { return }
      timer?.cancel()
      timer = nil
    }
  }

  private let pollingSeconds: Double
  private let read: @Sendable () -> LAEnvironment.State
  private let queue = DispatchQueue(label: "LocalAuthentication.environment")
  private let watching = Mutex(Watching())

  init(pollingSeconds: Double, read: @escaping @Sendable () -> LAEnvironment.State) {
    self.pollingSeconds = pollingSeconds
    self.read = read
  }

  deinit {
    watching.withLock { $0.timer?.cancel() }
  }

  func add(_ observer: any LAEnvironment.Observer, to environment: LAEnvironment) {
    let added = WeakObserver(observer: observer)
    let state = read()
    watching.withLock { watching in
      watching.observers.append(added)
      guard watching.timer == nil else { return }
      watching.lastState = state
      let timer = DispatchSource.makeTimerSource(queue: queue)
      timer.schedule(deadline: .now() + pollingSeconds, repeating: pollingSeconds)
      timer.setEventHandler { [weak self, weak environment] in
        guard let self, let environment else { return }
        look(environment)
      }
      watching.timer = timer
      timer.resume()
    }
  }

  func remove(_ observer: any LAEnvironment.Observer) {
    let removed = ObjectIdentifier(observer)
    watching.withLock { watching in
      watching.observers.removeAll { $0.observer.map { ObjectIdentifier($0) } == removed }
      watching.stopIfUnobserved()
    }
  }

  private func look(_ environment: LAEnvironment) {
    let state = read()
    let (oldState, observers) = watching.withLock { watching -> (LAEnvironment.State?, [WeakObserver]) in
      watching.observers.removeAll { $0.observer == nil }
      watching.stopIfUnobserved()
      guard let lastState = watching.lastState, lastState != state else { return (nil, []) }
      watching.lastState = state
      return (lastState, watching.observers)
    }
    guard let oldState else { return }
    for observer in observers {
      observer.observer?.environment(environment, stateDidChangeFromOldState: oldState)
    }
  }
}
