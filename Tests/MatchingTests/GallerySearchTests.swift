import TensorKernels
import TestSupport
import Testing

@testable import Matching

@Suite("Search in large galleries")
struct GallerySearchTests {
  /// People with one to three templates, some of them equal to those of others.
  struct People {
    var names: [String] = []
    var templates: [FaceTemplate] = []
    var probes: [FaceTemplate] = []

    init(templates count: Int, probes probeCount: Int, dimensions: Int) throws {
      var random = SeededGenerator(seed: UInt64(count * 7 + dimensions))
      while templates.count < count {
        let isRepeat = templates.count > 10 && templates.count % 5 == 0
        templates.append(
          isRepeat ? templates[templates.count / 2] : try random.template(dimensions: dimensions))
        names.append("person \((templates.count * 13) % (count / 2 + 1))")
      }
      for index in 0..<probeCount {
        let near = templates[index * 31 % count]
        probes.append(
          index % 3 == 0
            ? near
            : index % 3 == 1
              ? try random.template(near: near, distance: 0.05)
              : try random.template(dimensions: dimensions))
      }
    }

    func gallery(_ instructionSet: InstructionSet) throws -> Gallery {
      var gallery = Gallery(instructionSet: instructionSet)
      for (name, template) in zip(names, templates) { try gallery.add(template, identity: name) }
      return gallery
    }

    /// All identities by falling score of a plain loop in double precision.
    func expected(_ probe: FaceTemplate) -> [(name: String, score: Double)] {
      var best: [String: Double] = [:]
      for (name, template) in zip(names, templates) {
        var score = 0.0
        for (left, right) in zip(probe.vector, template.vector) { score += Double(left) * Double(right) }
        best[name] = max(best[name] ?? -.infinity, score)
      }
      let unsorted: [(name: String, score: Double)] = best.map { ($0.key, $0.value) }
      return unsorted.sorted { $0.score > $1.score }
    }
  }

  static let sizes = [(1, 1), (63, 4), (65, 7), (300, 17), (1000, 128), (5000, 12)]

  @Test("finds what a plain loop finds", arguments: InstructionSet.available, sizes)
  func equalsPlainLoop(instructionSet: InstructionSet, size: (Int, Int)) throws {
    let people = try People(templates: size.0, probes: 9, dimensions: size.1)
    let gallery = try people.gallery(instructionSet)
    for probe in people.probes {
      let all = people.expected(probe)
      for count in [1, 10, size.0 + 5] {
        let found = try gallery.search(probe, count: count)
        let expected = all.prefix(count)
        #expect(found.count == expected.count)
        for (index, candidate) in found.enumerated() {
          #expect(abs(candidate.score.rawValue - min(1, all[index].score)) < 2e-6)
          // Names are compared where rounding cannot change the order.
          let isBelow = index == 0 || all[index - 1].score - all[index].score > 1e-5
          let isAbove = index + 1 >= all.count || all[index].score - all[index + 1].score > 1e-5
          if isBelow && isAbove { #expect(candidate.identity == all[index].name) }
        }
      }
    }
  }

  @Test(
    "many faces at once, one by one and on any number of threads are the same to the last bit",
    arguments: InstructionSet.available)
  func batchEqualsSingle(instructionSet: InstructionSet) throws {
    // Enough for several chunks, units and groups, and for threads to be started.
    let people = try People(templates: 9000, probes: 130, dimensions: 21)
    let gallery = try people.gallery(instructionSet)
    for count in [1, 7, 50] {
      let single = try people.probes.map { try gallery.search($0, count: count) }
      for threads in [1, 2, 3] {
        #expect(try gallery.search(people.probes, count: count, threads: threads) == single)
        for few in [2, 5, 6, 13] {
          #expect(
            try gallery.search(Array(people.probes.prefix(few)), count: count, threads: threads)
              == Array(single.prefix(few)))
        }
      }
    }
  }

  @Test("threads share the search for a single face without changing it")
  func singleOnThreads() throws {
    let people = try People(templates: 40_000, probes: 3, dimensions: 128)
    let gallery = try people.gallery(.preferred)
    for probe in people.probes {
      let alone = try gallery.search(probe, count: 20)
      #expect(try gallery.search(probe, count: 20, threads: 2) == alone)
      #expect(try gallery.search(probe, count: 20, threads: 3) == alone)
    }
  }

  @Test(
    "equal scores come in the order of adding, from bytes and from floats",
    arguments: InstructionSet.available)
  func ties(instructionSet: InstructionSet) throws {
    var gallery = Gallery(instructionSet: instructionSet)
    let one = try FaceTemplateTests.template([0.3, -0.2, 0.7])
    for index in 0..<500 { try gallery.add(one, identity: "person \(index * 7 % 500)") }
    let expected = (0..<20).map { "person \($0 * 7 % 500)" }
    #expect(try gallery.search(one, count: 20).map(\.identity) == expected)
    for found in try gallery.search([FaceTemplate](repeating: one, count: 9), count: 20, threads: 2) {
      #expect(found.map(\.identity) == expected)
    }
  }

  @Test("the margin of the bytes holds, for vectors of every kind", arguments: InstructionSet.available)
  func marginHolds(instructionSet: InstructionSet) throws {
    let kernels = instructionSet.kernels
    for dimensions in [1, 2, 5, 16, 128, 513] {
      var random = SeededGenerator(seed: UInt64(dimensions))
      let chunk = try GalleryChunk(capacity: 64, dimensions: dimensions)
      var templates: [FaceTemplate] = []
      for index in 0..<64 {
        var values = random.floats(dimensions)
        // One large value leaves coarse codes for the others.
        if index % 4 == 1 { values[index % dimensions] = 50 }
        if index % 4 == 2 { values = values.map { $0 < 0 ? -1 : 1 } }
        if index % 4 == 3 { values = values.map { abs($0) } }
        templates.append(try FaceTemplateTests.template(values))
        chunk.add(templates[index].vector)
      }
      for probe in templates {
        let packed = PackedProbes([probe.vector], height: 1)
        var scores = [Float](repeating: 0, count: 64)
        scores.withUnsafeMutableBufferPointer { scores in
          packed.values.withUnsafeBufferPointer { values in
            let product = TemplateProduct(
              templates: chunk.templates, dimensions: dimensions, probes: values.baseAddress!,
              tiling: ProbeTiling(count: 1, height: kernels.probesPerTile), output: scores.baseAddress!,
              outputStride: 64)
            kernels.score(product, blocks: 0..<4)
          }
        }
        for block in 0..<4 {
          // A block's own highest score must never be ruled out.
          let highest = scores[block * 16..<block * 16 + 16].max() ?? 0
          let found = packed.values.withUnsafeBufferPointer { values in
            kernels.firstBlock(
              of: chunk.coded, probe: values.baseAddress!, probeSum: packed.sums[0], reaching: highest,
              blocks: block..<block + 1)
          }
          #expect(found == block)
        }
      }
    }
  }

  @Test("a copy of a gallery goes its own way")
  func copies() throws {
    var first = Gallery()
    let (ada, bo) = (try FaceTemplateTests.template([1, 0]), try FaceTemplateTests.template([0, 1]))
    try first.add(ada, identity: "Ada")
    var second = first
    try first.add(bo, identity: "Bo")
    try second.add(ada, identity: "Cy")
    #expect(try first.search(bo, count: 9).map(\.identity) == ["Bo", "Ada"])
    #expect(try second.search(bo, count: 9).map(\.identity) == ["Ada", "Cy"])
  }

  @Test("a batch is refused as a whole if one face does not fit, and an empty one finds nothing")
  func refusedBatch() throws {
    var gallery = Gallery()
    let probe = try FaceTemplateTests.template([1, 0])
    #expect(try gallery.search([probe, probe], count: 3) == [[], []])
    try gallery.add(probe, identity: "Ada")
    #expect(try gallery.search([], count: 3).isEmpty)
    #expect(throws: MatchingError.dimensionMismatch(expected: 2, found: 3)) {
      try gallery.search([probe, FaceTemplateTests.template([1, 0, 0])], count: 3)
    }
  }
}
