import Synchronization
import TensorKernels
import Workers

/// Compares all pairs of samples, square by square.
///
/// The samples are sorted by identity, so that almost every square holds impostor pairs only and is counted without
/// looking at a single score; the few around the diagonal are gone through pair by pair.
struct PairScan {
  /// What was found in all pairs.
  struct Outcome {
    var impostors = ScoreHistogram()
    var genuines = ScoreHistogram()
    var highestImpostors: [RankedPair] = []
    /// Ranked by their negated scores.
    var lowestGenuines: [RankedPair] = []
  }

  /// Samples along the side of a square, whose two sides and scores stay in the second cache.
  static let side = 96
  private static let blocksPerSide = side / channelsPerBlock

  private let kernels: any KernelSet
  private let limit: Int
  private let dimensions: Int
  /// Original positions, sorted by identity.
  private let positions: [UInt32]
  /// For each sorted sample, its identity.
  private let identities: [Int]
  /// The sorted templates, packed as `TemplateProduct` wants them.
  private let templates: TemplateMemory

  /// - Parameters:
  ///   - samples: Templates of one model.
  ///   - limit: How many pairs are listed, not negative.
  ///   - kernels: What they are compared with.
  /// - Throws: `MatchingError.memoryNotAvailable`.
  init(
    _ samples: [AllPairsScores.Sample], listing limit: Int, kernels: any KernelSet
  ) throws(MatchingError) {
    self.kernels = kernels
    self.limit = limit
    let dimensions = samples.first?.template.vector.count ?? 0
    self.dimensions = dimensions
    // Sorting keeps the order of equal ones, so that nothing depends on chance.
    let order = samples.indices.sorted { samples[$0].identity < samples[$1].identity }
    positions = order.map { UInt32($0) }
    identities = order.map { samples[$0].identity }
    let sides = (samples.count + Self.side - 1) / Self.side
    let floats = sides * Self.side * dimensions
    templates = try TemplateMemory(byteCount: floats * MemoryLayout<Float>.stride)
    let packed = templates.base.bindMemory(to: Float.self, capacity: floats)
    packed.initialize(repeating: 0, count: floats)
    for (place, index) in order.enumerated() {
      let start = place / channelsPerBlock * channelsPerBlock * dimensions + place % channelsPerBlock
      for (dimension, value) in samples[index].template.vector.enumerated() {
        packed[start + dimension * channelsPerBlock] = value
      }
    }
  }

  private var sideCount: Int { (positions.count + Self.side - 1) / Self.side }

  /// Goes through all pairs.
  func run(threads: Int) -> Outcome {
    let total = Mutex(Tally(limit: limit))
    let next = Atomic<Int>(0)
    let workers = max(1, min(threads, sideCount))
    WorkerPool(threadCount: workers).forEachPart(workers) { _ in
      var tally = Tally(limit: limit)
      withUnsafeTemporaryAllocation(of: Float.self, capacity: Self.side * (Self.side + dimensions)) {
        floats in
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.side * Self.side) { places in
          withUnsafeTemporaryAllocation(of: UInt32.self, capacity: ScoreBins.count) { bins in
            guard let scores = floats.baseAddress, let places = places.baseAddress else { return }
            let scratch = Scratch(
              scores: scores, probes: scores + Self.side * Self.side, places: places, bins: bins)
            while true {
              let row = next.add(1, ordering: .relaxed).oldValue
              guard row < sideCount else { return }
              scan(row: row, scratch, &tally)
            }
          }
        }
      }
      total.withLock { $0.add(tally) }
    }
    return total.withLock { total in
      Outcome(
        impostors: total.impostors, genuines: total.genuines,
        highestImpostors: total.highestImpostors.ranked(), lowestGenuines: total.lowestGenuines.ranked())
    }
  }

  /// What one thread has found.
  private struct Tally: Sendable {
    var impostors = ScoreHistogram()
    var genuines = ScoreHistogram()
    var highestImpostors: RankedPairs
    var lowestGenuines: RankedPairs

    init(limit: Int) {
      highestImpostors = RankedPairs(limit: limit)
      lowestGenuines = RankedPairs(limit: limit)
    }

    mutating func add(_ other: Tally) {
      impostors.add(other.impostors)
      genuines.add(other.genuines)
      highestImpostors.add(contentsOf: other.highestImpostors)
      lowestGenuines.add(contentsOf: other.lowestGenuines)
    }
  }

  /// Memory of one thread.
  private struct Scratch {
    /// [probe][template of the square].
    let scores: UnsafeMutablePointer<Float>
    /// One side as tiles of probes.
    let probes: UnsafeMutablePointer<Float>
    let places: UnsafeMutablePointer<Int32>
    let bins: UnsafeMutableBufferPointer<UInt32>
  }

  /// The pairs of a side's samples with themselves and all later ones.
  private func scan(row: Int, _ scratch: Scratch, _ tally: inout Tally) {
    let probes = samples(ofSide: row)
    pack(probes, to: scratch.probes)
    // A count of a row fits: it has less than 2³² pairs for up to 44 million samples.
    scratch.bins.update(repeating: 0)
    let product = TemplateProduct(
      templates: templates.base.assumingMemoryBound(to: Float.self), dimensions: dimensions,
      probes: scratch.probes, tiling: ProbeTiling(count: Self.side, height: kernels.probesPerTile),
      output: scratch.scores, outputStride: Self.side)
    for column in row..<sideCount {
      kernels.score(product, blocks: column * Self.blocksPerSide..<(column + 1) * Self.blocksPerSide)
      let others = samples(ofSide: column)
      let isWhole = probes.count == Self.side && others.count == Self.side && row < column
      if isWhole, identities[probes.upperBound - 1] < identities[others.lowerBound] {
        countImpostors(probes, others, scratch, &tally)
      } else {
        goThrough(probes, others, scratch.scores, &tally)
      }
    }
    tally.impostors.add(scratch.bins)
  }

  private func samples(ofSide side: Int) -> Range<Int> {
    side * Self.side..<min((side + 1) * Self.side, positions.count)
  }

  /// Turns a side of the packed templates into tiles of probes; those past the last sample are zero.
  private func pack(_ samples: Range<Int>, to probes: UnsafeMutablePointer<Float>) {
    let height = kernels.probesPerTile
    let source = templates.base.assumingMemoryBound(to: Float.self)
    for index in 0..<Self.side {
      let place = samples.lowerBound + index
      let start = source + place / channelsPerBlock * channelsPerBlock * dimensions + place % channelsPerBlock
      let target = probes + index / height * height * dimensions + index % height
      for dimension in 0..<dimensions { target[dimension * height] = start[dimension * channelsPerBlock] }
    }
  }

  private func countImpostors(
    _ probes: Range<Int>, _ others: Range<Int>, _ scratch: Scratch, _ tally: inout Tally
  ) {
    guard let bins = scratch.bins.baseAddress else { return }
    let blocks = Self.side * Self.blocksPerSide
    kernels.count(scratch.scores, blocks: blocks, places: scratch.places, bins: bins)
    var block = 0
    while true {
      block = kernels.firstBlock(
        of: scratch.scores, reaching: tally.highestImpostors.threshold, blocks: block..<blocks)
      guard block < blocks else { return }
      for place in block * channelsPerBlock..<(block + 1) * channelsPerBlock {
        let score = scratch.scores[place]
        guard score >= tally.highestImpostors.threshold else { continue }
        let pair = (probes.lowerBound + place / Self.side, others.lowerBound + place % Self.side)
        tally.highestImpostors.add(ranked(pair.0, pair.1, rank: score))
      }
      block += 1
    }
  }

  private func goThrough(
    _ probes: Range<Int>, _ others: Range<Int>, _ scores: UnsafePointer<Float>, _ tally: inout Tally
  ) {
    for probe in probes {
      let row = scores + (probe - probes.lowerBound) * Self.side - others.lowerBound
      for other in max(probe + 1, others.lowerBound)..<max(probe + 1, others.upperBound) {
        let score = row[other]
        if identities[probe] == identities[other] {
          tally.genuines.add(score)
          if -score >= tally.lowestGenuines.threshold {
            tally.lowestGenuines.add(ranked(probe, other, rank: -score))
          }
        } else {
          tally.impostors.add(score)
          if score >= tally.highestImpostors.threshold {
            tally.highestImpostors.add(ranked(probe, other, rank: score))
          }
        }
      }
    }
  }

  /// A pair by its original positions.
  private func ranked(_ one: Int, _ other: Int, rank: Float) -> RankedPair {
    let (left, right) = (positions[one], positions[other])
    return RankedPair(rank: rank, first: min(left, right), second: max(left, right))
  }
}
