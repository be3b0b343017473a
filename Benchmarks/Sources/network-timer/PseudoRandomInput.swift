/// The high byte of a linear congruential generator: `networks.py` makes the same bytes for the other engines.
struct PseudoRandomInput {
  private var state: UInt32 = 1

  mutating func next() -> UInt8 {
    state = state &* 1_664_525 &+ 1_013_904_223
    return UInt8(truncatingIfNeeded: state >> 24)
  }
}
