import TensorKernels

/// A fixed number of a gallery's templates: floats for exact scores, bytes to rule most of them out first.
///
/// Filled from the front by one owner; afterwards it is only read.
final class GalleryChunk: @unchecked Sendable {
  let capacity: Int
  let dimensions: Int
  private(set) var count = 0

  private let floats: TemplateMemory
  private let codes: TemplateMemory
  private let margins: TemplateMemory

  /// - Parameters:
  ///   - capacity: Templates, a multiple of `CodedTemplates.groupCount`.
  ///   - dimensions: Values of each, at least one.
  /// - Throws: `MatchingError.memoryNotAvailable`.
  init(capacity: Int, dimensions: Int) throws(MatchingError) {
    self.capacity = capacity
    self.dimensions = dimensions
    let words = (dimensions + 3) / 4
    floats = try TemplateMemory(byteCount: capacity * dimensions * MemoryLayout<Float>.stride)
    codes = try TemplateMemory(byteCount: capacity * words * MemoryLayout<UInt32>.stride)
    margins = try TemplateMemory(byteCount: 2 * capacity * MemoryLayout<Float>.stride)
  }

  /// A copy that can be filled further.
  ///
  /// - Throws: `MatchingError.memoryNotAvailable`.
  init(copying other: GalleryChunk) throws(MatchingError) {
    capacity = other.capacity
    dimensions = other.dimensions
    count = other.count
    floats = try TemplateMemory(byteCount: other.floats.byteCount)
    codes = try TemplateMemory(byteCount: other.codes.byteCount)
    margins = try TemplateMemory(byteCount: other.margins.byteCount)
    let used = (count + CodedTemplates.groupCount - 1) / CodedTemplates.groupCount * CodedTemplates.groupCount
    floats.base.copyMemory(
      from: other.floats.base, byteCount: used * dimensions * MemoryLayout<Float>.stride)
    codes.base.copyMemory(from: other.codes.base, byteCount: used * words * MemoryLayout<UInt32>.stride)
    scales.update(from: other.scales, count: used)
    bounds.update(from: other.bounds, count: used)
  }

  /// Packed as `TemplateProduct` wants it.
  var templates: UnsafeMutablePointer<Float> { floats.base.assumingMemoryBound(to: Float.self) }

  /// The same templates as bytes.
  var coded: CodedTemplates {
    CodedTemplates(codes: codeWords, words: words, scales: scales, bounds: bounds)
  }

  private var words: Int { (dimensions + 3) / 4 }
  private var codeWords: UnsafeMutablePointer<UInt32> { codes.base.assumingMemoryBound(to: UInt32.self) }
  private var scales: UnsafeMutablePointer<Float> { margins.base.assumingMemoryBound(to: Float.self) }
  private var bounds: UnsafeMutablePointer<Float> { scales + capacity }

  /// Adds a template behind the others. There must be room, and its length must be `dimensions`.
  func add(_ vector: [Float]) {
    if count.isMultiple(of: CodedTemplates.groupCount) { clearGroup() }
    let block = templates + count / channelsPerBlock * dimensions * channelsPerBlock
    let lane = count % channelsPerBlock
    for (dimension, value) in vector.enumerated() { block[dimension * channelsPerBlock + lane] = value }

    let scale = TemplateCode.scale(vector)
    let group =
      codeWords + count / CodedTemplates.groupCount * words * CodedTemplates.groupCount
      + count % CodedTemplates.groupCount
    for (dimension, value) in vector.enumerated() {
      let shift = UInt32(dimension % 4 * 8)
      group[dimension / 4 * CodedTemplates.groupCount] |= TemplateCode.code(value, scale: scale) << shift
    }
    scales[count] = scale
    bounds[count] = TemplateCode.bound(vector, scale: scale)
    count += 1
  }

  /// Makes the group that begins at `count` one of templates that reach no score.
  private func clearGroup() {
    let size = CodedTemplates.groupCount
    (templates + count * dimensions).update(repeating: 0, count: size * dimensions)
    (codeWords + count * words).update(repeating: 0, count: size * words)
    (scales + count).update(repeating: 0, count: size)
    (bounds + count).update(repeating: -.infinity, count: size)
  }
}
