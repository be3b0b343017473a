import TensorKernels

/// Probes in the tiles in which the kernels want them.
struct PackedProbes: Sendable {
  let tiling: ProbeTiling
  /// Floats from one tile's beginning to the next, per probe of a tile: the dimensions, rounded up to whole words of
  /// codes for tiles of one probe, which are read that way too.
  let stride: Int
  /// Packed as [tile][dimension][probe of the tile].
  let values: [Float]
  /// The sum of each probe's values.
  let sums: [Float]

  /// - Parameters:
  ///   - probes: Vectors of equal length, at least one.
  ///   - height: Probes in a full tile.
  init(_ probes: ArraySlice<[Float]>, height: Int) {
    let dimensions = probes.first?.count ?? 0
    tiling = ProbeTiling(count: probes.count, height: height)
    stride = height == 1 ? (dimensions + 3) / 4 * 4 : dimensions
    var values = [Float](repeating: 0, count: tiling.paddedCount * stride)
    for (index, probe) in probes.enumerated() {
      let tile = index / height
      let own = tiling.height(ofTile: tile)
      let start = tile * height * stride + index % height
      for (dimension, value) in probe.enumerated() { values[start + dimension * own] = value }
    }
    self.values = values
    sums = probes.map { Float($0.reduce(0.0) { $0 + Double($1) }) }
  }
}
