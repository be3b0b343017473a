/// The inner loops of one instruction set.
///
/// Every function computes the part of its output that the ranges name, from inputs that it only reads, so that
/// workers can share one task; each output element is summed in the same order whatever the ranges are, so results do
/// not depend on how the work was split. Blocks of activations, packed weights, biases and slopes are aligned to 16 bytes,
/// as a Swift array is; pointers must not overlap unless said.
public protocol KernelSet: Sendable {
  var instructionSet: InstructionSet { get }

  /// Computes the output pixels rows × columns of the named output blocks.
  func convolve(_ task: DenseConvolution, rows: Range<Int>, columns: Range<Int>, blocks: Range<Int>)

  /// Computes the rows of the named output blocks.
  func multiply(_ task: QuantizedProduct, rows: Range<Int>, blocks: Range<Int>)

  /// Computes the output rows of the named blocks.
  func convolveDepthwise(_ task: DepthwiseConvolution, rows: Range<Int>, blocks: Range<Int>)

  /// Computes the output rows of the named blocks.
  func pool(_ task: Pooling, rows: Range<Int>, blocks: Range<Int>)

  /// Applies bias, residual and activation to the named blocks of `pixels` pixels each; the output may be the input
  /// or the residual.
  func finish(
    input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, pixels: Int, blocks: Range<Int>,
    epilogue: Epilogue)

  /// Turns row-major C×pixels into blocks, with zeros past the last channel.
  func block(
    input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, channels: Int, pixels: Int,
    blocks: Range<Int>)

  /// Turns blocks into row-major C×pixels.
  func unblock(
    input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>, channels: Int, pixels: Int,
    blocks: Range<Int>)

  /// Probes in a full tile of `score`.
  var probesPerTile: Int { get }

  /// Computes the scores of all probes and the templates of the named blocks.
  func score(_ task: TemplateProduct, blocks: Range<Int>)

  /// The first of the blocks of sixteen scores in which one is at least `threshold`, else the upper bound.
  func firstBlock(of scores: UnsafePointer<Float>, reaching threshold: Float, blocks: Range<Int>) -> Int

  /// The first of the blocks of sixteen templates in which one may have a score of at least `threshold`, else the upper
  /// bound.
  ///
  /// - Parameters:
  ///   - templates: What is searched.
  ///   - probe: A vector of length 1, with zeros up to four times `templates.words`.
  ///   - probeSum: The sum of its values.
  ///   - threshold: The score that is asked for.
  ///   - blocks: Blocks of sixteen templates.
  func firstBlock(
    of templates: CodedTemplates, probe: UnsafePointer<Float>, probeSum: Float, reaching threshold: Float,
    blocks: Range<Int>
  ) -> Int

  /// Counts scores by bins.
  ///
  /// - Parameters:
  ///   - scores: None is NaN; one outside of −1…1 counts as the nearer end.
  ///   - blocks: Sixteens of scores.
  ///   - places: Room for as many integers as there are scores.
  ///   - bins: `ScoreBins.count` counts, which are added to.
  func count(
    _ scores: UnsafePointer<Float>, blocks: Int, places: UnsafeMutablePointer<Int32>,
    bins: UnsafeMutablePointer<UInt32>)
}
