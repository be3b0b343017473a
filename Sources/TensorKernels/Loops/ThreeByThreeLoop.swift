import KernelInterface

/// The rows of a 3×3 kernel that lie in the input at some output row.
protocol KernelRows {
  static var hasTop: Bool { get }
  static var hasBottom: Bool { get }
}

enum AllRows: KernelRows {
  static var hasTop: Bool { true }
  static var hasBottom: Bool { true }
}
enum UpperRows: KernelRows {
  static var hasTop: Bool { true }
  static var hasBottom: Bool { false }
}
enum LowerRows: KernelRows {
  static var hasTop: Bool { false }
  static var hasBottom: Bool { true }
}

/// Output rows of a 3×3 depthwise convolution, one register of channels at a time: its nine weights stay in registers
/// along a row.
struct ThreeByThreeLoop<Stride: Extent> {
  private let task: DepthwiseConvolution
  private let window: Window
  /// Output columns whose three input columns all lie in the input.
  private let inner: Range<Int>

  @_transparent
  init(_ task: DepthwiseConvolution, _ stride: Stride.Type) {
    self.task = task
    window = task.window
    let first = min((window.padLeft + Stride.value - 1) / Stride.value, window.outputWidth)
    let lastStart = window.inputWidth - 3 + window.padLeft
    let end = lastStart < 0 ? first : max(first, min(lastStart / Stride.value + 1, window.outputWidth))
    inner = first..<end
  }

  /// Whether the loop covers the kernel rows of this output row: at least the middle one and a neighbour.
  static func covers(_ window: Window, row: Int) -> Bool {
    let top = row * window.strideHeight - window.padTop
    guard top >= -1, top + 1 < window.inputHeight else { return false }
    return top >= 0 || top + 2 < window.inputHeight
  }

  /// Computes one output row of one block.
  @_transparent
  func compute(block: Int, row: Int) {
    let top = row * window.strideHeight - window.padTop
    var lane = 0
    while lane < channelsPerBlock {
      let line = Line(task: task, block: block, row: row, top: top, lane: lane)
      if top < 0 {
        compute(line, LowerRows.self)
      } else if top + 2 >= window.inputHeight {
        compute(line, UpperRows.self)
      } else {
        compute(line, AllRows.self)
      }
      lane += RegisterLanes.scalarCount
    }
  }

  private func compute<Rows: KernelRows>(_ line: Line, _ rows: Rows.Type) {
    let weights = NineWeights(line.weights)
    for column in 0..<inner.lowerBound { edge(line, weights, at: column, rows) }
    var column = inner.lowerBound
    while column + 4 <= inner.upperBound {
      pixels(line, weights, at: column, Four.self, rows)
      column += 4
    }
    if column + 2 <= inner.upperBound {
      pixels(line, weights, at: column, Two.self, rows)
      column += 2
    }
    if column < inner.upperBound { pixels(line, weights, at: column, One.self, rows) }
    for column in inner.upperBound..<window.outputWidth { edge(line, weights, at: column, rows) }
  }

  /// `Count` neighbouring pixels whose kernel columns all lie in the input.
  @_transparent
  private func pixels<Count: Extent, Rows: KernelRows>(
    _ line: Line, _ weights: NineWeights, at column: Int, _ count: Count.Type, _ rows: Rows.Type
  ) {
    var sums = Sums(line.epilogue.bias)
    let start = line.input + (column * Stride.value - window.padLeft) * channelsPerBlock
    if Rows.hasTop { sums.add(weights.top, start, Stride.self, count) }
    sums.add(weights.middle, start + line.inputRowFloats, Stride.self, count)
    if Rows.hasBottom { sums.add(weights.bottom, start + 2 * line.inputRowFloats, Stride.self, count) }
    sums.finish(residual: line.residual.map { $0 + column * channelsPerBlock }, line.epilogue, count)
    sums.write(to: line.output + column * channelsPerBlock, count)
  }

  /// A pixel at either end of the row, some of whose kernel columns lie in the padding.
  @_transparent
  private func edge<Rows: KernelRows>(_ line: Line, _ weights: NineWeights, at column: Int, _ rows: Rows.Type)
  {
    let left = column * Stride.value - window.padLeft
    let present = (
      left >= 0 && left < window.inputWidth, left + 1 >= 0 && left + 1 < window.inputWidth,
      left + 2 >= 0 && left + 2 < window.inputWidth
    )
    var sums = Sums(line.epilogue.bias)
    let start = line.input + left * channelsPerBlock
    if Rows.hasTop { sums.add(weights.top, start, where: present) }
    sums.add(weights.middle, start + line.inputRowFloats, where: present)
    if Rows.hasBottom { sums.add(weights.bottom, start + 2 * line.inputRowFloats, where: present) }
    sums.finish(residual: line.residual.map { $0 + column * channelsPerBlock }, line.epilogue, One.self)
    sums.write(to: line.output + column * channelsPerBlock, One.self)
  }
}

/// The running sums of up to four neighbouring pixels.
private struct Sums {
  typealias Lanes = RegisterLanes

  var s0, s1, s2, s3: Lanes

  @_transparent
  init(_ start: Lanes) {
    (s0, s1, s2, s3) = (start, start, start, start)
  }

  /// Adds one kernel row.
  @_transparent
  mutating func add<Stride: Extent, Count: Extent>(
    _ weights: (Lanes, Lanes, Lanes), _ source: UnsafePointer<Float>, _ stride: Stride.Type,
    _ count: Count.Type
  ) {
    let step = Stride.value * channelsPerBlock
    s0 = threeTaps(s0, weights, source)
    if Count.value > 1 { s1 = threeTaps(s1, weights, source + step) }
    if Count.value > 2 { s2 = threeTaps(s2, weights, source + 2 * step) }
    if Count.value > 3 { s3 = threeTaps(s3, weights, source + 3 * step) }
  }

  /// Adds those columns of one kernel row to the first sum that lie in the input.
  @_transparent
  mutating func add(
    _ weights: (Lanes, Lanes, Lanes), _ source: UnsafePointer<Float>, where present: (Bool, Bool, Bool)
  ) {
    if present.0 { s0 = multiplyAdd(s0, weights.0, lanes(source)) }
    if present.1 { s0 = multiplyAdd(s0, weights.1, lanes(source + channelsPerBlock)) }
    if present.2 { s0 = multiplyAdd(s0, weights.2, lanes(source + 2 * channelsPerBlock)) }
  }

  @_transparent
  mutating func finish<Count: Extent>(
    residual: UnsafePointer<Float>?, _ epilogue: LaneEpilogue, _ count: Count.Type
  ) {
    if let residual {
      s0 += lanes(residual)
      if Count.value > 1 { s1 += lanes(residual + channelsPerBlock) }
      if Count.value > 2 { s2 += lanes(residual + 2 * channelsPerBlock) }
      if Count.value > 3 { s3 += lanes(residual + 3 * channelsPerBlock) }
    }
    switch epilogue.activation {
    case .identity: break
    case .rectifier:
      (s0, s1) = (rectified(s0, .zero), rectified(s1, .zero))
      (s2, s3) = (rectified(s2, .zero), rectified(s3, .zero))
    case .parametricRectifier:
      (s0, s1) = (rectified(s0, s0 * epilogue.slopes), rectified(s1, s1 * epilogue.slopes))
      (s2, s3) = (rectified(s2, s2 * epilogue.slopes), rectified(s3, s3 * epilogue.slopes))
    case .clip:
      let (lower, upper) = (epilogue.lower, epilogue.upper)
      (s0, s1) = (limited(s0, lower, upper), limited(s1, lower, upper))
      (s2, s3) = (limited(s2, lower, upper), limited(s3, lower, upper))
    }
  }

  @_transparent
  func write<Count: Extent>(to pixels: UnsafeMutablePointer<Float>, _ count: Count.Type) {
    put(s0, pixels)
    if Count.value > 1 { put(s1, pixels + channelsPerBlock) }
    if Count.value > 2 { put(s2, pixels + 2 * channelsPerBlock) }
    if Count.value > 3 { put(s3, pixels + 3 * channelsPerBlock) }
  }

  @_transparent
  private func put(_ value: Lanes, _ pointer: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Lanes.self).pointee = value
  }
}

/// sum + a₀·x₀ + a₁·x₁ + a₂·x₂ over neighbouring pixels, in this order.
@_transparent
private func threeTaps(
  _ sum: RegisterLanes, _ weights: (RegisterLanes, RegisterLanes, RegisterLanes),
  _ source: UnsafePointer<Float>
) -> RegisterLanes {
  multiplyAdd(
    multiplyAdd(multiplyAdd(sum, weights.0, lanes(source)), weights.1, lanes(source + channelsPerBlock)),
    weights.2, lanes(source + 2 * channelsPerBlock))
}

/// The weights of a 3×3 kernel for one register of channels.
private struct NineWeights {
  let top, middle, bottom: (RegisterLanes, RegisterLanes, RegisterLanes)

  @_transparent
  init(_ weights: UnsafePointer<Float>) {
    top = (lanes(weights), lanes(weights + channelsPerBlock), lanes(weights + 2 * channelsPerBlock))
    middle = (
      lanes(weights + 3 * channelsPerBlock), lanes(weights + 4 * channelsPerBlock),
      lanes(weights + 5 * channelsPerBlock)
    )
    bottom = (
      lanes(weights + 6 * channelsPerBlock), lanes(weights + 7 * channelsPerBlock),
      lanes(weights + 8 * channelsPerBlock)
    )
  }
}

/// What one output row of one register of channels reads and writes.
private struct Line {
  /// The first kernel row's input at column 0; outside the input where that row is padding.
  let input: UnsafePointer<Float>
  let inputRowFloats: Int
  let weights: UnsafePointer<Float>
  let output: UnsafeMutablePointer<Float>
  let residual: UnsafePointer<Float>?
  let epilogue: LaneEpilogue

  @_transparent
  init(task: DepthwiseConvolution, block: Int, row: Int, top: Int, lane: Int) {
    let window = task.window
    inputRowFloats = window.inputWidth * channelsPerBlock
    input = task.input + (block * window.inputBlockStride + top * inputRowFloats + lane)
    weights = task.weights + block * 9 * channelsPerBlock + lane
    output =
      task.output + block * window.outputBlockStride + row * window.outputWidth * channelsPerBlock + lane
    residual = task.epilogue.residual.map { [output] in $0 + (output - task.output) }
    epilogue = LaneEpilogue(task.epilogue, channel: block * channelsPerBlock + lane)
  }
}
