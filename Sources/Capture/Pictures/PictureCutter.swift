/// Finds the end of a JPEG or PNG picture in bytes that arrive little by little. Each byte is looked at once.
///
/// It takes what the decoder takes: bytes before a marker that belong to nothing are passed over.
struct PictureCutter {
  static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// What the bytes so far tell.
  enum Cut: Equatable {
    /// The picture ends before this place.
    case picture(end: Int)
    /// More bytes are needed.
    case incomplete
    /// From this place on they are no picture.
    case broken(place: Int)
  }

  /// The place of the first scan of a JPEG.
  private(set) var scanPlace: Int?

  /// Whether a JPEG brings Huffman tables before its first scan.
  private(set) var hasHuffmanTables = false

  /// Whether segments were seen that may hold pictures of their own, such as a thumbnail.
  private(set) var mayHoldPictures = false

  /// Pictures that follow the JPEG and are views of the same moment, as it says.
  private(set) var furtherViewCount = 0

  /// Width and height as the JPEG's frame header states them.
  private(set) var size: (width: Int, height: Int)?

  /// Where the first bytes stand that belong to nothing; `nil` where there are none.
  private(set) var strayPlace: Int?

  /// Whether the JPEG says that it is one field of an interlaced frame (the `AVI1` segment of MJPG in AVI).
  private(set) var isField = false

  private var place = 0
  private var isInScan = false

  /// Goes on where it stopped.
  ///
  /// - Parameter bytes: All bytes from the beginning of the picture.
  mutating func advance(_ bytes: ArraySlice<UInt8>) -> Cut {
    let base = bytes.startIndex
    guard bytes.count >= 2 else { return .incomplete }
    if place == 0 {
      if bytes[base] == 0xFF, bytes[base + 1] == 0xD8 {
        place = 2
      } else if bytes.prefix(8).elementsEqual(Self.pngSignature.prefix(bytes.count)) {
        guard bytes.count >= 8 else { return .incomplete }
        place = 8
      } else {
        return .broken(place: 0)
      }
    }
    return bytes[base] == 0xFF ? advanceJPEG(bytes, base) : advancePNG(bytes, base)
  }

  // MARK: - JPEG (ITU-T T.81, annex B)

  /// Walks the segments by their lengths, so that a picture within a segment does not end it.
  private mutating func advanceJPEG(_ bytes: ArraySlice<UInt8>, _ base: Int) -> Cut {
    while true {
      if isInScan {
        guard skipScan(bytes, base) else { return .incomplete }
        isInScan = false
      }
      guard place + 1 < bytes.count else { return .incomplete }
      guard bytes[base + place] == 0xFF else {
        strayPlace = strayPlace ?? place
        place += 1
        continue
      }
      switch bytes[base + place + 1] {
      case 0xFF: place += 1
      case 0:
        strayPlace = strayPlace ?? place
        place += 2
      case 0xD9: return .picture(end: place + 2)
      // The next picture begins where this one should have ended.
      case 0xD8: return scanPlace == nil ? .broken(place: place) : .picture(end: place)
      case 0x01, 0xD0...0xD7: place += 2
      case let marker:
        guard place + 3 < bytes.count else { return .incomplete }
        let length = Int(bytes[base + place + 2]) << 8 | Int(bytes[base + place + 3])
        guard length >= 2 else { return .broken(place: place) }
        // The first bytes of a segment tell its kind; those that may announce further views are read whole.
        let wanted = place + 2 + (Self.mayAnnounceViews(marker) ? length : min(length, 8))
        guard bytes.count >= wanted else { return .incomplete }
        note(marker, bytes[(base + place + 4)..<(base + wanted)])
        place += 2 + length
        isInScan = marker == 0xDA
      }
    }
  }

  private static func mayAnnounceViews(_ marker: UInt8) -> Bool { marker == 0xE1 || marker == 0xE2 }

  private mutating func note(_ marker: UInt8, _ beginning: ArraySlice<UInt8>) {
    switch marker {
    case 0xDA: scanPlace = scanPlace ?? place
    case 0xC4: hasHuffmanTables = hasHuffmanTables || scanPlace == nil
    case 0xE0:
      isField = isField || beginning.starts(with: "AVI1".utf8) && beginning.dropFirst(4).first ?? 0 != 0
    case 0xE1...0xEF:
      mayHoldPictures = true
      if Self.mayAnnounceViews(marker) {
        furtherViewCount = max(furtherViewCount, PictureViews.furtherCount(in: beginning))
      }
    case 0xC0...0xCF where marker != 0xC8 && marker != 0xCC:
      guard size == nil, beginning.count >= 5 else { break }
      let numbers = beginning.dropFirst().prefix(4).map(Int.init)
      size = (width: numbers[2] << 8 | numbers[3], height: numbers[0] << 8 | numbers[1])
    default: break
    }
  }

  /// Moves to the next marker after compressed data; stuffed bytes and restarts belong to the data.
  ///
  /// - Returns: `false` where it has yet to come.
  private mutating func skipScan(_ bytes: ArraySlice<UInt8>, _ base: Int) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      while place + 1 < bytes.count {
        if bytes[place] != 0xFF {
          place += 1
          continue
        }
        switch bytes[place + 1] {
        case 0xFF: place += 1
        case 0, 0xD0...0xD7: place += 2
        default: return true
        }
      }
      return false
    }
  }

  // MARK: - PNG (ISO/IEC 15948, section 5.3)

  private mutating func advancePNG(_ bytes: ArraySlice<UInt8>, _ base: Int) -> Cut {
    while place + 8 <= bytes.count {
      let length = bytes[(base + place)..<(base + place + 4)].reduce(0) { $0 << 8 | Int($1) }
      let name = bytes[(base + place + 4)..<(base + place + 8)]
      guard length <= Int(Int32.max), name.allSatisfy(Self.isLetter) else { return .broken(place: place) }
      // Length, name and checksum come on top.
      let end = place + 12 + length
      if name.elementsEqual("IEND".utf8) {
        return end <= bytes.count ? .picture(end: end) : .incomplete
      }
      place = end
    }
    return .incomplete
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xDF)
  }
}
