/// Scores of enrolled templates against probes: a matrix product in which each score is one chain of multiply-adds in
/// the order of the dimensions, so it has the same bits whichever tile it is computed in and whichever side is the probe.
public struct TemplateProduct {
  /// Packed as [block][dimension][16]: sixteen templates side by side, zeros past the last one.
  public var templates: UnsafePointer<Float>
  public var dimensions: Int
  /// Packed as [tile][dimension][probe of the tile]; see `ProbeTiling`.
  public var probes: UnsafePointer<Float>
  public var tiling: ProbeTiling
  /// Score of template `t` and probe `p` at `p · outputStride + t − 16 · blocks.lowerBound`; rows for all
  /// `tiling.paddedCount` probes.
  public var output: UnsafeMutablePointer<Float>
  public var outputStride: Int

  public init(
    templates: UnsafePointer<Float>, dimensions: Int, probes: UnsafePointer<Float>, tiling: ProbeTiling,
    output: UnsafeMutablePointer<Float>, outputStride: Int
  ) {
    self.templates = templates
    self.dimensions = dimensions
    self.probes = probes
    self.tiling = tiling
    self.output = output
    self.outputStride = outputStride
  }
}

/// How probes are cut into the tiles that one pass over the templates computes in registers.
public struct ProbeTiling: Sendable, Equatable {
  /// Probes in a full tile.
  public let height: Int
  public let fullTiles: Int
  /// Probes in the tile after the full ones, of which the last may be padding; zero for none.
  public let lastHeight: Int

  /// - Parameters:
  ///   - count: Probes, not negative.
  ///   - height: `KernelSet.probesPerTile`.
  public init(count: Int, height: Int) {
    self.height = height
    fullTiles = count / height
    let rest = count % height
    lastHeight = rest == 0 ? 0 : Self.heights.first { $0 >= rest } ?? height
  }

  /// The heights that kernels have tiles for.
  public static let heights = [1, 2, 3, 4, 6, 8, 12]

  /// Probes with those that pad the last tile.
  public var paddedCount: Int { fullTiles * height + lastHeight }

  public func height(ofTile tile: Int) -> Int { tile < fullTiles ? height : lastHeight }
}
