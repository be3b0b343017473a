import Facelatch
import Synchronization

/// A clock that a test sets.
package final class TestClock: Clock {
  private let moment: Mutex<Moment>

  package init(unixSeconds: Double = 1_750_000_000, boot: String = "first", secondsSinceBoot: Double = 1_000)
  {
    moment = Mutex(Moment(unixSeconds: unixSeconds, bootIdentifier: boot, secondsSinceBoot: secondsSinceBoot))
  }

  package func now() -> Moment { moment.withLock { $0 } }

  /// Lets time pass on both clocks.
  package func advance(seconds: Double) {
    moment.withLock {
      $0.unixSeconds += seconds
      $0.secondsSinceBoot += seconds
    }
  }

  package func advance(hours: Double) { advance(seconds: hours * 3_600) }

  /// Sets the wall's clock alone.
  package func setWall(back seconds: Double) {
    moment.withLock { $0.unixSeconds -= seconds }
  }

  /// Shifts the kernel's clock alone, as a namespace of time does.
  package func shiftKernel(by seconds: Double) {
    moment.withLock { $0.secondsSinceBoot += seconds }
  }

  /// Restarts the machine; the kernel's clock begins anew.
  package func restart(downSeconds: Double = 60) {
    moment.withLock {
      $0.bootIdentifier += "+"
      $0.secondsSinceBoot = 5
      $0.unixSeconds += downSeconds
    }
  }
}
