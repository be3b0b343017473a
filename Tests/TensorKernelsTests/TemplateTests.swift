import TensorKernels
import TestSupport
import Testing

@Suite("Scores of templates")
struct TemplateTests {
  /// Templates and probes with the scores that a plain loop in double precision gives.
  struct Scores {
    var templates: [[Float]]
    var probes: [[Float]]

    init(templates: Int, probes: Int, dimensions: Int) {
      var random = SeededGenerator(seed: UInt64(templates * 1000 + probes * 10 + dimensions))
      self.templates = (0..<templates).map { _ in random.floats(dimensions) }
      self.probes = (0..<probes).map { _ in random.floats(dimensions) }
    }

    var dimensions: Int { templates[0].count }
    var blocks: Int { blockCount(templates.count) }

    func expected(_ probe: Int, _ template: Int) -> Float {
      Float(zip(probes[probe], templates[template]).reduce(0.0) { $0 + Double($1.0) * Double($1.1) })
    }

    /// Scores as [probe][template], computed from the blocks in one call or in several.
    func computed(_ kernels: any KernelSet, blocksPerCall: Int) -> [[Float]] {
      var packed = [Float](repeating: 0, count: blocks * dimensions * 16)
      for (index, template) in templates.enumerated() {
        for (dimension, value) in template.enumerated() {
          packed[(index / 16 * dimensions + dimension) * 16 + index % 16] = value
        }
      }
      let tiling = ProbeTiling(count: probes.count, height: kernels.probesPerTile)
      var tiles = [Float](repeating: 0, count: tiling.paddedCount * dimensions)
      for (index, probe) in probes.enumerated() {
        let tile = index / tiling.height
        for (dimension, value) in probe.enumerated() {
          tiles[
            tile * tiling.height * dimensions + dimension * tiling.height(ofTile: tile) + index
              % tiling.height] = value
        }
      }
      var result = [[Float]](repeating: [], count: probes.count)
      var output = [Float](repeating: .nan, count: tiling.paddedCount * blocksPerCall * 16)
      for start in stride(from: 0, to: blocks, by: blocksPerCall) {
        let range = start..<min(start + blocksPerCall, blocks)
        packed.withUnsafeBufferPointer { packed in
          tiles.withUnsafeBufferPointer { tiles in
            output.withUnsafeMutableBufferPointer { output in
              let task = TemplateProduct(
                templates: packed.baseAddress!, dimensions: dimensions, probes: tiles.baseAddress!,
                tiling: tiling, output: output.baseAddress!, outputStride: blocksPerCall * 16)
              kernels.score(task, blocks: range)
            }
          }
        }
        for probe in probes.indices {
          let first = probe * blocksPerCall * 16
          result[probe] += output[first..<first + range.count * 16]
        }
      }
      return result.map { Array($0.prefix(templates.count)) }
    }
  }

  @Test("equal the plain loop for every number of probes", arguments: InstructionSet.available)
  func equalPlainLoop(instructionSet: InstructionSet) {
    for probes in 1...26 {
      for (templates, dimensions) in [(1, 1), (16, 5), (50, 128), (97, 17)] {
        let scores = Scores(templates: templates, probes: probes, dimensions: dimensions)
        let computed = scores.computed(instructionSet.kernels, blocksPerCall: 7)
        let expected = (0..<probes).flatMap { probe in
          (0..<templates).map { scores.expected(probe, $0) }
        }
        #expect(relativeDifference(computed.flatMap { $0 }, expected) < 2e-6)
      }
    }
  }

  @Test("have the same bits in every tile, and with the sides changed", arguments: InstructionSet.available)
  func sameBits(instructionSet: InstructionSet) {
    let scores = Scores(templates: 70, probes: 29, dimensions: 33)
    let whole = scores.computed(instructionSet.kernels, blocksPerCall: 5)
    #expect(scores.computed(instructionSet.kernels, blocksPerCall: 1) == whole)
    for probe in scores.probes.indices {
      var single = scores
      single.probes = [scores.probes[probe]]
      #expect(single.computed(instructionSet.kernels, blocksPerCall: 2)[0] == whole[probe])
    }
    var turned = scores
    (turned.templates, turned.probes) = (scores.probes, scores.templates)
    let back = turned.computed(instructionSet.kernels, blocksPerCall: 2)
    for probe in scores.probes.indices {
      #expect(back.map { $0[probe] } == whole[probe])
    }
  }

  @Test("the first block that reaches a threshold is found", arguments: InstructionSet.available)
  func firstBlock(instructionSet: InstructionSet) {
    let kernels = instructionSet.kernels
    for place in 0..<64 {
      var scores = [Float](repeating: 0.25, count: 64)
      scores[place] = 0.5
      let block = place / 16
      #expect(kernels.firstBlock(of: scores, reaching: 0.5, blocks: 0..<4) == block)
      #expect(kernels.firstBlock(of: scores, reaching: Float(0.5).nextUp, blocks: 0..<4) == 4)
      #expect(kernels.firstBlock(of: scores, reaching: 0.5, blocks: block + 1..<4) == 4)
      #expect(kernels.firstBlock(of: scores, reaching: -.infinity, blocks: 2..<4) == 2)
      #expect(kernels.firstBlock(of: scores, reaching: 0, blocks: 3..<3) == 3)
    }
  }

  @Test(
    "a block of bytes is found exactly if its score and margin reach the threshold",
    arguments: InstructionSet.available)
  func codes(instructionSet: InstructionSet) {
    let kernels = instructionSet.kernels
    let blocks = 12
    for words in [1, 2, 9, 32] {
      var random = SeededGenerator(seed: UInt64(words))
      let codes = (0..<blocks * 16 * words).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
      let scales = random.floats(blocks * 16).map { abs($0) }
      let bounds = random.floats(blocks * 16).map { abs($0) * 0.1 }
      let probe = random.floats(words * 4)
      let sum = probe.reduce(0, +)
      let highest = (0..<blocks * 16).map { template -> Double in
        var product = 0.0
        for dimension in 0..<words * 4 {
          let word = codes[(template / 64 * words + dimension / 4) * 64 + template % 64]
          let code = word >> UInt32(dimension % 4 * 8) & 255
          product += Double(probe[dimension]) * (1 + Double(code) / 256 - 1.5)
        }
        return product * Double(scales[template]) + Double(bounds[template])
      }
      codes.withUnsafeBufferPointer { codes in
        scales.withUnsafeBufferPointer { scales in
          bounds.withUnsafeBufferPointer { bounds in
            let task = CodedTemplates(
              codes: codes.baseAddress!, words: words, scales: scales.baseAddress!,
              bounds: bounds.baseAddress!)
            for template in 0..<blocks * 16 {
              let block = template / 16
              // As near to the edge as rounding lets one tell.
              for (nearby, shift) in [(highest[template], 1e-4), (highest[template], -1e-4)] {
                let threshold = Float(nearby + shift)
                let margin = highest.map { abs($0 - Double(threshold)) }.min() ?? 0
                guard margin > 5e-5 else { continue }
                for start in [0, block, min(block + 1, blocks)] {
                  let expected = (start..<blocks).first { index in
                    highest[index * 16..<index * 16 + 16].contains { $0 >= Double(threshold) }
                  }
                  let found = kernels.firstBlock(
                    of: task, probe: probe, probeSum: sum, reaching: threshold, blocks: start..<blocks)
                  #expect(found == expected ?? blocks)
                }
              }
            }
          }
        }
      }
    }
  }

  @Test(
    "scores fall into the bins that comparing them with the thresholds gives",
    arguments: InstructionSet.available)
  func bins(instructionSet: InstructionSet) {
    var random = SeededGenerator(seed: 3)
    var scores = random.floats(4096).map { $0 * 1.01 }
    for index in stride(from: -ScoreBins.perUnit, through: ScoreBins.perUnit, by: 61) {
      let threshold = Float(index) / Float(ScoreBins.perUnit)
      scores += [threshold.nextDown, threshold, threshold.nextUp]
    }
    scores += [-0.0, 0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1, -1, 3, -3, .infinity]
    while scores.count % 16 != 0 { scores.append(0.5) }
    var expected = [UInt32](repeating: 1, count: ScoreBins.count)
    for score in scores {
      let place = (Double(score) * Double(ScoreBins.perUnit)).rounded(.down)
      let limit = Double(ScoreBins.perUnit)
      expected[Int(max(-limit, min(limit, place))) + ScoreBins.perUnit] += 1
    }
    var counted = [UInt32](repeating: 1, count: ScoreBins.count)
    var places = [Int32](repeating: 0, count: scores.count)
    instructionSet.kernels.count(scores, blocks: scores.count / 16, places: &places, bins: &counted)
    #expect(counted == expected)
  }

  @Test("probes are cut into full tiles and one that is as low as there is")
  func tiling() {
    for height in [3, 6, 12] {
      for count in 0...40 {
        let tiling = ProbeTiling(count: count, height: height)
        #expect(tiling.paddedCount >= count)
        #expect(tiling.paddedCount <= count + 3)
        #expect(tiling.lastHeight == 0 || ProbeTiling.heights.contains(tiling.lastHeight))
        #expect(tiling.fullTiles == count / height)
        #expect(tiling.lastHeight <= height)
      }
    }
  }
}
