import Foundation
import Testing

@testable import Imaging

@Suite("Decoding")
struct DecodingTests {
  /// JPEG libraries may round differently; PNG leaves no choice.
  private static func tolerance(_ name: String) -> Int { name.hasSuffix(".png") ? 0 : 2 }

  @Test(
    "Every kind of sound file gives the expected pixels", arguments: try Fixtures.picturesWithExpectation())
  func givesExpectedPixels(name: String) throws {
    let decoded = try DecodedImage(contentsOf: Fixtures.path(name))
    let expected = try #require(Fixtures.expectedPicture(for: name))
    let difference = Difference(decoded.image, expected)
    #expect(difference.largest <= Self.tolerance(name))
    #expect(decoded.originalWidth == expected.width && decoded.originalHeight == expected.height)
    #expect(decoded.format == (name.hasSuffix(".png") ? .png : .jpeg))
  }

  @Test("The table of sound files is complete")
  func soundFilesAreThere() throws {
    let names = try Fixtures.picturesWithExpectation()
    #expect(names.count { $0.hasSuffix(".png") } == 59)
    #expect(names.count { $0.hasSuffix(".jpg") } == 24)
  }

  @Test("A JPEG of any Exif orientation shows the same upright picture", arguments: 1...8)
  func turnsUpright(orientation: Int) throws {
    let decoded = try DecodedImage(contentsOf: Fixtures.path("jpeg-turned-\(orientation).jpg"))
    let original = try #require(PPM.picture(atPath: Fixtures.path("turned-original.ppm")))
    // The pictures went through lossy compression in their turned form.
    #expect(Difference(decoded.image, original).mean < 2)
  }

  @Test("A large JPEG is reduced as far as the needed side allows, and no further")
  func reducesLargeJPEG() throws {
    let bytes = try Fixtures.bytes("jpeg-420.jpg")
    let expected: [(needed: Int?, width: Int, height: Int)] = [
      (nil, 37, 29), (100, 37, 29), (37, 37, 29), (20, 37, 29), (19, 19, 15), (11, 19, 15), (10, 10, 8),
      (6, 10, 8),
      (5, 5, 4), (1, 5, 4), (0, 5, 4), (-3, 5, 4),
    ]
    for (needed, width, height) in expected {
      let decoded = try DecodedImage(
        bytes: bytes, name: "picture", options: DecodingOptions(maximumSide: needed))
      #expect(decoded.image.width == width && decoded.image.height == height)
      #expect(decoded.originalWidth == 37 && decoded.originalHeight == 29)
    }
  }

  @Test("A reduced JPEG looks like the full one resized", arguments: ["jpeg-420.jpg", "jpeg-cmyk-adobe.jpg"])
  func reducedLooksTheSame(name: String) throws {
    let full = try DecodedImage(contentsOf: Fixtures.path(name)).image
    let reduced = try DecodedImage(contentsOf: Fixtures.path(name), options: DecodingOptions(maximumSide: 19))
      .image
    #expect(reduced.width == 19)
    #expect(Difference(reduced, full.resized(width: 19, height: 15)).mean < 8)
  }

  @Test("A turned JPEG is reduced by its longest side and stays upright")
  func reducesTurnedJPEG() throws {
    let path = Fixtures.path("jpeg-turned-6.jpg")
    let full = try DecodedImage(contentsOf: path).image
    let decoded = try DecodedImage(contentsOf: path, options: DecodingOptions(maximumSide: 12))
    #expect(decoded.image.width == 12 && decoded.image.height == 8)
    #expect(decoded.originalWidth == 24 && decoded.originalHeight == 16)
    #expect(Difference(decoded.image, full.resized(width: 12, height: 8)).mean < 12)
  }

  @Test("A PNG is never reduced")
  func keepsPNGSize() throws {
    let decoded = try DecodedImage(
      contentsOf: Fixtures.path("png-rgb-8.png"), options: DecodingOptions(maximumSide: 1))
    #expect(decoded.image.width == 11 && decoded.image.height == 9)
  }
}
