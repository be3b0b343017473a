/// A small generator with a fixed sequence, so that failures repeat.
struct RandomFloats: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// Values in -1…1.
  mutating func floats(_ count: Int) -> [Float] {
    (0..<count).map { _ in Float.random(in: -1...1, using: &self) }
  }
}

/// The largest difference of two arrays, relative to the largest magnitude of the second.
func relativeDifference(_ left: [Float], _ right: [Float]) -> Float {
  guard left.count == right.count else { return .infinity }
  var largest: Float = 0
  var scale: Float = 1e-30
  for (a, b) in zip(left, right) {
    if a.isNaN || b.isNaN { return .infinity }
    largest = max(largest, abs(a - b))
    scale = max(scale, abs(b))
  }
  return largest / scale
}
