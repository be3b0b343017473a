import ErrorRates

/// References and probes of several pictures each, drawn anew from the pictures of every person.
package struct PictureSets: Hashable, Sendable {
  /// Pictures of a reference, at least 1.
  package let referenceCount: Int
  /// Pictures of a probe, at least 1.
  package let probeCount: Int
  /// How often sets are drawn, at least 1.
  package let draws: Int

  package init(referenceCount: Int, probeCount: Int, draws: Int) {
    (self.referenceCount, self.probeCount, self.draws) = (referenceCount, probeCount, draws)
  }

  /// What a person's pictures give in one draw.
  struct Drawn {
    /// Empty where there are too few pictures.
    var reference: [Int]
    /// Empty where there are too few pictures.
    var probe: [Int]
    /// Whether both have pictures in common, so that they are compared with other people alone.
    var sharePictures: Bool
  }

  /// Draws the sets of one person: the first pictures of a shuffled list for the reference, the last ones for the probe.
  ///
  /// - Parameters:
  ///   - pictures: The person's usable pictures.
  ///   - identity: The person's number, and
  ///   - draw: the number of the draw, which say how the list is shuffled, the same on every machine.
  func drawn(_ pictures: [Int], identity: Int, draw: Int) -> Drawn {
    var seeds = SplitMix64(
      seed: Resampling.standardSeed &+ UInt64(truncatingIfNeeded: identity) << 32
        &+ UInt64(truncatingIfNeeded: draw))
    var generator = SplitMix64(seed: seeds.next())
    var shuffled = pictures
    for place in shuffled.indices.dropFirst().reversed() {
      shuffled.swapAt(place, generator.index(below: place + 1))
    }
    return Drawn(
      reference: shuffled.count >= referenceCount ? Array(shuffled.prefix(referenceCount)) : [],
      probe: shuffled.count >= probeCount ? Array(shuffled.suffix(probeCount)) : [],
      sharePictures: shuffled.count < referenceCount + probeCount)
  }

  /// How a person with so many usable pictures takes part in each draw.
  func participation(pictureCount: Int) -> ComparedPeople.SetParticipation {
    let (references, probes) = (pictureCount >= referenceCount ? 1 : 0, pictureCount >= probeCount ? 1 : 0)
    return .init(
      references: references, probes: probes,
      genuine: pictureCount >= referenceCount + probeCount ? 1 : 0)
  }
}
