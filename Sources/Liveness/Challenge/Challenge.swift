import Findings

/// Movements in an order that nobody knew before, so that an old recording does not hold them.
///
/// With three steps there are 36 challenges; a recording made for one of them fits another one with a chance of 3 %. With
/// one or two steps the chance is 25 % or 8 %.
public struct Challenge: Sendable, Equatable {
  /// What is asked for, one after the other; the same step never follows itself.
  public let steps: [ChallengeStep]

  /// Takes steps that were drawn elsewhere.
  ///
  /// - Returns: `nil` unless there are 1 to 3 steps, none of which follows itself.
  public init?(steps: [ChallengeStep]) {
    guard (1...3).contains(steps.count), zip(steps, steps.dropFirst()).allSatisfy({ $0 != $1 }) else {
      return nil
    }
    self.steps = steps
  }

  /// Draws a challenge; every one is equally likely.
  ///
  /// - Parameters:
  ///   - stepCount: 1 to 3; other numbers count as the nearest of these.
  ///   - generator: Where chance comes from; the system's own is fit for this.
  public init(stepCount: Int = 3, using generator: inout some RandomNumberGenerator) {
    var drawn: [ChallengeStep] = []
    while drawn.count < min(3, max(1, stepCount)) {
      let choices = ChallengeStep.allCases.filter { $0 != drawn.last }
      drawn.append(choices[Int.random(in: choices.indices, using: &generator)])
    }
    steps = drawn
  }

  /// Draws the challenge that belongs to a nonce, so that whoever knows the nonce can check it later.
  ///
  /// - Parameters:
  ///   - nonce: Random bytes that are used once; 16 are enough.
  ///   - stepCount: 1 to 3; other numbers count as the nearest of these.
  public init(nonce: [UInt8], stepCount: Int = 3) {
    var generator = NonceGenerator(nonce)
    self.init(stepCount: stepCount, using: &generator)
  }
}

/// Numbers that follow from a nonce: its bytes mixed by FNV-1a, then SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast
/// splittable pseudorandom number generators", 2014). Spreads the nonce's own chance, which is the only one there is.
private struct NonceGenerator: RandomNumberGenerator {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  init(_ nonce: [UInt8]) {
    for byte in nonce { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
