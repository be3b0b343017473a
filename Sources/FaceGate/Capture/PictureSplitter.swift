/// Cuts a stream of JPEG and PNG pictures that follow each other, as `ffmpeg -f mjpeg -` and `-f image2pipe`
/// write them, into pictures.
struct PictureSplitter {
  /// What to do with the bytes so far.
  enum Cut: Equatable {
    /// The first picture ends before this index.
    case picture(end: Int)
    /// More bytes are needed.
    case incomplete
    /// This is neither JPEG nor PNG.
    case foreign
  }

  /// Looks for the end of the first picture.
  static func cut(_ bytes: [UInt8]) -> Cut {
    guard bytes.count >= 2 else { return .incomplete }
    if bytes[0] == 0xFF, bytes[1] == 0xD8 { return cutJPEG(bytes) }
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard bytes.prefix(8).elementsEqual(signature.prefix(bytes.count)) else { return .foreign }
    return cutPNG(bytes)
  }

  /// Walks the segments by their lengths, so that a picture within a picture (a thumbnail) does not end it.
  private static func cutJPEG(_ bytes: [UInt8]) -> Cut {
    var place = 2
    while place + 1 < bytes.count {
      guard bytes[place] == 0xFF else { return .foreign }
      switch bytes[place + 1] {
      case 0xFF:
        place += 1
      case 0xD9:
        return .picture(end: place + 2)
      case 0x01, 0xD0...0xD7:
        place += 2
      case let marker:
        guard place + 3 < bytes.count else { return .incomplete }
        let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
        guard length >= 2 else { return .foreign }
        place += 2 + length
        if marker == 0xDA { place = endOfScan(bytes, from: place) }
      }
    }
    return .incomplete
  }

  /// The next marker after compressed data; stuffed bytes and restarts belong to the data.
  private static func endOfScan(_ bytes: [UInt8], from start: Int) -> Int {
    var place = start
    while place + 1 < bytes.count {
      if bytes[place] == 0xFF, bytes[place + 1] != 0, !(0xD0...0xD7).contains(bytes[place + 1]) {
        return place
      }
      place += 1
    }
    return bytes.count
  }

  private static func cutPNG(_ bytes: [UInt8]) -> Cut {
    var place = 8
    while place + 8 <= bytes.count {
      let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      let isEnd = bytes[place + 4..<place + 8].elementsEqual("IEND".utf8)
      // Name and checksum come on top.
      place += 12 + length
      if isEnd { return place <= bytes.count ? .picture(end: place) : .incomplete }
    }
    return .incomplete
  }
}
