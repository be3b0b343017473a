import Capture

/// One clock for frames of several recordings, which each begin at zero.
package struct FrameClock: Sendable {
  /// The time of the last frame, in seconds; below 0 before the first.
  package private(set) var last = -1.0
  private var offset = 0.0

  /// Seconds from one recording to the next, and between frames whose source has no clock.
  package static let step = 1.0 / 30

  package init() {}

  /// The time of the next frame: always later than that of the one before.
  package mutating func seconds(of frame: Frame) -> Double {
    let own = frame.seconds ?? Double(frame.index) * Self.step
    if own + offset <= last { offset = last + Self.step - own }
    last = own + offset
    return last
  }
}
