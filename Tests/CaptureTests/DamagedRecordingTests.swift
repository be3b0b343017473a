import Foundation
import Imaging
import TestSupport
import Testing

@testable import Capture

/// `FACELATCH_FUZZ_ROUNDS` sets the damaged copies per format, some by default.
@Suite("Recordings with random damage")
struct DamagedRecordingTests {
  static let rounds = ProcessInfo.processInfo.environment["FACELATCH_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 150

  enum Format: UInt64, CaseIterable {
    case mjpeg, png, avi, openDML, y4m, mono

    func recording() throws -> [UInt8] {
      let jpegs = try Fixtures.jpegs()
      var generator = SeededGenerator(seed: 5)
      switch self {
      case .mjpeg: return Array((jpegs + jpegs).joined())
      case .png: return Array(repeatElement(try Image(width: 9, height: 7).pngData(), count: 4).joined())
      case .avi: return AVIWriter(hasSound: true).bytes(jpegs.map { withoutHuffmanTables($0).jpeg })
      case .openDML: return AVIWriter(hasRecords: true, secondRIFF: 2, unknownSize: 0).bytes(jpegs)
      case .y4m:
        return Y4MWriter(parameters: "W16 H10 F30:1 Ip A1:1 C420mpeg2 XYSCSS=420MPEG2").bytes(
          (0..<4).map { _ in generator.bytes(240) })
      case .mono: return Y4MWriter(parameters: "W7 H5 Cmono").bytes((0..<9).map { _ in generator.bytes(35) })
      }
    }
  }

  /// Flips, replaces, removes, doubles or cuts bytes, and writes large numbers where sizes may stand.
  private static func damaged(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) where bytes.count > 8 {
      // Headers are short, and hurt most.
      let limit = Bool.random(using: &generator) ? min(bytes.count, 400) : bytes.count
      let index = Int.random(in: 0..<limit, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: bytes[index] = UInt8.random(in: 0...255, using: &generator)
      case 2: bytes.replaceSubrange(index..<min(bytes.count, index + 4), with: [0xFF, 0xFF, 0xFF, 0xFF])
      case 3: bytes.replaceSubrange(index..<min(bytes.count, index + 4), with: [0xFF, 0xFF, 0xFF, 0x7F])
      case 4:
        bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...40, using: &generator)))
      case 5: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 200)], at: index)
      case 6: bytes.replaceSubrange(index..<min(bytes.count, index + 9), with: Array("999999999".utf8))
      default: bytes.removeSubrange(index...)
      }
    }
    return bytes
  }

  @Test("A damaged recording gives whole frames and then an error or an end", arguments: Format.allCases)
  func survives(format: Format) throws {
    var generator = SeededGenerator(seed: 77 + format.rawValue)
    let sound = try format.recording()
    let options = CaptureOptions(decoding: DecodingOptions(maximumPixelCount: 100_000))
    var (frameCount, errorCount) = (0, 0)
    let folder = try TemporaryFolder()
    for round in 0..<Self.rounds {
      let bytes = Self.damaged(sound, &generator)
      let found = Everything(bytes, options: options)
      for image in found.images {
        #expect(image.width * image.height <= 100_000 && image.width > 0 && image.height > 0)
        #expect(image.pixels.count == image.width * image.height * 3)
      }
      #expect(found.error.map { $0.isFinal && $0.description.hasPrefix("it: ") } ?? true)
      frameCount += found.frames.count
      errorCount += found.error == nil ? 0 : 1
      // The same bytes from a file are the same frames.
      guard round % 10 == 0 else { continue }
      let path = try folder.write(bytes, to: "it")
      let fromFile = Everything(try FrameStream(contentsOf: path, options: options))
      #expect(fromFile.frames == found.frames && (fromFile.error == nil) == (found.error == nil))
    }
    #expect(frameCount > 0 && errorCount > 0)
  }
}
