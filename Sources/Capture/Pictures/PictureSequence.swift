import Imaging

/// JPEG and PNG pictures one after the other, as `ffmpeg -f mjpeg` and `-f image2pipe` write them, also with the lines of
/// text between them that cameras send over HTTP.
///
/// Zeros, text and further end marks between pictures separate them. Anything else that is no picture counts as one broken
/// frame, and reading goes on with the next JPEG or PNG. Further views of a picture are passed over.
struct PictureSequence: FrameContainer {
  let limits: FrameLimits
  var framesPerSecond: Double? { nil }

  private var cutter = PictureCutter()
  private var isSearching = false
  /// Bytes since the last picture.
  private var passedCount = 0
  /// Pictures to come that are views of the last one.
  private var viewCount = 0

  private static let beginnings: [[UInt8]] = [
    [0xFF, 0xD8, 0xFF], Array(PictureCutter.pngSignature.prefix(4)),
  ]

  init(limits: FrameLimits) {
    self.limits = limits
  }

  mutating func next(from bytes: ByteStream) throws(StreamFailure) -> FoundFrame? {
    guard try reachPicture(bytes) else { return nil }
    while true {
      switch cutter.advance(bytes.window) {
      case .picture(let end):
        if isView {
          pass(end, of: bytes)
          guard try reachPicture(bytes) else { return nil }
          continue
        }
        return take(end, of: bytes)
      case .broken(let place): return search(of: bytes, from: place)
      case .incomplete:
        guard bytes.count <= limits.encodedByteCount else {
          throw .tooLarge("a picture has more than \(limits.encodedByteCount) bytes")
        }
        guard try bytes.fillMore() else { return try takeLast(of: bytes) }
      }
    }
  }

  /// Whether the picture that was cut is a view of the one before it, and does not begin a group of its own.
  private var isView: Bool { viewCount > 0 && cutter.furtherViewCount == 0 }

  /// Passes over a view.
  private mutating func pass(_ end: Int, of bytes: ByteStream) {
    bytes.consume(end)
    viewCount -= 1
    cutter = PictureCutter()
  }

  /// Moves behind what separates pictures, or, after something broken, to the next beginning of a picture.
  ///
  /// - Returns: `false` at the end.
  private mutating func reachPicture(_ bytes: ByteStream) throws(StreamFailure) -> Bool {
    while try bytes.fill(1) {
      let separatorCount = isSearching ? 0 : try PictureSeparators.count(bytes)
      let isThere = isSearching ? try Self.beginsPicture(bytes) : separatorCount == 0
      if isThere {
        isSearching = false
        passedCount = 0
        return true
      }
      var number = max(1, separatorCount)
      while isSearching, number < bytes.count, !Self.mayBegin(bytes[number]) { number += 1 }
      bytes.consume(number)
      passedCount += number
      guard passedCount <= limits.encodedByteCount else {
        throw .damaged("no picture in \(passedCount) bytes")
      }
    }
    return false
  }

  /// Whether a picture begins with the next byte, which is here.
  static func beginsPicture(_ bytes: ByteStream) throws(StreamFailure) -> Bool {
    for beginning in beginnings where bytes[0] == beginning[0] {
      let isThere = try bytes.fill(beginning.count)
      return isThere && bytes.begins(with: beginning)
    }
    return false
  }

  private static func mayBegin(_ byte: UInt8) -> Bool {
    beginnings.contains { $0.first == byte }
  }

  private mutating func take(_ end: Int, of bytes: ByteStream) -> FoundFrame {
    let found = EncodedPicture(Array(bytes.window.prefix(end)), cutter: cutter).decoded(limits.decoding)
    // What belongs to nothing may have been reached by a wrong length, and the end be that of another picture.
    if case .broken = found, let strayPlace = cutter.strayPlace { return search(of: bytes, from: strayPlace) }
    bytes.consume(end)
    viewCount = cutter.furtherViewCount
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
