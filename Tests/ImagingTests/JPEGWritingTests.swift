import TestSupport
import Testing

@testable import Imaging

@Suite("Writing JPEG")
struct JPEGWritingTests {
  /// Smooth colours, which a JPEG keeps.
  private static func colours(width: Int, height: Int) -> Image {
    var image = Image(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let place = (y * width + x) * 3
        image.pixels[place] = UInt8(255 * x / max(1, width - 1))
        image.pixels[place + 1] = UInt8(255 * y / max(1, height - 1))
        image.pixels[place + 2] = UInt8(255 - 255 * x / max(1, width - 1))
      }
    }
    return image
  }

  @Test(
    "What is written reads back nearly the same", arguments: [(1, 1), (1, 40), (37, 1), (64, 31), (300, 200)])
  func readsBack(width: Int, height: Int) throws {
    let image = Self.colours(width: width, height: height)
    let decoded = try DecodedImage(bytes: image.data(as: .jpeg), name: "picture")
    #expect(decoded.format == .jpeg)
    let difference = Difference(decoded.image, image)
    #expect(difference.largest <= 12 && difference.mean < 2, "\(difference)")
  }

  @Test("A thin coloured line keeps its colour")
  func thinLine() throws {
    var image = Image(width: 32, height: 32)
    for column in 4..<28 { image.pixels[(16 * 32 + column) * 3] = 230 }
    let decoded = try DecodedImage(bytes: image.jpegData(), name: "picture").image
    let place = (16 * 32 + 16) * 3
    #expect(Int(decoded.pixels[place]) > Int(decoded.pixels[place + 1]) + 140)
  }

  @Test("A higher quality takes more bytes and is nearer; any number counts as the nearest quality")
  func quality() throws {
    var generator = SeededGenerator(seed: 31)
    var image = Image(width: 120, height: 90)
    for index in image.pixels.indices { image.pixels[index] = UInt8.random(in: 0...255, using: &generator) }
    let files = try [-5, 1, 30, 60, 95, 100, 400].map { try image.jpegData(quality: $0) }
    #expect(files[0] == files[1] && files[5] == files[6])
    let middle = files[1...5].map(\.count)
    #expect(middle == middle.sorted() && Set(middle).count == 5)
    let means = try files[1...5].map { Difference(try DecodedImage(bytes: $0, name: "it").image, image).mean }
    #expect(means == means.sorted(by: >))
    // More than the first room that the writer takes.
    #expect(try Self.noise(side: 400).jpegData(quality: 100).count > 1 << 17)
  }

  private static func noise(side: Int) -> Image {
    var generator = SeededGenerator(seed: 32)
    var image = Image(width: side, height: side)
    for index in image.pixels.indices { image.pixels[index] = UInt8.random(in: 0...255, using: &generator) }
    return image
  }

  @Test(
    "An impossible size gives an error that says so", arguments: [(0, 3), (3, 0), (65_501, 1), (1, 65_501)])
  func impossibleSize(width: Int, height: Int) {
    #expect(throws: ImageError.cannotEncode(.jpeg, reason: "\(width)×\(height) pixels")) {
      try Image(width: width, height: height).jpegData()
    }
  }

  @Test(
    "The longest side that the format has can be written and read", arguments: [(65_500, 1), (1, 65_500)])
  func longestSide(width: Int, height: Int) throws {
    let bytes = try Image(width: width, height: height).jpegData()
    let image = try DecodedImage(bytes: bytes, name: "picture").image
    #expect(image.width == width && image.height == height)
  }

  @Test(
    "The ending of a name says which format is meant",
    arguments: [
      ("a.png", ImageFormat.png), ("a.b/c.JPG", .jpeg), ("x.jpeg", .jpeg), ("x.PnG", .png), ("png", nil),
      ("a.png/", nil), ("a.jpg.tiff", nil), ("a.", nil), ("", nil), ("a.jpe", nil),
    ])
  func ending(name: String, format: ImageFormat?) {
    #expect(ImageFormat(fileName: name.utf8) == format)
    #expect(ImageFormat(fileName: Array(name.utf8)) == format)
  }
}
