/// The scores of references with probes, each of one or more pictures, as an evaluation needs them: how many reach each
/// threshold, and the extreme ones themselves.
///
/// Several draws of the same people can be added; memory does not grow with their number.
public struct ReferenceProbeScores: Sendable {
  /// A reference or probe, and whose it is.
  public struct Sample: Sendable {
    public let face: MeanTemplate
    /// Any number that is the same for all samples of a person.
    public let identity: Int
    /// What it goes by in a listed pair, for example the position of its first picture.
    public let number: Int

    public init(face: MeanTemplate, identity: Int, number: Int) {
      self.face = face
      self.identity = identity
      self.number = number
    }
  }

  /// Scores of different people.
  public private(set) var impostors = ScoreHistogram()

  /// Scores of one person.
  public private(set) var genuines = ScoreHistogram()

  private var highest: [AllPairsScores.Pair] = []
  private var lowest: [AllPairsScores.Pair] = []
  private var floor = Float(-2)
  private var ceiling = Float(2)
  private let limit: Int
  private let scale: EvidenceScale

  /// - Parameters:
  ///   - count: How many of the highest impostor and of the lowest genuine scores are listed at most.
  ///   - scale: How evidence of several pictures is scored.
  public init(listing count: Int, scale: EvidenceScale) {
    limit = max(1, count)
    self.scale = scale
  }

  /// The highest impostor scores by falling score, equal ones in the order in which they were made.
  public var highestImpostors: [AllPairsScores.Pair] { Array(Self.ranked(highest) { $0 > $1 }.prefix(limit)) }

  /// The lowest genuine scores by rising score, equal ones in the order in which they were made.
  public var lowestGenuines: [AllPairsScores.Pair] { Array(Self.ranked(lowest) { $0 < $1 }.prefix(limit)) }

  /// Compares every reference with every probe of another person, and with those of the same that share no picture with it.
  ///
  /// - Parameters:
  ///   - references: What is known of people.
  ///   - probes: What is compared with it.
  ///   - sharesPictures: For an identity, whether its reference and its probe have pictures in common, so that comparing them
  ///     would say nothing.
  /// - Throws: `MatchingError.differentModels` or `.dimensionMismatch`; nothing was added then.
  public mutating func add(
    references: [Sample], probes: [Sample], sharesPictures: (_ identity: Int) -> Bool
  ) throws(MatchingError) {
    if let first = references.first?.face.template {
      for sample in references + probes { try first.checkComparable(sample.face.template) }
    }
    let columns = probes.map { (lanes: scaled($0.face), identity: $0.identity, number: $0.number) }
    for reference in references {
      let row = scaled(reference.face)
      let own = !sharesPictures(reference.identity)
      for probe in columns {
        let isGenuine = probe.identity == reference.identity
        if isGenuine, !own { continue }
        let score = DotProduct.of(row, probe.lanes)
        if isGenuine {
          genuines.add(score)
          if score < ceiling { listGenuine(score, reference.number, probe.number) }
        } else {
          impostors.add(score)
          if score > floor { listImpostor(score, reference.number, probe.number) }
        }
      }
    }
  }

  private func scaled(_ face: MeanTemplate) -> [DotProduct.Lanes] {
    let factor = Float(scale.factor(face.agreement))
    return DotProduct.lanes(face.template.vector.map { $0 * factor })
  }

  private mutating func listImpostor(_ score: Float, _ first: Int, _ second: Int) {
    highest.append(.init(score: Score(Double(score)), first: first, second: second))
    guard highest.count >= 2 * limit else { return }
    highest = Array(Self.ranked(highest) { $0 > $1 }.prefix(limit))
    floor = highest.last.map { Float($0.score.rawValue) } ?? floor
  }

  private mutating func listGenuine(_ score: Float, _ first: Int, _ second: Int) {
    lowest.append(.init(score: Score(Double(score)), first: first, second: second))
    guard lowest.count >= 2 * limit else { return }
    lowest = Array(Self.ranked(lowest) { $0 < $1 }.prefix(limit))
    ceiling = lowest.last.map { Float($0.score.rawValue) } ?? ceiling
  }

  private static func ranked(
    _ pairs: [AllPairsScores.Pair], by precedes: (Score, Score) -> Bool
  ) -> [AllPairsScores.Pair] {
    pairs.enumerated().sorted { left, right in
      left.element.score == right.element.score
        ? left.offset < right.offset : precedes(left.element.score, right.element.score)
    }.map(\.element)
  }
}
