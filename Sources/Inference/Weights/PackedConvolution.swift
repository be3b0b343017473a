import TensorKernels

/// The weights of a convolution or matrix product in the order in which the kernels read them.
///
/// Shared by all sessions of a model.
struct PackedConvolution: Sendable {
  enum Kind: Sendable {
    /// Packed as [output block][input block][row][column][16 inputs][16 outputs]; reads a blocked input.
    case blocked
    /// Packed as [output block][input][row][column][16 outputs]; reads the row-major planes of few channels.
    case planar
    /// Packed as [output block][input][16 outputs]; reads the rows of a matrix.
    case matrix
    /// Packed as [block][row][column][16].
    case depthwise
  }

  let kind: Kind
  let inputChannels: Int
  let outputChannels: Int
  let kernelHeight: Int
  let kernelWidth: Int
  let weights: AlignedBuffer
  /// One value per output channel, padded to whole blocks.
  let bias: AlignedBuffer

  /// Up to this many input channels a convolution reads their planes: blocks would be mostly padding.
  static let mostPlanes = 8

  /// Packs the weights of a convolution; `nil` where no fast kernel applies: groups other than one or one per channel.
  ///
  /// - Parameters:
  ///   - weights: Row-major [outputs, inputs / groups, rows, columns].
  ///   - bias: One value per output, or `nil` for none.
  init?(weights: Tensor, bias: Tensor?, groups: Int) throws(InferenceError) {
    guard weights.elementType == .float32, weights.shape.count == 4, groups >= 1 else { return nil }
    let outputs = weights.shape[0]
    let inputsPerGroup = weights.shape[1]
    guard outputs > 0, inputsPerGroup > 0, weights.shape[2] > 0, weights.shape[3] > 0 else { return nil }
    kernelHeight = weights.shape[2]
    kernelWidth = weights.shape[3]
    outputChannels = outputs
    if groups == 1 {
      kind = inputsPerGroup <= Self.mostPlanes ? .planar : .blocked
      inputChannels = inputsPerGroup
    } else if inputsPerGroup == 1, groups == outputs {
      kind = .depthwise
      inputChannels = groups
    } else {
      return nil
    }
    let area = kernelHeight * kernelWidth
    let inputBlock = kind == .blocked ? channelsPerBlock : 1
    guard
      Self.isWorthPacking(
        weights.count, outputs: outputs, inputs: inputsPerGroup, area: area, inputBlock: inputBlock)
    else { return nil }
    guard let packedBias = try Self.padded(bias, count: outputs) else { return nil }
    self.bias = packedBias
    self.weights = try Self.pack(
      weights, outputs: outputs, inputs: inputsPerGroup, area: area, inputBlock: inputBlock)
  }

  /// Packs a matrix [outputs, inputs] as a convolution of single pixels.
  init?(matrix: Tensor, bias: Tensor?) throws(InferenceError) {
    guard matrix.elementType == .float32, matrix.shape.count == 2 else { return nil }
    let (outputs, inputs) = (matrix.shape[0], matrix.shape[1])
    guard outputs > 0, inputs > 0,
      Self.isWorthPacking(matrix.count, outputs: outputs, inputs: inputs, area: 1, inputBlock: inputs),
      let packedBias = try Self.padded(bias, count: outputs)
    else { return nil }
    kind = .matrix
    inputChannels = inputs
    outputChannels = outputs
    kernelHeight = 1
    kernelWidth = 1
    self.bias = packedBias
    weights = try Self.pack(matrix, outputs: outputs, inputs: inputs, area: 1, inputBlock: inputs)
  }

  /// A scale and a shift per channel, as a depthwise convolution of one pixel.
  init(scales: [Float], shifts: [Float]) throws(InferenceError) {
    kind = .depthwise
    inputChannels = scales.count
    outputChannels = scales.count
    kernelHeight = 1
    kernelWidth = 1
    weights = try Self.padded(scales)
    bias = try Self.padded(shifts)
  }

  /// Values in whole blocks with zeros at the end.
  static func padded(_ values: [Float]) throws(InferenceError) -> AlignedBuffer {
    let buffer = try AlignedBuffer(floatCount: blockCount(values.count) * channelsPerBlock)
    for (index, value) in values.enumerated() { buffer.floats[index] = value }
    return buffer
  }

  private static func padded(_ bias: Tensor?, count: Int) throws(InferenceError) -> AlignedBuffer? {
    guard let bias else { return try padded([Float](repeating: 0, count: count)) }
    guard let values = bias.floats, values.count == count else { return nil }
    return try padded(values)
  }

  /// Whether padding to whole blocks keeps the weights within four times their size; small ones always do.
  private static func isWorthPacking(_ count: Int, outputs: Int, inputs: Int, area: Int, inputBlock: Int)
    -> Bool
  {
    let packed = saturatingProduct(
      blockCount(outputs), (inputs + inputBlock - 1) / inputBlock, area, inputBlock * channelsPerBlock)
    return packed <= max(1 << 22, saturatingProduct(4, count))
  }

  /// Reorders [outputs][inputs][area] into [output block][input block][area][inputs of a block][16 outputs].
  private static func pack(
    _ weights: Tensor, outputs: Int, inputs: Int, area: Int, inputBlock: Int
  ) throws(InferenceError) -> AlignedBuffer {
    let inputBlocks = (inputs + inputBlock - 1) / inputBlock
    let outputBlocks = blockCount(outputs)
    let buffer = try AlignedBuffer(
      floatCount: outputBlocks * inputBlocks * area * inputBlock * channelsPerBlock)
    let perOutput = inputs * area
    // Rows a cache line apart beyond a power of two, or those of one block would all meet in the same few lines.
    let rowStride = perOutput + 16
    var rows = [Float](repeating: 0, count: channelsPerBlock * rowStride)
    rows.withUnsafeMutableBufferPointer { rows in
      guard let rows = rows.baseAddress else { return }
      var target = buffer.floats
      for outputBlock in 0..<outputBlocks {
        let first = outputBlock * channelsPerBlock
        let present = min(channelsPerBlock, outputs - first)
        for lane in 0..<present {
          let start = (first + lane) * perOutput
          weights.copyFloats(start..<start + perOutput, to: rows + lane * rowStride)
        }
        for block in 0..<inputBlocks {
          let inputsPresent = min(inputBlock, inputs - block * inputBlock)
          for position in 0..<area {
            for input in 0..<inputsPresent {
              let column = rows + ((block * inputBlock + input) * area + position)
              let line = target + input * channelsPerBlock
              for lane in 0..<present { line[lane] = column[lane &* rowStride] }
            }
            target += inputBlock * channelsPerBlock
          }
        }
      }
    }
    return buffer
  }
}

extension PackedConvolution: DeferredElements {
  private var inputsPerGroup: Int { kind == .depthwise ? 1 : inputChannels }

  var count: Int { outputChannels * inputsPerGroup * kernelHeight * kernelWidth }

  /// The weights in the order that they had before they were packed.
  func copyFloats(_ range: Range<Int>, to target: UnsafeMutablePointer<Float>) {
    let area = kernelHeight * kernelWidth
    let inputBlock =
      switch kind {
      case .blocked: channelsPerBlock
      case .matrix: inputsPerGroup
      case .planar, .depthwise: 1
      }
    let inputBlocks = (inputsPerGroup + inputBlock - 1) / inputBlock
    for place in range {
      let (channel, position) = place.quotientAndRemainder(dividingBy: area)
      let (output, source) = channel.quotientAndRemainder(dividingBy: inputsPerGroup)
      let (block, input) = source.quotientAndRemainder(dividingBy: inputBlock)
      let (outputBlock, lane) = output.quotientAndRemainder(dividingBy: channelsPerBlock)
      let index = ((outputBlock * inputBlocks + block) * area + position) * inputBlock + input
      target[place - range.lowerBound] = weights.floats[index * channelsPerBlock + lane]
    }
  }
}
