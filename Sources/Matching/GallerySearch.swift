import Synchronization
import TensorKernels
import Workers

/// One search for several probes, shared by threads.
///
/// A task is a group of probes and a unit of templates. Every thread keeps the best of the group it is at and gives
/// them up when it moves on; since the best do not depend on the order, neither does the result.
struct GallerySearch {
  let chunks: [GalleryChunk]
  /// For each template the index of its identity.
  let owners: [UInt32]
  let kernels: any KernelSet
  /// Vectors of length 1 with as many values as the templates.
  let probes: [[Float]]
  /// Candidates that are wanted per probe, at least one.
  let limit: Int

  /// Probes whose packed tiles and scores stay in the second cache.
  static let probesPerGroup = 96
  /// Up to so many probes, ruling out by bytes one by one is faster than the exact scores of all together.
  static let mostCodedProbes = 2
  /// Templates of a task.
  private static let templatesPerUnit = 2048
  /// Blocks whose scores are computed at a time.
  private static let blocksPerPass = 16
  /// Starting a thread takes about as long as so many multiply-adds.
  private static let leastSharedWork = 1 << 25

  /// Neighbouring templates of one chunk.
  private struct Unit {
    let chunk: GalleryChunk
    let templates: Range<Int>
    /// Number of the chunk's first template in the gallery.
    let start: Int

    var blocks: Range<Int> {
      templates.lowerBound / channelsPerBlock..<(templates.upperBound + channelsPerBlock - 1)
        / channelsPerBlock
    }
  }

  /// The best identities per probe, best first.
  func run(threads: Int) -> [[RankedIdentity]] {
    let units = self.units()
    let groups = (probes.count + Self.probesPerGroup - 1) / Self.probesPerGroup
    let work = probes.count * owners.count * (chunks.first?.dimensions ?? 0)
    let workers = max(1, min(threads, work / Self.leastSharedWork, groups * units.count))
    let next = Atomic<Int>(0)
    let best = Mutex([RankedIdentities](repeating: RankedIdentities(limit: limit), count: probes.count))
    let scoreCount = Self.probesPerGroup * Self.blocksPerPass * channelsPerBlock
    WorkerPool(threadCount: workers).forEachPart(workers) { _ in
      var group: ProbeGroup?
      func give() {
        guard let group else { return }
        best.withLock { best in
          for (probe, own) in zip(group.range, group.best) { best[probe].add(contentsOf: own) }
        }
      }
      withUnsafeTemporaryAllocation(of: Float.self, capacity: scoreCount) { scores in
        guard let scores = scores.baseAddress else { return }
        while true {
          let task = next.add(1, ordering: .relaxed).oldValue
          guard task < groups * units.count else { break }
          let start = task / units.count * Self.probesPerGroup
          if group?.range.lowerBound != start {
            give()
            group = makeGroup(start..<min(start + Self.probesPerGroup, probes.count))
          }
          group?.look(through: units[task % units.count], of: self, scores: scores)
        }
      }
      give()
    }
    return best.withLock { best in best.indices.map { best[$0].ranked() } }
  }

  private func units() -> [Unit] {
    var units: [Unit] = []
    var start = 0
    for chunk in chunks {
      for first in stride(from: 0, to: chunk.count, by: Self.templatesPerUnit) {
        let templates = first..<min(first + Self.templatesPerUnit, chunk.count)
        units.append(Unit(chunk: chunk, templates: templates, start: start))
      }
      start += chunk.count
    }
    return units
  }

  private func makeGroup(_ range: Range<Int>) -> ProbeGroup {
    let isCoded = range.count <= Self.mostCodedProbes
    return ProbeGroup(
      range: range, isCoded: isCoded,
      best: [RankedIdentities](repeating: RankedIdentities(limit: limit), count: range.count),
      packed: PackedProbes(probes[range], height: isCoded ? 1 : kernels.probesPerTile))
  }

  /// Probes that pass a unit together, and the best that one thread has found for them.
  private struct ProbeGroup {
    let range: Range<Int>
    let isCoded: Bool
    var best: [RankedIdentities]
    let packed: PackedProbes

    /// - Parameter scores: Room for the scores of `probesPerGroup` probes and `blocksPerPass` blocks.
    mutating func look(through unit: Unit, of search: GallerySearch, scores: UnsafeMutablePointer<Float>) {
      packed.values.withUnsafeBufferPointer { values in
        guard let values = values.baseAddress else { return }
        if isCoded {
          for probe in best.indices {
            Self.lookByCodes(
              unit, search, probe: values + probe * packed.stride, sum: packed.sums[probe], scores: scores,
              best: &best[probe])
          }
        } else {
          lookByScores(unit, search, probes: values, scores: scores)
        }
      }
    }

    /// Computes only the scores of blocks that may hold one of the best.
    private static func lookByCodes(
      _ unit: Unit, _ search: GallerySearch, probe: UnsafePointer<Float>, sum: Float,
      scores: UnsafeMutablePointer<Float>, best: inout RankedIdentities
    ) {
      let product = product(
        unit, probes: probe, tiling: ProbeTiling(count: 1, height: search.kernels.probesPerTile),
        scores: scores)
      let coded = unit.chunk.coded
      let end = unit.blocks.upperBound
      var block = unit.blocks.lowerBound
      while block < end {
        // Until there are as many as wanted nothing can be ruled out, and many blocks at once are faster.
        var blocks = block..<min(block + GallerySearch.blocksPerPass, end)
        if best.threshold > -.infinity {
          block = search.kernels.firstBlock(
            of: coded, probe: probe, probeSum: sum, reaching: best.threshold, blocks: block..<end)
          guard block < end else { return }
          blocks = block..<block + 1
        }
        search.kernels.score(product, blocks: blocks)
        search.add(scores, of: blocks, unit, to: &best)
        block = blocks.upperBound
      }
    }

    /// Computes all scores and looks at those of blocks that hold one of the best.
    private mutating func lookByScores(
      _ unit: Unit, _ search: GallerySearch, probes: UnsafePointer<Float>,
      scores: UnsafeMutablePointer<Float>
    ) {
      let product = Self.product(unit, probes: probes, tiling: packed.tiling, scores: scores)
      var start = unit.blocks.lowerBound
      while start < unit.blocks.upperBound {
        let blocks = start..<min(start + GallerySearch.blocksPerPass, unit.blocks.upperBound)
        search.kernels.score(product, blocks: blocks)
        for probe in best.indices {
          search.add(scores + probe * product.outputStride, of: blocks, unit, to: &best[probe])
        }
        start = blocks.upperBound
      }
    }

    private static func product(
      _ unit: Unit, probes: UnsafePointer<Float>, tiling: ProbeTiling, scores: UnsafeMutablePointer<Float>
    ) -> TemplateProduct {
      TemplateProduct(
        templates: unit.chunk.templates, dimensions: unit.chunk.dimensions, probes: probes, tiling: tiling,
        output: scores, outputStride: GallerySearch.blocksPerPass * channelsPerBlock)
    }
  }

  /// Adds those of one probe's scores that may be among the best.
  private func add(
    _ scores: UnsafePointer<Float>, of blocks: Range<Int>, _ unit: Unit, to best: inout RankedIdentities
  ) {
    var block = 0
    while block < blocks.count {
      block = kernels.firstBlock(of: scores, reaching: best.threshold, blocks: block..<blocks.count)
      guard block < blocks.count else { return }
      let own = scores + block * channelsPerBlock
      let first = (blocks.lowerBound + block) * channelsPerBlock
      for template in first..<min(first + channelsPerBlock, unit.templates.upperBound) {
        let score = own[template - first]
        guard score >= best.threshold else { continue }
        best.add(RankedIdentity(score: score, identity: owners[unit.start + template]))
      }
      block += 1
    }
  }
}
