import Testing

@testable import Imaging

@Suite("Exif")
struct ExifReaderTests {
  /// A block with one directory entry, little-endian.
  private static func block(tag: UInt8, type: UInt8, count: UInt8, value: UInt8) -> [UInt8] {
    [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, tag, 1, type, 0, count, 0, 0, 0, value, 0, 0, 0]
  }

  private static func orientation(_ bytes: [UInt8]) -> Orientation? { ExifReader(bytes[...])?.orientation }

  @Test("All eight values are read", arguments: Orientation.allCases)
  func readsValues(orientation: Orientation) {
    let value = UInt8(orientation.rawValue)
    #expect(Self.orientation(Self.block(tag: 0x12, type: 3, count: 1, value: value)) == orientation)
    #expect(Self.orientation(Self.block(tag: 0x12, type: 4, count: 1, value: value)) == orientation)
  }

  @Test("Missing or impossible values count as upright")
  func fallsBackToUpright() {
    for bytes in [
      Self.block(tag: 0x12, type: 3, count: 1, value: 0), Self.block(tag: 0x12, type: 3, count: 1, value: 9),
      Self.block(tag: 0x12, type: 2, count: 1, value: 6), Self.block(tag: 0x12, type: 3, count: 2, value: 6),
      Self.block(tag: 0x13, type: 3, count: 1, value: 6),
    ] {
      #expect(Self.orientation(bytes) == .upright)
    }
  }

  @Test("Offsets and counts beyond the block do no harm")
  func staysInBounds() {
    let whole = Self.block(tag: 0x12, type: 3, count: 1, value: 6)
    for count in 0..<20 { #expect([nil, .upright].contains(Self.orientation(Array(whole[..<count])))) }
    var far = whole
    far.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(Self.orientation(far) == .upright)
    var many = Self.block(tag: 0x13, type: 3, count: 1, value: 6)
    many.replaceSubrange(8..<10, with: [0xFF, 0xFF])
    #expect(Self.orientation(many) == .upright)
    #expect(Self.orientation([0x49, 0x49, 0x2B, 0, 8, 0, 0, 0]) == nil)
  }
}
