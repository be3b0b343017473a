/// Reads the orientation out of an Exif block: a TIFF header (byte order, 42, offset of the first directory)
/// and directory entries of 12 bytes each (TIFF 6.0, section 2). Every access is checked against the block's
/// bounds.
struct ExifReader {
  private let bytes: ArraySlice<UInt8>
  private let isBigEndian: Bool

  /// - Parameter bytes: The block from its byte-order mark on.
  /// - Returns: `nil` when it does not start with a TIFF header.
  init?(_ bytes: ArraySlice<UInt8>) {
    if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) {
      isBigEndian = false
    } else if bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      isBigEndian = true
    } else {
      return nil
    }
    self.bytes = bytes
  }

  /// The orientation that the first directory states. A missing or impossible value counts as upright, which
  /// is what viewers do.
  var orientation: Orientation {
    guard let directory = integer(at: 4, byteCount: 4), let entryCount = integer(at: directory, byteCount: 2)
    else { return .upright }
    for index in 0..<entryCount {
      let entry = directory + 2 + index * 12
      guard let tag = integer(at: entry, byteCount: 2) else { return .upright }
      if tag == 0x0112 { return orientation(ofEntry: entry) ?? .upright }
    }
    return .upright
  }

  private func orientation(ofEntry entry: Int) -> Orientation? {
    // The standard asks for SHORT (3); some writers use LONG (4).
    guard let type = integer(at: entry + 2, byteCount: 2), let count = integer(at: entry + 4, byteCount: 4),
      count == 1, type == 3 || type == 4, let value = integer(at: entry + 8, byteCount: type == 3 ? 2 : 4),
      let rawValue = UInt16(exactly: value)
    else { return nil }
    return Orientation(rawValue: rawValue)
  }

  /// The unsigned integer of 2 or 4 bytes at an offset from the start of the block; `nil` outside of it.
  private func integer(at offset: Int, byteCount: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - byteCount else { return nil }
    let start = bytes.startIndex + offset
    return (0..<byteCount).reduce(0) { value, index in
      let position = isBigEndian ? index : byteCount - 1 - index
      return value << 8 | Int(bytes[start + position])
    }
  }
}
