import Imaging
import Testing

struct QuarterTurnTests {
  /// Three pixels across, two down: a, b, c / d, e, f.
  private static let image = Image(width: 3, height: 2, pixels: (0..<6).flatMap { [UInt8($0), 0, 0] })

  @Test(
    "a turn goes clockwise",
    arguments: [
      (QuarterTurn.none, 3, [0, 1, 2, 3, 4, 5] as [UInt8]), (.right, 2, [3, 0, 4, 1, 5, 2]),
      (.half, 3, [5, 4, 3, 2, 1, 0]), (.left, 2, [2, 5, 1, 4, 0, 3]),
    ])
  func clockwise(turn: QuarterTurn, width: Int, expected: [UInt8]) throws {
    let turned = try #require(Self.image).turned(turn)
    #expect(turned.width == width)
    #expect(stride(from: 0, to: turned.pixels.count, by: 3).map { turned.pixels[$0] } == expected)
  }

  @Test("files are decoded turned, and so are the sides that they state", arguments: QuarterTurn.allCases)
  func decoded(turn: QuarterTurn) throws {
    let bytes = try #require(Self.image).pngData()
    let plain = try DecodedImage(bytes: bytes, name: "x")
    let turned = try DecodedImage(bytes: bytes, name: "x", options: DecodingOptions(turn: turn))
    #expect(turned.image == plain.image.turned(turn))
    #expect(turned.originalWidth == turned.image.width)
    #expect(turned.originalHeight == turned.image.height)
  }
}
