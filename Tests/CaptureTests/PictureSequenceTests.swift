import Imaging
import Testing

@testable import Capture

@Suite("Pictures one after the other")
struct PictureSequenceTests {
  private let jpegs: [[UInt8]]
  private let images: [Image]

  init() throws {
    jpegs = try Fixtures.jpegs()
    images = try jpegs.map(Fixtures.decoded)
  }

  /// A segment for applications.
  private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker, 0, UInt8(content.count + 2)] + content
  }

  private func inserting(_ segment: [UInt8], into jpeg: [UInt8]) -> [UInt8] {
    Array(jpeg[..<2]) + segment + jpeg[2...]
  }

  @Test("JPEG and PNG follow each other, at the rate of the options")
  func sequence() throws {
    let png = try Image(width: 3, height: 2).pngData()
    let found = Everything(jpegs[0] + png + jpegs[1] + jpegs[2], options: CaptureOptions(framesPerSecond: 20))
    #expect(found.images == [images[0], Image(width: 3, height: 2), images[1], images[2]])
    #expect(found.error == nil && found.skipped == 0)
    #expect(found.frames.map(\.seconds) == [0, 0.05, 0.1, 0.15])
    #expect(Everything(jpegs[0]).frames.first?.seconds == 0)
  }

  @Test("The cutter finds the end of every picture at whatever byte it is asked")
  func cutter() throws {
    // A thumbnail with its own end in a segment, stuffed bytes, a restart and a fill byte in the data.
    let bones: [UInt8] =
      [0xFF, 0xD8, 0xFF, 0xE1, 0x00, 0x08, 0xFF, 0xD8, 0xFF, 0xD9, 0x00, 0x00]
      + [0xFF, 0xDA, 0x00, 0x04, 0x01, 0x02, 0x11, 0xFF, 0x00, 0x22, 0xFF, 0xD0, 0x33, 0xFF, 0xFF, 0xD9]
    for picture in [bones, jpegs[0], try Image(width: 5, height: 4).pngData()] {
      var little = PictureCutter()
      for count in 0..<picture.count {
        #expect(little.advance(picture[..<count]) == .incomplete, "\(count)")
      }
      #expect(little.advance(picture[...]) == .picture(end: picture.count))
      var whole = PictureCutter()
      #expect(whole.advance((picture + jpegs[1])[...]) == .picture(end: picture.count))
      // A slice does not start at 0.
      var slice = PictureCutter()
      #expect(slice.advance(([9, 9] + picture).dropFirst(2)) == .picture(end: picture.count))
    }
    var foreign = PictureCutter()
    #expect(foreign.advance(Array("GIF89a".utf8)[...]) == .broken(place: 0))
  }

  @Test("A JPEG without Huffman tables is decoded with the standard ones")
  func standardTables() throws {
    for (jpeg, image) in zip(jpegs, images) {
      let (bare, tables) = withoutHuffmanTables(jpeg)
      #expect(tables.flatMap { $0 }.count == 416 && bare.count < jpeg.count)
      #expect(Everything(bare).images == [image])
      // The writer of the fixtures uses the same tables, one a segment and in another order.
      let content = Array(StandardHuffmanTables.segment.dropFirst(4))
      for table in tables { #expect(content.firstRange(of: table) != nil) }
      #expect(Array(StandardHuffmanTables.segment.prefix(4)) == [0xFF, 0xC4, 1, 0xA2])
    }
  }

  @Test("Zeros and text between pictures separate them, anything else counts as one broken frame")
  func between() {
    let zeros = [UInt8](repeating: 0, count: 300)
    #expect(Everything(zeros + jpegs[0]).error == .unknownFormat(name: "it", looksLike: nil))
    let padded = Everything(jpegs[0] + zeros + jpegs[1] + zeros)
    #expect(padded.images == Array(images[..<2]) && padded.skipped == 0 && padded.error == nil)
    let dirty = Everything(jpegs[0] + Array("--boundary\r\n".utf8) + jpegs[1] + [7] + jpegs[2])
    #expect(dirty.images == images && dirty.skipped == 1 && dirty.error == nil)
    #expect(dirty.frames.map(\.index) == [0, 1, 3])
  }

  @Test("A broken picture in the middle is passed over and counted")
  func broken() {
    var damaged = jpegs[1]
    let scan = damaged.lastIndex(of: 0xDA) ?? 0
    damaged.removeSubrange((scan + 20)..<(damaged.count - 2))
    let found = Everything(jpegs[0] + damaged + jpegs[2])
    #expect(found.images == [images[0], images[2]] && found.skipped == 1 && found.error == nil)

    // A length that leads over the next pictures, and one that is impossible.
    for length in [[0x7F, 0xFF], [0, 1]] as [[UInt8]] {
      let wrong = [0xFF, 0xD8, 0xFF, 0xDB] + length + jpegs[1].dropFirst(6)
      let found = Everything(jpegs[0] + wrong + jpegs[2] + jpegs[1])
      #expect(found.images == [images[0], images[2], images[1]] && found.skipped == 1, "\(length)")
      #expect(found.error == nil)
    }
  }

  @Test("A picture without its end is whole when its rows are there")
  func missingEnd() {
    let endless = Array(jpegs[0].dropLast(2))
    let found = Everything(endless + jpegs[1] + endless)
    #expect(found.images == [images[0], images[1], images[0]] && found.skipped == 0 && found.error == nil)
  }

  @Test("A stream that is cut off gives its whole frames, then an error, wherever it is cut")
  func truncated() {
    let bytes = jpegs[0] + jpegs[1]
    for count in stride(from: 2, to: bytes.count, by: 7) where count != jpegs[0].count {
      let found = Everything(Array(bytes[..<count]))
      let whole = count < jpegs[0].count ? 0 : 1
      // Without the end marker alone the picture may be whole already.
      if found.frames.count > whole { continue }
      #expect(found.error == .truncated(name: "it", frames: whole), "\(count)")
      #expect(found.images == Array(images[..<whole]))
    }
  }

  @Test("A stream with nothing but broken pictures says why; one that stays broken is given up")
  func nothingWhole() {
    let bone: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 1, 0xFF, 0xD9]
    let once = Everything(bone)
    guard case .damaged("it", frames: 0, let reason) = once.error else {
      Issue.record("\(String(describing: once.error))")
      return
    }
    #expect(reason.contains("damaged JPEG") && once.skipped == 1)
    let many = Everything(jpegs[0] + [[UInt8]](repeating: bone, count: 500).joined())
    #expect(many.frames.count == 1 && many.skipped == 100)
    #expect(many.error?.description.contains("100 broken frames in a row") == true)
  }

  @Test("Large pictures are decoded at a fraction of their size, and refused beyond the limit")
  func scaled() {
    let smaller = CaptureOptions(decoding: DecodingOptions(maximumSide: 16))
    #expect(Everything(jpegs[0] + jpegs[1], options: smaller).images.map(\.width) == [16, 16])
    let limit = CaptureOptions(decoding: DecodingOptions(maximumPixelCount: 767))
    #expect(Everything(jpegs[0], options: limit).error?.description.contains("32×24 pixels") == true)
  }

  @Test("A picture without end is bounded")
  func endless() throws {
    let options = CaptureOptions(decoding: DecodingOptions(maximumFileSize: 10_000))
    let scan = try #require(jpegs[0].lastIndex(of: 0xDA))
    let endless = Array(jpegs[0][...(scan + 12)]) + [UInt8](repeating: 1, count: 100_000)
    #expect(
      Everything(endless, options: options).error
        == .tooLarge(name: "it", frames: 0, reason: "a picture has more than 10000 bytes"))
    let garbage = jpegs[0] + [UInt8](repeating: 1, count: 100_000)
    guard case .damaged("it", frames: 1, _) = Everything(garbage, options: options).error else {
      Issue.record("garbage without end")
      return
    }
  }

  @Test("Further views of a photo and thumbnails are no frames")
  func views() {
    let photo = inserting(segment(0xE2, Array("MPF\0II*\0".utf8)), into: jpegs[0])
    #expect(Everything(photo + jpegs[1]).images == [images[0]])
    let thumbnail = segment(0xE1, Array("Exif\0\0".utf8) + Array(jpegs[1].prefix(200)))
    let broken = inserting(thumbnail, into: jpegs[0][..<20] + [1, 2, 3])
    let found = Everything(broken + jpegs[2])
    #expect(found.images == [images[2]] && found.skipped == 1)
  }
}
