import Matching
import Store

/// A good frame of an enrolment.
struct EnrolmentCandidate {
  /// Position among all frames, from 1.
  var number: Int
  var template: FaceTemplate
  var quality: Double
}

/// Chooses among the good frames of an enrolment.
struct TemplateSelection {
  let candidates: [EnrolmentCandidate]
  private let scores: [[Double]]

  /// Compares every candidate with every other one.
  init(_ candidates: [EnrolmentCandidate]) throws(MatchingError) {
    self.candidates = candidates
    var scores = [[Double]](
      repeating: [Double](repeating: 1, count: candidates.count), count: candidates.count)
    for first in candidates.indices {
      for second in candidates.indices where second > first {
        let score = try candidates[first].template.score(against: candidates[second].template).rawValue
        scores[first][second] = score
        scores[second][first] = score
      }
    }
    self.scores = scores
  }

  /// The frames that show somebody else than the most typical frame does.
  ///
  /// Being like the most typical one is asked of each frame, not only being like some other: a chain of likenesses
  /// could lead from one person to another.
  func strangers(threshold: Score) -> [Int] {
    guard let typical = candidates.indices.max(by: { sum(scores[$0]) < sum(scores[$1]) }) else { return [] }
    return candidates.indices.filter { scores[typical][$0] < threshold.rawValue }.map {
      candidates[$0].number
    }
  }

  /// The indices of good frames that differ from each other, the best one first.
  ///
  /// Each further one is the frame that is best in its quality times its distance from all that were taken. A frame
  /// that says the same as one that was taken adds only work, so it is left out.
  func diverse(limit: Int) -> [Int] {
    let sameFace = 0.995
    guard let first = candidates.indices.max(by: { candidates[$0].quality < candidates[$1].quality }) else {
      return []
    }
    var chosen = [first]
    while chosen.count < limit {
      var best: (index: Int, worth: Double)?
      for index in candidates.indices where !chosen.contains(index) {
        let likeness = chosen.map { scores[index][$0] }.max() ?? 1
        guard likeness < sameFace else { continue }
        let worth = max(candidates[index].quality, 0.01) * (1 - likeness)
        if worth > best?.worth ?? 0 { best = (index, worth) }
      }
      guard let best else { break }
      chosen.append(best.index)
    }
    return chosen
  }

  private func sum(_ row: [Double]) -> Double { row.reduce(0, +) }
}
