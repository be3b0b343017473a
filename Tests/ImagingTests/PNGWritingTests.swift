import Foundation
import TestSupport
import Testing

@testable import Imaging

@Suite("Writing PNG")
struct PNGWritingTests {
  private static func noise(width: Int, height: Int) -> Image {
    var generator = SeededGenerator(seed: 9)
    var image = Image(width: width, height: height)
    for index in image.pixels.indices { image.pixels[index] = UInt8.random(in: 0...255, using: &generator) }
    return image
  }

  @Test("What is written reads back the same", arguments: [0, 1, 6, 9, -5, 50])
  func readsBack(compressionLevel: Int) throws {
    for (width, height) in [(1, 1), (1, 40), (37, 1), (64, 31)] {
      let image = Self.noise(width: width, height: height)
      let decoded = try DecodedImage(
        bytes: image.pngData(compressionLevel: compressionLevel), name: "picture")
      #expect(decoded.image == image && decoded.format == .png)
    }
  }

  @Test("A file is replaced by the new picture")
  func writesFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("it.png")
    try Self.noise(width: 90, height: 90).writePNG(to: path)
    let small = Self.noise(width: 3, height: 2)
    try small.writePNG(to: path)
    #expect(try DecodedImage(contentsOf: path).image == small)
  }

  @Test("An empty picture and an impossible path give errors that say so")
  func reportsFailures() {
    #expect(throws: ImageError.cannotEncode(.png, reason: "0×3 pixels")) {
      try Image(width: 0, height: 3).pngData()
    }
    let path = "/nonexistent-folder/picture.png"
    #expect(throws: ImageError.cannotWrite(path: path, reason: "No such file or directory")) {
      try Image(width: 1, height: 1).writePNG(to: path)
    }
  }
}
