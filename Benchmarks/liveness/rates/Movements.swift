import Facelatch

/// Pieces of real recordings in which a head makes one movement, from which answers to challenges are put together.
struct Movements {
  private(set) var pieces: [ChallengeStep: [[HeadSample]]] = [:]
  private(set) var rests: [[HeadSample]] = []

  /// Cuts the movements out of a recording.
  ///
  /// People in these recordings were not asked for anything, so movements are smaller than those of a challenge: turns
  /// are stretched to 28°, nods to 18°. Turns are there mirrored as well.
  mutating func add(_ samples: [HeadSample]) {
    guard samples.count > 50 else { return }
    let (yaw, pitch) = (Self.median(samples.map(\.yaw)), Self.median(samples.map(\.pitch)))
    let centered = samples.map { sample in
      var sample = sample
      sample.yaw -= yaw
      sample.pitch -= pitch
      return sample
    }
    func away(_ sample: HeadSample) -> Double { max(abs(sample.yaw), abs(sample.pitch)) }
    var start = 0
    while start < centered.count {
      guard away(centered[start]) <= 4 else {
        start += 1
        continue
      }
      // From the last sample at rest to the next one.
      guard let leave = centered[start...].firstIndex(where: { away($0) > 4 }),
        let back = centered[leave...].firstIndex(where: { away($0) <= 4 })
      else { break }
      if leave - start >= 12 { rests.append(Array(centered[start..<start + 12])) }
      let piece = Array(centered[max(start, leave - 1)...back])
      add(piece: piece)
      start = back
    }
  }

  /// Adds a blink that the recording shows.
  mutating func add(blink piece: [HeadSample]) { pieces[.blink, default: []].append(piece) }

  private mutating func add(piece: [HeadSample]) {
    guard let first = piece.first, let last = piece.last, last.timeSeconds - first.timeSeconds < 4.5 else {
      return
    }
    let left = piece.map(\.yaw).max() ?? 0
    let right = -(piece.map(\.yaw).min() ?? 0)
    let vertical = piece.map { abs($0.pitch) }.max() ?? 0
    if max(left, right) >= 10, min(left, right) < 6, vertical < 8 {
      let turn = piece.stretched(yaw: max(1, 28 / max(left, right)), pitch: 1)
      pieces[left > right ? .turnLeft : .turnRight, default: []].append(turn)
      pieces[left > right ? .turnRight : .turnLeft, default: []].append(turn.map(\.mirrored))
    } else if max(left, right) < 6, vertical >= 7 {
      pieces[.nod, default: []].append(piece.stretched(yaw: 1, pitch: max(1, 18 / vertical)))
    }
  }

  /// A recording in which the movements of a challenge are made; nothing where a movement is not there.
  func answer(to challenge: Challenge, using generator: inout SeededGenerator) -> [HeadSample]? {
    var answer: [HeadSample] = []
    func append(_ piece: [HeadSample]) {
      let offset = (answer.last?.timeSeconds ?? 0) + 0.04 - (piece.first?.timeSeconds ?? 0)
      for var sample in piece {
        sample.timeSeconds += offset
        sample.trackNumber = 1
        answer.append(sample)
      }
    }
    guard let rest = rests.randomElement(using: &generator) else { return nil }
    append(rest)
    append(rest.reversedInTime)
    for step in challenge.steps {
      guard let piece = pieces[step]?.randomElement(using: &generator),
        let rest = rests.randomElement(using: &generator)
      else { return nil }
      append(rest)
      append(piece)
      append(rest)
      if step == .blink { append(piece) }
    }
    return answer
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

extension HeadSample {
  /// What a mirror shows.
  var mirrored: HeadSample {
    HeadSample(
      timeSeconds: timeSeconds, trackNumber: trackNumber, yaw: -yaw, pitch: pitch, leftLid: rightLid,
      rightLid: leftLid)
  }
}

extension [HeadSample] {
  /// The same movement with larger angles.
  func stretched(yaw: Double, pitch: Double) -> [HeadSample] {
    map { sample in
      var sample = sample
      sample.yaw *= yaw
      sample.pitch *= pitch
      return sample
    }
  }

  /// The same positions the other way round, at the same times.
  var reversedInTime: [HeadSample] {
    zip(self, reversed()).map { here, there in
      var sample = there
      sample.timeSeconds = here.timeSeconds
      return sample
    }
  }
}
