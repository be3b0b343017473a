import Imaging

/// Uncompressed frames, as `ffmpeg -f yuv4mpegpipe` writes them.
struct Y4MReader: FrameContainer {
  let limits: FrameLimits
  let matrix: ColorMatrix

  private var header: Y4MHeader?
  private var conversion: PlanarConversion?

  private static let frameMarker = Array("FRAME".utf8)

  init(limits: FrameLimits, matrix: ColorMatrix) {
    self.limits = limits
    self.matrix = matrix
  }

  var framesPerSecond: Double? { header?.framesPerSecond }

  mutating func next(from bytes: ByteStream) throws(StreamFailure) -> FoundFrame? {
    let conversion = try startedConversion(bytes)
    guard try bytes.fill(1) else { return nil }
    let lineEnd = try endOfLine(bytes, beginning: Self.frameMarker)
    let end = lineEnd + 1 + conversion.layout.byteCount
    guard try bytes.fill(end) else { throw .truncated }
    let image = bytes.withWindow { conversion.image(UnsafeBufferPointer(rebasing: $0[(lineEnd + 1)..<end])) }
    bytes.consume(end)
    return .whole(image.turned(limits.decoding.turn))
  }

  private mutating func startedConversion(_ bytes: ByteStream) throws(StreamFailure) -> PlanarConversion {
    if let conversion { return conversion }
    let lineEnd = try endOfLine(bytes, beginning: Y4MHeader.signature)
    let header = try Y4MHeader(bytes.window.prefix(lineEnd))
    let layout = header.layout
    guard limits.contains(width: layout.width, height: layout.height) else {
      throw .tooLarge(
        "\(layout.width)×\(layout.height) pixels exceed the limit of \(limits.decoding.maximumPixelCount)")
    }
    bytes.consume(lineEnd + 1)
    self.header = header
    let made = PlanarConversion(layout: layout, coefficients: ColorCoefficients(matrix, header.range))
    conversion = made
    return made
  }

  /// The place of the line feed that ends a line of parameters.
  private func endOfLine(_ bytes: ByteStream, beginning: [UInt8]) throws(StreamFailure) -> Int {
    guard try bytes.fill(beginning.count) else { throw .truncated }
    guard bytes.begins(with: beginning) else { throw .damaged("a frame does not begin where it should") }
    var place = beginning.count
    while place < Y4MHeader.byteLimit {
      guard try bytes.fill(place + 1) else { throw .truncated }
      if bytes[place] == UInt8(ascii: "\n") { return place }
      place += 1
    }
    throw .damaged("a line has no end")
  }
}
