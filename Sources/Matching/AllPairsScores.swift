import TensorKernels

/// The scores of all pairs of many templates, as an evaluation needs them: how many reach each threshold, and the
/// extreme ones themselves.
///
/// Each pair is compared once and no template with itself. Nothing is kept per pair: for n templates of d dimensions
/// the memory is 4·n·d bytes and a few megabytes.
public struct AllPairsScores: Sendable {
  /// A template and whose it is.
  public struct Sample: Sendable {
    public let template: FaceTemplate
    /// Any number that is the same for all samples of a person.
    public let identity: Int

    public init(template: FaceTemplate, identity: Int) {
      self.template = template
      self.identity = identity
    }
  }

  /// Two samples and how alike they are.
  public struct Pair: Hashable, Sendable {
    public let score: Score
    /// Position of the earlier sample.
    public let first: Int
    /// Position of the later sample.
    public let second: Int

    public init(score: Score, first: Int, second: Int) {
      self.score = score
      self.first = first
      self.second = second
    }
  }

  /// Scores of two samples of different people.
  public let impostors: ScoreHistogram

  /// Scores of two samples of one person.
  public let genuines: ScoreHistogram

  /// The highest impostor scores by falling score, equal ones by position.
  public let highestImpostors: [Pair]

  /// The lowest genuine scores by rising score, equal ones by position.
  public let lowestGenuines: [Pair]

  /// Compares every sample with every other one.
  ///
  /// - Parameters:
  ///   - samples: Templates of one model; fewer than two have no pairs.
  ///   - count: How many of the highest impostor and of the lowest genuine scores are listed at most.
  ///   - threads: How many threads share the work, the calling one included; the result does not depend on it.
  /// - Throws: `MatchingError.differentModels`, `.dimensionMismatch` or `.memoryNotAvailable`.
  public init(of samples: [Sample], listing count: Int = 1000, threads: Int = 1) throws(MatchingError) {
    try self.init(of: samples, listing: count, threads: threads, instructionSet: .preferred)
  }

  /// Compares with a given instruction set.
  init(
    of samples: [Sample], listing count: Int, threads: Int, instructionSet: InstructionSet
  ) throws(MatchingError) {
    if let first = samples.first?.template {
      for sample in samples { try first.checkComparable(sample.template) }
    }
    let tally = try PairScan(samples, listing: max(0, count), kernels: instructionSet.kernels)
      .run(threads: threads)
    impostors = tally.impostors
    genuines = tally.genuines
    highestImpostors = tally.highestImpostors.map { Pair($0, score: $0.rank) }
    lowestGenuines = tally.lowestGenuines.map { Pair($0, score: -$0.rank) }
  }
}

extension AllPairsScores.Pair {
  fileprivate init(_ pair: RankedPair, score: Float) {
    self.init(score: Score(Double(score)), first: Int(pair.first), second: Int(pair.second))
  }
}
