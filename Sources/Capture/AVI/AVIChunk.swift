/// The first 8 bytes of a chunk: its name and the size of what follows.
struct AVIChunk {
  /// Four characters.
  let name: String

  /// Bytes of the content.
  let size: Int

  /// The number of the stream whose picture it holds: `00dc` or `00db` belong to stream 0.
  let frameStream: Int?

  private let isPrintable: Bool

  /// - Parameter bytes: At least 8 bytes.
  init(_ bytes: ArraySlice<UInt8>) {
    let characters = Array(bytes.prefix(4))
    name = String(decoding: characters, as: UTF8.self)
    size = Self.integer(bytes, at: 4) ?? 0
    isPrintable = characters.allSatisfy { (0x20...0x7E).contains($0) }
    let isPicture =
      Self.isDigit(characters[0]) && Self.isDigit(characters[1]) && characters[2] == UInt8(ascii: "d")
      && (characters[3] == UInt8(ascii: "c") || characters[3] == UInt8(ascii: "b"))
    frameStream = isPicture ? Int(characters[0] & 0xF) * 10 + Int(characters[1] & 0xF) : nil
  }

  /// Name, size and content, without the byte that makes it even.
  var byteCount: Int { 8 + size }

  /// Whether chunks of this name stand among the frames of an AVI.
  var isKnown: Bool {
    if frameStream != nil || ["LIST", "RIFF", "JUNK", "idx1", "strh", "strf"].contains(name) { return true }
    let characters = Array(name.utf8)
    guard characters.count == 4 else { return false }
    let isSound = characters[..<2].allSatisfy(Self.isDigit) && characters[2...].elementsEqual("wb".utf8)
    return isSound || name.hasPrefix("ix") && characters[2...].allSatisfy(Self.isDigit)
  }

  /// Whether this may be a chunk at all.
  ///
  /// - Parameter limit: Most bytes of a picture.
  func isPlausible(limit: Int) -> Bool {
    isPrintable && (frameStream == nil || size <= limit)
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// A little-endian number of 4 bytes; `nil` where it does not lie within.
  static func integer(_ bytes: some RandomAccessCollection<UInt8>, at offset: Int) -> Int? {
    let field = bytes.dropFirst(offset).prefix(4)
    guard field.count == 4 else { return nil }
    return field.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
