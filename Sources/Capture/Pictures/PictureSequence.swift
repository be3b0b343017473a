import Imaging

/// JPEG and PNG pictures one after the other, as `ffmpeg -f mjpeg` and `-f image2pipe` write them.
///
/// Zeros between pictures are padding. Anything else that is no picture counts as one broken frame, and reading goes on
/// with the next JPEG or PNG.
struct PictureSequence: FrameContainer {
  let limits: FrameLimits
  var framesPerSecond: Double? { nil }

  private var cutter = PictureCutter()
  private var isSearching = false
  /// Bytes since the last picture.
  private var passedCount = 0
  /// The picture that came last is the whole of it.
  private var isComplete = false

  private static let beginnings: [[UInt8]] = [
    [0xFF, 0xD8, 0xFF], Array(PictureCutter.pngSignature.prefix(4)),
  ]

  init(limits: FrameLimits) {
    self.limits = limits
  }

  mutating func next(from bytes: ByteStream) throws(StreamFailure) -> FoundFrame? {
    guard !isComplete, try reachPicture(bytes) else { return nil }
    while true {
      switch cutter.advance(bytes.window) {
      case .picture(let end): return take(end, of: bytes)
      case .broken(let place): return search(of: bytes, from: place)
      case .incomplete:
        guard bytes.count <= limits.encodedByteCount else {
          throw .tooLarge("a picture has more than \(limits.encodedByteCount) bytes")
        }
        guard try bytes.fillMore() else { return try takeLast(of: bytes) }
      }
    }
  }

  /// Moves behind padding, or, after something broken, to the next beginning of a picture.
  ///
  /// - Returns: `false` at the end.
  private mutating func reachPicture(_ bytes: ByteStream) throws(StreamFailure) -> Bool {
    while try bytes.fill(1) {
      let isThere = isSearching ? try beginsPicture(bytes) : bytes[0] != 0
      if isThere {
        isSearching = false
        passedCount = 0
        return true
      }
      var number = 1
      while number < bytes.count, isSearching ? !Self.mayBegin(bytes[number]) : bytes[number] == 0 {
        number += 1
      }
      bytes.consume(number)
      passedCount += number
      guard passedCount <= limits.encodedByteCount else {
        throw .damaged("no picture in \(passedCount) bytes")
      }
    }
    return false
  }

  private func beginsPicture(_ bytes: ByteStream) throws(StreamFailure) -> Bool {
    for beginning in Self.beginnings where bytes[0] == beginning[0] {
      let isThere = try bytes.fill(beginning.count)
      return isThere && bytes.begins(with: beginning)
    }
    return false
  }

  private static func mayBegin(_ byte: UInt8) -> Bool {
    beginnings.contains { $0.first == byte }
  }

  /// Whether another picture follows the first one, of which `bytes` begin.
  mutating func hasSecondPicture(_ bytes: ByteStream) throws(StreamFailure) -> Bool {
    while true {
      switch cutter.advance(bytes.window) {
      case .broken: return false
      case .picture(let end):
        bytes.consume(end)
        guard !cutter.announcesMorePictures, try reachPicture(bytes) else { return false }
        return try beginsPicture(bytes)
      case .incomplete:
        guard bytes.count <= limits.encodedByteCount, try bytes.fillMore() else { return false }
      }
    }
  }

  private mutating func take(_ end: Int, of bytes: ByteStream) -> FoundFrame {
    let picture = Array(bytes.window.prefix(end))
    bytes.consume(end)
    isComplete = cutter.announcesMorePictures
    let found = EncodedPicture(picture, cutter: cutter).decoded(limits.decoding)
    cutter = PictureCutter()
    return found
  }

  /// Goes on behind a broken beginning.
  private mutating func search(of bytes: ByteStream, from place: Int) -> FoundFrame {
    // A wrong length may have led over whole pictures; but a thumbnail is none of them.
    bytes.consume(cutter.mayHoldPictures ? max(1, place) : 1)
    cutter = PictureCutter()
    isSearching = true
    return .broken(reason: "bytes that belong to no picture")
  }

  /// The picture in which the stream ends: whole where only its end marker is missing.
  private mutating func takeLast(of bytes: ByteStream) throws(StreamFailure) -> FoundFrame {
    if cutter.scanPlace != nil {
      let found = EncodedPicture(Array(bytes.window), cutter: cutter).decoded(limits.decoding)
      if case .whole = found {
        bytes.consume(bytes.count)
        return found
      }
    }
    guard !cutter.mayHoldPictures, Self.hasPicture(bytes.window.dropFirst()) else { throw .truncated }
    return search(of: bytes, from: 0)
  }

  private static func hasPicture(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.indices.contains { place in
      mayBegin(bytes[place]) && beginnings.contains { bytes[place...].starts(with: $0) }
    }
  }
}
