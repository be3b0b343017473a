/// For every pixel of a resampled row or column: which source pixels it is made of, and their weights.
struct ResamplingTable {
  /// Number of source pixels along the axis; every span lies within them.
  let inputCount: Int

  /// First source pixel of each output pixel.
  private(set) var starts: [Int] = []

  /// Number of source pixels of each output pixel.
  private(set) var counts: [Int] = []

  /// Weights of all output pixels, one after another, `stride` places each.
  private(set) var weights: [Float] = []

  /// Places in `weights` per output pixel.
  let stride: Int

  var outputCount: Int { starts.count }

  /// The source pixels that any output pixel uses.
  var usedInputs: Range<Int> {
    var lower = inputCount
    var upper = 0
    for (start, count) in zip(starts, counts) where count > 0 {
      lower = min(lower, start)
      upper = max(upper, start + count)
    }
    return lower < upper ? lower..<upper : 0..<0
  }

  /// A triangle filter as wide as two output pixels when shrinking (anti-aliased) and as two source pixels
  /// when growing (linear interpolation). At the borders the weights of the pixels that exist add up to 1.
  static func triangle(inputCount: Int, outputCount: Int) -> ResamplingTable {
    let scale = Double(inputCount) / Double(outputCount)
    let radius = max(1, scale)
    var table = ResamplingTable(inputCount: inputCount, outputCount: outputCount, radius: radius)
    for index in 0..<outputCount {
      let center = (Double(index) + 0.5) * scale
      table.append(from: center - radius, to: center + radius, normalized: true) { position in
        1 - abs(position + 0.5 - center) / radius
      }
    }
    return table
  }

  /// Averages over cells of `cellSize` pixels that follow one another from `origin` on. What a cell covers
  /// outside of the picture counts as black.
  static func area(inputCount: Int, origin: Double, cellSize: Double, outputCount: Int) -> ResamplingTable {
    var table = ResamplingTable(inputCount: inputCount, outputCount: outputCount, radius: cellSize / 2)
    for index in 0..<outputCount {
      let start = origin + Double(index) * cellSize
      let end = start + cellSize
      table.append(from: start, to: end, normalized: false) { position in
        (min(position + 1, end) - max(position, start)) / cellSize
      }
    }
    return table
  }

  private init(inputCount: Int, outputCount: Int, radius: Double) {
    self.inputCount = inputCount
    stride = min(inputCount, Int(min(2 * radius, Double(inputCount)).rounded(.up)) + 2)
    starts.reserveCapacity(outputCount)
    counts.reserveCapacity(outputCount)
    weights.reserveCapacity(outputCount * stride)
  }

  /// Adds an output pixel that sees the source from `start` to `end`; `weight` gives the share of the source
  /// pixel whose left edge is at a position.
  private mutating func append(
    from start: Double, to end: Double, normalized: Bool, weight: (_ position: Double) -> Double
  ) {
    let limit = Double(inputCount)
    var first = Int(min(max(start.rounded(.down), 0), limit))
    var last = Int(min(max(end.rounded(.up), 0), limit))
    // Leave out pixels at the ends that would weigh nothing.
    while first < last, weight(Double(first)) <= 0 { first += 1 }
    while last > first, weight(Double(last - 1)) <= 0 || last - first > stride { last -= 1 }
    let values = (first..<last).map { weight(Double($0)) }
    let sum = normalized ? values.reduce(0, +) : 1
    starts.append(first)
    counts.append(values.count)
    weights.append(contentsOf: values.map { Float($0 / sum) })
    weights.append(contentsOf: repeatElement(0, count: stride - values.count))
  }
}
