import Imaging

/// Tells by the first bytes which format a stream has.
struct ContainerSniffer {
  let options: CaptureOptions

  /// - Throws: `.unknownFormat`, or `.empty` where there is no byte.
  func container(of bytes: ByteStream) throws(StreamFailure) -> any FrameContainer {
    let limits = FrameLimits(decoding: options.decoding)
    guard try bytes.fill(1) else { throw .empty }
    // Two bytes tell a JPEG; a Y4M is the longest to tell.
    for beginning in [[0xFF, 0xD8], PictureCutter.pngSignature] where try hasBeginning(bytes, beginning) {
      return PictureSequence(limits: limits)
    }
    for beginning in ["--", "\r\n--", "HTTP/"] where try hasBeginning(bytes, Array(beginning.utf8)) {
      guard try textLeadsToPicture(bytes) else { throw foreign(bytes) }
      return PictureSequence(limits: limits)
    }
    if try hasBeginning(bytes, Array("RIFF".utf8)) {
      let isWhole = try bytes.fill(12)
      guard isWhole, bytes.window.dropFirst(8).starts(with: "AVI ".utf8) else { throw foreign(bytes) }
      return AVIReader(limits: limits)
    }
    if try hasBeginning(bytes, Y4MHeader.signature) {
      return Y4MReader(limits: limits, matrix: options.matrix)
    }
    throw foreign(bytes)
  }

  /// Whether nothing but lines of text come before a JPEG, as cameras send one over HTTP (`multipart/x-mixed-replace`).
  private func textLeadsToPicture(_ bytes: ByteStream) throws(StreamFailure) -> Bool {
    for place in 0..<Self.longestHeader {
      guard try bytes.fill(place + 1) else { return false }
      if PictureSeparators.isPaddingOrText(bytes[place]) { continue }
      let isLong = try bytes.fill(place + 2)
      return isLong && bytes[place] == 0xFF && bytes[place + 1] == 0xD8
    }
    return false
  }

  /// More bytes than the lines before a picture have.
  private static let longestHeader = 8 << 10

  /// Reads no more than it takes to know: a live source may not have more yet.
  private func hasBeginning(_ bytes: ByteStream, _ beginning: [UInt8]) throws(StreamFailure) -> Bool {
    for (place, byte) in beginning.enumerated() {
      guard try bytes.fill(place + 1), bytes[place] == byte else { return false }
    }
    return true
  }

  private func foreign(_ bytes: ByteStream) -> StreamFailure {
    guard case .other(let looksLike) = FileSignature(Array(bytes.window.prefix(512))) else {
      return .unknownFormat(looksLike: nil)
    }
    return .unknownFormat(looksLike: looksLike)
  }
}
