import Imaging
import Testing

@testable import Capture

@Suite("AVI")
struct AVITests {
  private let jpegs: [[UInt8]]
  private let images: [Image]

  init() throws {
    jpegs = try Fixtures.jpegs()
    images = try jpegs.map(Fixtures.decoded)
  }

  @Test(
    "Frames come in order with their times, however the writer arranged them",
    arguments: [
      AVIWriter(), AVIWriter(codec: "mjpg"), AVIWriter(hasSound: true), AVIWriter(hasRecords: true),
      AVIWriter(hasSound: true, hasRecords: true), AVIWriter(secondRIFF: 1), AVIWriter(unknownSize: 0),
      AVIWriter(secondRIFF: 2, unknownSize: 0xFFFF_FFFF),
    ])
  func arrangements(writer: AVIWriter) {
    let found = Everything(writer.bytes(jpegs))
    #expect(found.images == images && found.error == nil && found.skipped == 0)
    #expect(found.frames.map(\.index) == [0, 1, 2])
    #expect(found.frames.map(\.seconds) == [0, 0.04, 0.08])
  }

  @Test("Frames without Huffman tables are decoded with the standard ones")
  func standardTables() {
    let found = Everything(AVIWriter().bytes(jpegs.map { withoutHuffmanTables($0).jpeg }))
    #expect(found.images == images && found.skipped == 0)
  }

  @Test("Frames that were dropped while recording take their time")
  func dropped() {
    let found = Everything(AVIWriter().bytes([jpegs[0], [], [], jpegs[1]]))
    #expect(found.images == Array(images[..<2]) && found.skipped == 0 && found.error == nil)
    #expect(found.frames.map(\.seconds) == [0, 0.12])
  }

  @Test("A rate that is not stated is the one of the options")
  func rate() {
    let options = CaptureOptions(framesPerSecond: 4)
    let found = Everything(AVIWriter(rate: 0).bytes(jpegs), options: options)
    #expect(found.frames.map(\.seconds) == [0, 0.25, 0.5])
  }

  @Test("Other codecs and interlaced frames are refused by name")
  func refused() {
    #expect(
      Everything(AVIWriter(codec: "H264").bytes(jpegs)).error?.description
        == "it: AVI with the codec 'H264' is not supported; convert it, for example with ffmpeg -c:v mjpeg -q:v 2"
    )
    let field = [0xFF, 0xD8, 0xFF, 0xE0, 0, 8] + Array("AVI1\u{1}\0".utf8) + jpegs[0].dropFirst(2)
    let found = Everything(AVIWriter().bytes([field + field]))
    #expect(found.error?.description.contains("AVI with interlaced frames is not supported") == true)
    #expect(Everything(AVIWriter().bytes([field])).images == [images[0]])
  }

  @Test("A frame that is no JPEG is passed over and counted")
  func brokenFrame() {
    let found = Everything(AVIWriter().bytes([jpegs[0], [1, 2, 3], Array(jpegs[1].prefix(300)), jpegs[2]]))
    #expect(found.images == [images[0], images[2]] && found.skipped == 2 && found.error == nil)
    #expect(found.frames.map(\.index) == [0, 3])
  }

  @Test("Behind bytes that are no chunk, reading goes on with the next frame")
  func searching() throws {
    var bytes = AVIWriter().bytes(jpegs)
    let second = try #require(bytes.firstRange(of: jpegs[1])).lowerBound
    bytes.insert(contentsOf: [1, 2, 3, 0x30, 0x30, 0xFF], at: second - 8)
    let found = Everything(bytes)
    #expect(found.images == images && found.skipped == 1)
    // A size that leads nowhere costs the frames that it covers.
    bytes = AVIWriter().bytes(jpegs)
    bytes[second - 2] = 0x77
    let swallowed = Everything(bytes)
    #expect(swallowed.images == [images[0]] && swallowed.error == .truncated(name: "it", frames: 1))
    bytes[second - 1] = 0xFF
    let skipping = Everything(bytes)
    #expect(skipping.images == [images[0], images[2]] && skipping.skipped == 1)
  }

  @Test("A recording that is cut off gives its whole frames, then an error, wherever it is cut")
  func truncated() throws {
    let bytes = AVIWriter().bytes(jpegs)
    let ends = try jpegs.map { try #require(bytes.firstRange(of: $0)).upperBound }
    for count in stride(from: 13, to: bytes.count - 1, by: 5) {
      let found = Everything(Array(bytes[..<count]))
      let whole = ends.count { $0 <= count }
      #expect(found.images == Array(images[..<whole]))
      #expect(found.error == .truncated(name: "it", frames: whole), "\(count)")
    }
  }

  @Test("Files without a video stream, and RIFFs of another kind, are told")
  func otherRIFF() {
    let empty = Array("RIFF".utf8) + AVIWriter.number(4) + Array("AVI ".utf8)
    #expect(Everything(empty).error == .damaged(name: "it", frames: 0, reason: "there is no video stream"))
    let wave = Array("RIFF".utf8) + AVIWriter.number(4) + Array("WAVE".utf8)
    #expect(Everything(wave).error == .unknownFormat(name: "it", looksLike: "a RIFF file"))
    let large = empty + Array("strh".utf8) + AVIWriter.number(1 << 20)
    #expect(Everything(large).error == .damaged(name: "it", frames: 0, reason: "a header of 1048576 bytes"))
  }
}
