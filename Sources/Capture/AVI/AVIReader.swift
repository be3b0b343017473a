import Imaging

/// AVI with JPEG frames (MJPG), in one RIFF or continued in further ones as OpenDML does.
///
/// The file is read from front to back, so indexes are not needed, nor the sizes of lists, which a program that writes
/// into a pipe cannot know. Behind something that is no chunk, reading goes on with the next one that holds a JPEG.
struct AVIReader: FrameContainer {
  let limits: FrameLimits
  private(set) var framesPerSecond: Double?

  private var streamCount = 0
  /// Number of the first video stream.
  private var videoStream: Int?
  /// Where the present RIFF ends, if it says so.
  private var riffEnd: Int?
  private var isSearching = false
  private var passedCount = 0
  /// The last chunk has an odd size, so that a byte may follow that makes it even. Some writers leave it out.
  private var mayHavePadding = false

  /// Most bytes of a stream's header or format that are looked at.
  private static let headerLimit = 1 << 16

  init(limits: FrameLimits) {
    self.limits = limits
  }

  mutating func next(from bytes: ByteStream) throws(StreamFailure) -> FoundFrame? {
    while try isSearching ? reachFrame(bytes) : reachChunk(bytes) {
      let chunk = AVIChunk(bytes.window)
      switch chunk.name {
      case "RIFF": try enterRIFF(chunk, bytes)
      case "LIST": try enterList(bytes)
      case "strh": try readStreamHeader(chunk, bytes)
      case "strf": try readStreamFormat(chunk, bytes)
      default:
        guard chunk.isPlausible(limit: limits.encodedByteCount) else {
          isSearching = true
          passedCount = 0
          bytes.drop(1)
          return .broken(reason: "bytes that are no chunk")
        }
        guard let videoStream, chunk.frameStream == videoStream else {
          pass(chunk, bytes)
          continue
        }
        return try readFrame(chunk, bytes)
      }
    }
    try checkEnd(bytes)
    return nil
  }

  /// Moves behind a chunk, but for the byte that makes it even.
  private mutating func pass(_ chunk: AVIChunk, _ bytes: ByteStream) {
    bytes.drop(chunk.byteCount)
    mayHavePadding = chunk.size % 2 == 1
  }

  /// Moves behind the byte that makes a chunk even, where it is there.
  ///
  /// - Returns: Whether the first 8 bytes of a chunk are here.
  private mutating func reachChunk(_ bytes: ByteStream) throws(StreamFailure) -> Bool {
    if mayHavePadding {
      guard try bytes.fill(1) else { return false }
      // It should be a zero, with which no name begins.
      var isThere = bytes[0] == 0
      if !isThere, try bytes.fill(9) {
        isThere = !AVIChunk(bytes.window).isKnown || AVIChunk(bytes.window.dropFirst()).isKnown
      }
      if isThere { bytes.consume(1) }
      mayHavePadding = false
    }
    return try bytes.fill(8)
  }

  // MARK: - Lists and headers

  private mutating func enterRIFF(_ chunk: AVIChunk, _ bytes: ByteStream) throws(StreamFailure) {
    guard try bytes.fill(12) else { throw .truncated }
    let kind = bytes.window.dropFirst(8)
    guard kind.starts(with: "AVI ".utf8) || kind.starts(with: "AVIX".utf8) else {
      throw .damaged("a RIFF that belongs to no AVI")
    }
    // A program that could not come back to the beginning has left 0 or the largest number.
    let isStated = chunk.size != 0 && chunk.size != Int(UInt32.max)
    riffEnd = isStated ? bytes.consumedCount + 8 + chunk.size : nil
    bytes.consume(12)
  }

  private func enterList(_ bytes: ByteStream) throws(StreamFailure) {
    guard try bytes.fill(12) else { throw .truncated }
    bytes.consume(12)
  }

  /// `strh` (AVISTREAMHEADER): the kind of stream at 0, scale at 20, rate at 24.
  private mutating func readStreamHeader(_ chunk: AVIChunk, _ bytes: ByteStream) throws(StreamFailure) {
    let content = try header(chunk, bytes)
    if videoStream == nil, content.starts(with: "vids".utf8) {
      videoStream = streamCount
      let scale = AVIChunk.integer(content, at: 20)
      let rate = AVIChunk.integer(content, at: 24)
      if let scale, let rate, scale > 0, rate > 0 { framesPerSecond = Double(rate) / Double(scale) }
    }
    streamCount += 1
    pass(chunk, bytes)
  }

  /// `strf` of a video stream (BITMAPINFOHEADER): the codec at 16.
  private mutating func readStreamFormat(_ chunk: AVIChunk, _ bytes: ByteStream) throws(StreamFailure) {
    let content = try header(chunk, bytes)
    pass(chunk, bytes)
    guard videoStream == streamCount - 1 else { return }
    let codec = content.dropFirst(16).prefix(4)
    guard codec.count == 4 else { throw .damaged("a format without a codec") }
    let name = String(decoding: codec, as: UTF8.self)
    guard ["MJPG", "JPEG"].contains(name.uppercased()) else {
      throw .unsupported(
        variant: "AVI with the codec '\(name)'", cure: "convert it, for example with ffmpeg -c:v mjpeg -q:v 2"
      )
    }
  }

  private func header(_ chunk: AVIChunk, _ bytes: ByteStream) throws(StreamFailure) -> [UInt8] {
    guard chunk.size <= Self.headerLimit else { throw .damaged("a header of \(chunk.size) bytes") }
    guard try bytes.fill(8 + chunk.size) else { throw .truncated }
    return Array(bytes.window.dropFirst(8).prefix(chunk.size))
  }

  // MARK: - Frames

  private mutating func readFrame(_ chunk: AVIChunk, _ bytes: ByteStream) throws(StreamFailure) -> FoundFrame
  {
    guard try bytes.fill(8 + chunk.size) else { throw .truncated }
    let picture = Array(bytes.window.dropFirst(8).prefix(chunk.size))
    pass(chunk, bytes)
    guard !picture.isEmpty else { return .missing }
    var cutter = PictureCutter()
    let cut = cutter.advance(picture[...])
    guard cutter.scanPlace != nil else { return .broken(reason: "a chunk without a JPEG") }
    if case .picture(let end) = cut, cutter.isField, picture[end...].starts(with: [0xFF, 0xD8]) {
      throw .unsupported(
        variant: "AVI with interlaced frames", cure: "deinterlace it, for example with ffmpeg -vf bwdif")
    }
    return EncodedPicture(picture, cutter: cutter).decoded(limits.decoding)
  }

  /// Moves to the next chunk that holds a JPEG.
  ///
  /// - Returns: `false` at the end.
  private mutating func reachFrame(_ bytes: ByteStream) throws(StreamFailure) -> Bool {
    while try bytes.fill(10) {
      let chunk = AVIChunk(bytes.window)
      if chunk.frameStream != nil, chunk.size <= limits.encodedByteCount, bytes[8] == 0xFF, bytes[9] == 0xD8 {
        (isSearching, mayHavePadding) = (false, false)
        return true
      }
      var number = 1
      while number < bytes.count, !AVIChunk.isDigit(bytes[number]) { number += 1 }
      bytes.consume(number)
      passedCount += number
      guard passedCount <= limits.encodedByteCount else { throw .damaged("no frame in \(passedCount) bytes") }
    }
    return false
  }

  private func checkEnd(_ bytes: ByteStream) throws(StreamFailure) {
    // The byte that makes a size even may be missing.
    let isShort = (riffEnd ?? 0) > bytes.consumedCount + bytes.count + 1
    if isShort || bytes.owedCount > 0 || (bytes.count > 1 && !isSearching) { throw .truncated }
    if videoStream == nil { throw .damaged("there is no video stream") }
  }
}
