import Matching

/// Templates with a fixed sequence, so that failures repeat.
struct RandomTemplates: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func values(_ count: Int) -> [Float] {
    (0..<count).map { _ in Float.random(in: -1...1, using: &self) }
  }

  mutating func template(dimensions: Int) throws -> FaceTemplate {
    try FaceTemplateTests.template(values(dimensions))
  }

  /// A template near another one.
  mutating func template(near other: FaceTemplate, distance: Float) throws -> FaceTemplate {
    try FaceTemplateTests.template(zip(other.vector, values(other.vector.count)).map { $0 + $1 * distance })
  }
}
