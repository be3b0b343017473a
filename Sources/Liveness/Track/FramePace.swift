/// How many frames come in a second, whatever they show.
struct FramePace: Sendable {
  private var times = RingBuffer<Double>(capacity: 32)

  /// Seconds that have to be seen before a rate is told.
  private static let leastSeconds = 1.5

  /// Longest gap between frames that is no pause, in seconds.
  private static let longestGap = 5.0

  mutating func observe(_ timeSeconds: Double) {
    if let last = times.last, !(timeSeconds > last && timeSeconds - last <= Self.longestGap) {
      times.removeAll()
    }
    times.append(timeSeconds)
  }

  /// Over the last frames; `nil` where they are too few to tell, unless they come so fast that they are many.
  var framesPerSecond: Double? {
    guard let first = times.first, let last = times.last, times.count > 1 else { return nil }
    guard last - first >= Self.leastSeconds || times.count == times.capacity else { return nil }
    return Double(times.count - 1) / (last - first)
  }
}
