/// Size and kind of a PNG from its first chunk (ISO/IEC 15948, section 11.2.2).
struct PNGHeader: Equatable {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  let width: Int
  let height: Int

  init(_ bytes: [UInt8]) throws(HeaderFailure) {
    guard bytes.count >= 24 else { throw .cut }
    guard bytes[12..<16].elementsEqual("IHDR".utf8) else { throw .damaged("the header chunk is missing") }
    func integer(at offset: Int) -> Int {
      bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    width = integer(at: 16)
    height = integer(at: 20)
    let allowedSides = 1...Int(Int32.max)
    guard allowedSides.contains(width), allowedSides.contains(height) else {
      throw .damaged("an impossible size")
    }
  }
}
