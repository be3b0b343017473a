import TestSupport
import Testing

@testable import Imaging

@Suite("Decoding of random damage")
struct DecoderFuzzTests {
  /// Flips, replaces, removes or doubles a few bytes.
  private static func damaged(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let index = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 2: bytes[index] = 0xFF
      case 3: bytes.removeSubrange(index..<min(bytes.count, index + 3))
      default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 20)], at: index)
      }
    }
    return bytes
  }

  @Test(
    "A damaged file gives a whole picture or an error",
    arguments: try Fixtures.names(endings: [".png", ".jpg"]))
  func survives(file: String) throws {
    var generator = SeededGenerator(seed: UInt64(file.utf8.reduce(7) { $0 &* 31 &+ Int($1) }.magnitude))
    let sound = try Fixtures.bytes(file)
    var pictureCount = 0
    var errorCount = 0
    for _ in 0..<60 {
      let bytes = Self.damaged(sound, &generator)
      let options = DecodingOptions(
        maximumPixelCount: 1_000_000, maximumSide: Bool.random(using: &generator) ? 4 : nil)
      do throws(ImageError) {
        let image = try DecodedImage(bytes: bytes, name: file, options: options).image
        #expect(image.pixels.count == image.width * image.height * 3)
        #expect(image.width > 0 && image.height > 0 && image.width * image.height <= 1_000_000)
        pictureCount += 1
      } catch {
        #expect(error.description.hasPrefix(file))
        errorCount += 1
      }
    }
    #expect(pictureCount + errorCount == 60)
    #expect(errorCount > 0)
  }
}
