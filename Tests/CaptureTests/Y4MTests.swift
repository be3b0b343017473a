import Imaging
import Testing

@testable import Capture

@Suite("Y4M")
struct Y4MTests {
  /// A frame of 4×2 in 4:2:0 whose luma is all `value`, without colour.
  private func grey(_ value: UInt8) -> [UInt8] {
    [UInt8](repeating: value, count: 8) + [UInt8](repeating: 128, count: 4)
  }

  private func values(_ bytes: [UInt8]) -> [UInt8] { Everything(bytes).images.map { $0.pixels[0] } }

  @Test("Frames come in order with their times")
  func order() {
    let found = Everything(Y4MWriter().bytes([16, 126, 235].map(grey)))
    #expect(found.error == nil && found.skipped == 0)
    #expect(found.images.map { $0.pixels[0] } == [0, 128, 255])
    #expect(found.images.allSatisfy { $0.width == 4 && $0.height == 2 })
    #expect(found.frames.map(\.index) == [0, 1, 2])
    #expect(found.frames.map(\.seconds) == [0, 0.04, 0.08])
  }

  @Test("Frames are turned as the options say")
  func turned() throws {
    var stream = FrameStream(
      bytes: Y4MWriter().bytes([grey(16)]), name: "x",
      options: CaptureOptions(decoding: DecodingOptions(turn: .right)))
    let image = try #require(try stream.next()).image
    #expect(image.width == 2 && image.height == 4)
  }

  @Test("The header says rate and range; what it does not say is a default")
  func header() throws {
    func header(_ text: String) throws -> Y4MHeader { try Y4MHeader(Array("YUV4MPEG2 \(text)".utf8)) }
    let ntsc = try header("W640 H480 F30000:1001 Ip A0:0 C422 XYSCSS=422 XCOLORRANGE=FULL")
    #expect(ntsc.framesPerSecond == 30_000.0 / 1_001 && ntsc.range == .full)
    #expect(ntsc.layout == PlanarLayout(width: 640, height: 480, chroma: .halvedHorizontally))
    #expect(ntsc.layout.byteCount == 640 * 480 * 2)
    let bare = try header("H3 W5")
    #expect(bare.layout == PlanarLayout(width: 5, height: 3, chroma: .halved(.centred)))
    #expect(bare.layout.byteCount == 15 + 2 * 6 && bare.range == .limited && bare.framesPerSecond == nil)
    for (name, chroma) in [
      ("420", PlanarLayout.Chroma.halved(.centred)), ("420jpeg", .halved(.centred)),
      ("420mpeg2", .halved(.left)),
      ("420paldv", .halved(.topLeft)), ("422", .halvedHorizontally), ("444", .full), ("mono", .none),
    ] {
      #expect(try header("W2 H2 C\(name)").layout.chroma == chroma)
    }
    #expect(try header("W2 H2 F0:0").framesPerSecond == nil)
    #expect(try header("W2 H2 I? XCOLORRANGE=LIMITED").range == .limited)
  }

  @Test("A rate that is not stated is the one of the options")
  func rate() {
    let bytes = Y4MWriter(parameters: "W4 H2 F0:0").bytes([grey(16), grey(16)])
    let found = Everything(bytes, options: CaptureOptions(framesPerSecond: 10))
    #expect(found.frames.map(\.seconds) == [0, 0.1])
  }

  @Test("Full range and lines of frames with parameters are understood")
  func variants() {
    let writer = Y4MWriter(parameters: "W4 H2 C420mpeg2 XCOLORRANGE=FULL", frameLine: "FRAME Ip Xwhat=ever")
    #expect(values(writer.bytes([grey(0), grey(77), grey(255)])) == [0, 77, 255])
  }

  @Test(
    "What cannot be read is refused by name",
    arguments: [
      ("W4 H2 It", "interlaced Y4M"), ("W4 H2 Ib", "interlaced Y4M"), ("W4 H2 Im", "interlaced Y4M"),
      ("W4 H2 C420p10", "'420p10'"), ("W4 H2 C444p12 XYSCSS=444P12", "'444p12'"),
      ("W4 H2 Cmono16", "'mono16'"),
      ("W4 H2 C411", "'411'"), ("W4 H2 C444alpha", "'444alpha'"),
    ])
  func refused(parameters: String, variant: String) {
    let found = Everything(Y4MWriter(parameters: parameters).bytes([grey(16)]))
    guard case .unsupported("it", let told, _) = found.error else {
      Issue.record("\(String(describing: found.error))")
      return
    }
    #expect(told.contains(variant) && found.frames.isEmpty)
  }

  @Test(
    "A header without a possible size is damage",
    arguments: [
      "", "W4", "H2", "W0 H2", "W-4 H2", "W4 H99999999999999999999", "Wx Hy", "W4.5 H2", "W2000000 H1",
    ])
  func impossible(parameters: String) {
    let error = Everything(Y4MWriter(parameters: parameters).bytes([grey(16)])).error
    guard case .damaged("it", frames: 0, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("Sizes beyond the pixel limit are refused before memory is taken")
  func tooLarge() {
    let error = Everything(Y4MWriter(parameters: "W1000000 H1000000").bytes([grey(16)])).error
    #expect(error?.description.contains("1000000×1000000 pixels exceed the limit of 64000000") == true)
    let options = CaptureOptions(decoding: DecodingOptions(maximumPixelCount: 7))
    let small = Everything(Y4MWriter().bytes([grey(16)]), options: options)
    #expect(small.frames.isEmpty && small.error?.isFinal == true)
  }

  @Test("A stream that is cut off gives its whole frames, then an error, wherever it is cut")
  func truncated() {
    let bytes = Y4MWriter().bytes([grey(16), grey(126), grey(235)])
    let headerCount = bytes.count - 3 * 18
    for count in 1..<bytes.count {
      let found = Everything(Array(bytes[..<count]))
      let whole = max(0, count - headerCount) / 18
      #expect(found.frames.count == whole)
      let isClean = count >= headerCount && (count - headerCount) % 18 == 0
      if !isClean {
        // Less than the signature could be anything.
        let isKnown = count >= Y4MHeader.signature.count
        #expect(
          found.error
            == (isKnown
              ? .truncated(name: "it", frames: whole) : .unknownFormat(name: "it", looksLike: "text")),
          "\(count)")
      } else {
        #expect(found.error == (whole == 0 ? .empty(name: "it") : nil))
      }
    }
  }

  @Test("A frame that does not begin where it should ends the stream")
  func noFrame() {
    let bytes = Y4MWriter().bytes([grey(16), grey(16)]) + Array("FRAMX\n".utf8) + grey(16)
    let found = Everything(bytes)
    #expect(found.frames.count == 2)
    #expect(
      found.error == .damaged(name: "it", frames: 2, reason: "a frame does not begin where it should"))
  }

  @Test("Lines without end are bounded")
  func endlessLine() {
    let words = [UInt8](repeating: UInt8(ascii: " "), count: 10_000)
    let endless = CaptureError.damaged(name: "it", frames: 0, reason: "a line has no end")
    #expect(Everything(Array("YUV4MPEG2 ".utf8) + words).error == endless)
    #expect(Everything(Y4MWriter().bytes([]) + Array("FRAME".utf8) + words).error == endless)
  }
}
