import FaceAnalysis
import Imaging

/// Tells the dark frames of a camera whose lamp flashes for every second one from a face that is gone.
///
/// Only a single dark frame after a lit one is passed over: what happens in a longer darkness is not known.
struct StrobeFilter: Sendable {
  private var lit: (timeSeconds: Double, brightness: Double)?

  /// From which share of the brightness before on a frame counts as lit.
  private static let litShare = 0.4

  /// Longest time from a lit frame to a dark one that belongs to it, in seconds.
  private static let longestSeconds = 0.25

  /// About how many pixels are looked at in each direction.
  private static let gridSize = 24.0

  /// Looks at the place of a face in the next frame.
  ///
  /// - Returns: The mean brightness, 0…255, of a frame that is dark and directly follows a lit one; `nil` for all others.
  mutating func darkness(of frame: Image, around face: Face, timeSeconds: Double) -> Double? {
    let brightness = Self.brightness(of: frame, in: face.box)
    if let last = lit, brightness < Self.litShare * last.brightness,
      timeSeconds - last.timeSeconds <= Self.longestSeconds
    {
      lit = nil
      return brightness
    }
    lit = (timeSeconds, brightness)
    return nil
  }

  private static func brightness(of frame: Image, in box: Rectangle) -> Double {
    let stepX = max(1, box.width / gridSize)
    let stepY = max(1, box.height / gridSize)
    var (sum, count) = (0.0, 0.0)
    for y in stride(from: max(0, box.y), to: min(Double(frame.height), box.y + box.height), by: stepY) {
      for x in stride(from: max(0, box.x), to: min(Double(frame.width), box.x + box.width), by: stepX) {
        sum += Double(frame.pixels[(Int(y) * frame.width + Int(x)) * 3 + 1])
        count += 1
      }
    }
    return count > 0 ? sum / count : 0
  }
}
