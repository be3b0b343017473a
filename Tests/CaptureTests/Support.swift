import Foundation
import Imaging
import Synchronization
import Testing

@testable import Capture

/// The pictures of the test folder.
enum Fixtures {
  static let folder = Bundle.module.bundleURL.appendingPathComponent("Fixtures").path

  /// A JPEG of 32×24 pixels; red, green and blue for 1, 2 and 3.
  static func jpeg(_ number: Int) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(number).jpg")))
  }

  static func jpegs() throws -> [[UInt8]] { try (1...3).map(jpeg) }

  static func decoded(_ bytes: [UInt8]) throws -> Image {
    try DecodedImage(bytes: bytes, name: "it").image
  }
}

/// All that a source gives until it ends.
struct Everything {
  var frames: [Frame] = []
  var error: CaptureError?
  var skipped = 0

  init(_ bytes: [UInt8], options: CaptureOptions = CaptureOptions()) {
    self.init(FrameStream(bytes: bytes, name: "it", options: options))
  }

  init(_ source: FrameStream) {
    var source = source
    do throws(CaptureError) {
      while let frame = try source.next() { frames.append(frame) }
    } catch {
      self.error = error
    }
    skipped = source.skippedFrameCount
    #expect(frames.count == source.frameCount)
    #expect(!source.mayHaveMore)
  }

  var images: [Image] { frames.map(\.image) }
}

/// A JPEG without its Huffman tables, and the segments that were taken out.
func withoutHuffmanTables(_ jpeg: [UInt8]) -> (jpeg: [UInt8], tables: [[UInt8]]) {
  var rest: [UInt8] = Array(jpeg[..<2])
  var tables: [[UInt8]] = []
  var place = 2
  while jpeg[place + 1] != 0xDA {
    let end = place + 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
    if jpeg[place + 1] == 0xC4 {
      tables.append(Array(jpeg[(place + 4)..<end]))
    } else {
      rest += jpeg[place..<end]
    }
    place = end
  }
  return (rest + jpeg[place...], tables)
}

/// Both ends of a pipe.
final class Pipe: Sendable {
  let output: Int32
  private let input: Mutex<Int32>

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0)
    output = ends[0]
    input = Mutex(ends[1])
  }

  deinit {
    end()
    close(output)
  }

  /// Writes no more than a pipe holds.
  func write(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    let written = input.withLock { Foundation.write($0, bytes, bytes.count) }
    #expect(written == bytes.count)
  }

  func end() {
    input.withLock { input in
      if input >= 0 { close(input) }
      input = -1
    }
  }
}
