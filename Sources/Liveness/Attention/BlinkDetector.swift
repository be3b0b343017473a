import FaceAnalysis
import Findings

/// Finds blinks in the lids of one track.
///
/// The measure is `Eye.lidRatio`, the mean of both eyes, against its own level of the last half second: people's eyes are
/// open to different degrees, and narrow when they smile, look down or turn the head, but only a blink falls to 60 % and
/// rises again within 0.7 seconds. A wink is left out, because the better eye has to fall, too.
public struct BlinkDetector: Sendable {
  /// How far the lids of both eyes together fall at least, as a share of the level before.
  private static let fall = 0.6

  /// How far those of the eye that stays open wider fall at least.
  private static let fallOfBetterEye = 0.75

  /// The share of the fall that has to be made good.
  private static let rise = 0.5

  /// Longest time from open to half open again, in seconds; longer ones are closed eyes or a look down.
  private static let longestSeconds = 0.7

  /// How far back the level before is looked for, in seconds.
  private static let levelSeconds = 0.4

  /// Below this level the lids are not seen well enough to tell a blink.
  private static let leastLevel = 0.1

  /// Longest time between two frames in seconds: with fewer frames nothing can be said about blinks.
  private static let longestGap = 0.15

  /// Shortest time between the peaks of two blinks, in seconds: lids that fall again sooner tremble in one and the same.
  private static let leastInterval = 0.25

  private struct Opening: Sendable {
    let timeSeconds: Double
    let mean: Double
    let better: Double
  }

  private enum State: Sendable {
    case open
    case closed(begin: Double, level: Double, lowest: Opening)
    /// After a blink, or closed for too long: waits until the eyes are open again.
    case resting(level: Double)
  }

  private var recent = RingBuffer<Opening>(capacity: 256)
  private var state = State.open

  /// The last blinks, the oldest first; at most 32.
  public var blinks: [Blink] { found.elements }

  /// How many blinks there were, those included that are no longer kept.
  public private(set) var count = 0

  private var found = RingBuffer<Blink>(capacity: 32)

  public init() {}

  /// Takes the lids of the next frame.
  ///
  /// - Parameters:
  ///   - left: `Eye.lidRatio` of one eye.
  ///   - right: The same of the other one.
  ///   - timeSeconds: Later than that of the frame before. After a gap of more than 0.15 seconds the detector begins anew.
  /// - Returns: The blink that ends here.
  @discardableResult
  public mutating func observe(left: Double, right: Double, timeSeconds: Double) -> Blink? {
    let now = Opening(timeSeconds: timeSeconds, mean: (left + right) / 2, better: max(left, right))
    if let last = recent.last, timeSeconds - last.timeSeconds > Self.longestGap { restart() }
    defer { recent.append(now) }
    switch state {
    case .open: beginning(now)
    case .closed(let begin, let level, let lowest):
      if timeSeconds - begin > Self.longestSeconds {
        state = .resting(level: level)
      } else if now.mean < lowest.mean {
        state = .closed(begin: begin, level: level, lowest: now)
      } else if now.mean >= lowest.mean + Self.rise * (level - lowest.mean) {
        // The lids have to be up before the next one: half way, they tremble.
        state = .resting(level: level)
        if let last = found.last, lowest.timeSeconds - last.peakSeconds < Self.leastInterval { return nil }
        let blink = Blink(
          beginSeconds: begin, peakSeconds: lowest.timeSeconds, endSeconds: timeSeconds,
          remainingOpening: lowest.mean / level)
        found.append(blink)
        count += 1
        return blink
      }
    case .resting(let level):
      // The level that is waited for sinks with the time that it is not reached.
      if now.mean >= 0.7 * level || now.mean >= 0.7 * self.level(before: now).mean { state = .open }
    }
    return nil
  }

  /// Forgets the lids but not the blinks.
  private mutating func restart() {
    recent.removeAll()
    state = .open
  }

  private mutating func beginning(_ now: Opening) {
    let level = level(before: now)
    guard level.mean >= Self.leastLevel, now.mean < Self.fall * level.mean,
      now.better < Self.fallOfBetterEye * level.better
    else { return }
    state = .closed(begin: lastOpen(before: now, level: level.mean), level: level.mean, lowest: now)
  }

  /// The widest opening of the time before.
  private func level(before now: Opening) -> (mean: Double, better: Double) {
    var (mean, better) = (0.0, 0.0)
    for index in stride(from: recent.count - 1, through: 0, by: -1) {
      let opening = recent[index]
      if now.timeSeconds - opening.timeSeconds > Self.levelSeconds { break }
      mean = max(mean, opening.mean)
      better = max(better, opening.better)
    }
    return (mean, better)
  }

  /// When the eyes were last open before they fell.
  private func lastOpen(before now: Opening, level: Double) -> Double {
    let earliest = found.last?.endSeconds ?? -.infinity
    for index in stride(from: recent.count - 1, through: 0, by: -1) where recent[index].mean >= 0.85 * level {
      return max(earliest, recent[index].timeSeconds)
    }
    return now.timeSeconds
  }
}
