import Foundation
import Imaging
import Testing

@testable import Capture

/// Recordings as cameras, phones and careless programs write them.
@Suite("Recordings that are not quite as they should be")
struct TolerantCutterTests {
  private let jpegs: [[UInt8]]
  private let images: [Image]

  init() throws {
    jpegs = try Fixtures.jpegs()
    images = try jpegs.map(Fixtures.decoded)
  }

  private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
  }

  private func inserting(_ bytes: [UInt8], at place: Int = 2, into jpeg: [UInt8]) -> [UInt8] {
    Array(jpeg[..<place]) + bytes + jpeg[place...]
  }

  /// The index of a multi-picture file of so many pictures (CIPA DC-007), in either order of bytes.
  private func index(_ count: Int, isLittle: Bool = true) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) }
      return isLittle ? bytes : bytes.reversed()
    }
    return Array("MPF\0".utf8) + Array((isLittle ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
      + number(2, 2)
      + number(0xB000, 2) + number(7, 2) + number(4, 4) + Array("0100".utf8)
      + number(0xB001, 2) + number(4, 2) + number(1, 4) + number(count, 4)
  }

  private func container(_ items: Int) -> [UInt8] {
    let item = "<rdf:li><Container:Item Item:Mime=\"image/jpeg\" Item:Length=\"900\"/></rdf:li>"
    return Array(
      "http://ns.adobe.com/xap/1.0/\0<x xmlns:Container=\"http://ns.google.com/photos/1.0/container/\">".utf8)
      + [UInt8]((0..<items).map { _ in item }.joined().utf8)
  }

  private func isPicture(_ bytes: [UInt8]) throws -> Bool {
    let path = NSTemporaryDirectory() + "facelatch-cutter-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    return FrameStream.isPicture(descriptor)
  }

  @Test("Bytes before a segment that belong to nothing lose no frame, as they lose none to the decoder")
  func stray() throws {
    for stray in [[7], [0], [0xFF, 0], [1, 2, 3, 4, 5]] as [[UInt8]] {
      for marker in [0xDB, 0xC0, 0xC4, 0xDA] as [UInt8] {
        // The segment that begins so, found by walking.
        var place = 2
        while jpegs[0][place + 1] != marker {
          place += 2 + Int(jpegs[0][place + 2]) << 8 + Int(jpegs[0][place + 3])
        }
        let odd = inserting(stray, at: place, into: jpegs[0])
        try #require(try Fixtures.decoded(odd) == images[0])
        let found = Everything(odd + jpegs[1] + odd)
        #expect(found.images == [images[0], images[1], images[0]], "\(stray) \(marker)")
        #expect(found.skipped == 0 && found.error == nil)
      }
    }
  }

  @Test("End marks twice, line breaks, and the lines that HTTP puts between frames are no frames")
  func separators() throws {
    let head = "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: \(jpegs[1].count)\r\n\r\n"
    for gap in [[0xFF, 0xD9], Array("\r\n".utf8), [0xFF, 0xFF], [0, 0], Array(head.utf8)] as [[UInt8]] {
      let bytes = jpegs[0] + gap + jpegs[1] + gap + jpegs[2] + gap
      let found = Everything(bytes)
      #expect(found.images == images && found.skipped == 0 && found.error == nil, "\(gap)")
      #expect(found.frames.map(\.index) == [0, 1, 2])
      #expect(try !isPicture(bytes), "\(gap)")
    }
  }

  @Test(
    "What a camera sends over HTTP is read from a file as well",
    arguments: ["--b\r\n", "\r\n--b\r\n", "HTTP/1.1 200 OK\r\nServer: x\r\n\r\n--b\r\n"])
  func multipart(_ start: String) throws {
    let head = Array("Content-Type: image/jpeg\r\n\r\n".utf8)
    let next = Array("\r\n--b\r\n".utf8) + head
    let bytes = Array(start.utf8) + head + jpegs[0] + next + jpegs[1] + Array("\r\n--b--\r\n".utf8)
    let found = Everything(bytes)
    #expect(found.images == Array(images[..<2]) && found.skipped == 0 && found.error == nil)
    #expect(try !isPicture(bytes))
    #expect(Everything(Array("--no picture\r\n".utf8)).error == .unknownFormat(name: "it", looksLike: "text"))
  }

  @Test("Junk between pictures of one size is a recording; other pictures behind a photo are a part of it")
  func junk() throws {
    #expect(try !isPicture(jpegs[0] + [1, 2, 3] + jpegs[1]))
    #expect(try isPicture(jpegs[0] + [1, 2, 3] + Image(width: 8, height: 6).jpegData()))
    #expect(try isPicture(jpegs[0] + [1, 2, 3]))
    #expect(try isPicture(jpegs[0]))
    #expect(try !isPicture(jpegs[0] + jpegs[1]))
  }

  @Test("The views of a photo are one picture, whether its index or its container tells of them")
  func views() throws {
    for announcement in [
      segment(0xE2, index(3)), segment(0xE2, index(3, isLittle: false)), segment(0xE1, container(3)),
    ] {
      let photo = inserting(announcement, into: jpegs[0]) + jpegs[1] + jpegs[1]
      #expect(try isPicture(photo))
      #expect(Everything(photo).images == [images[0]])
      // The next photo begins behind them.
      let several = Everything(photo + jpegs[2] + photo + photo)
      #expect(several.images == [images[0], images[2], images[0], images[0]])
      #expect(several.skipped == 0 && several.error == nil)
      #expect(try !isPicture(photo + photo))
    }
    // A view has attributes of its own, without an index.
    let attributes = segment(0xE2, Array("MPF\0II*\0".utf8) + [8, 0, 0, 0, 0, 0])
    let photo = inserting(segment(0xE2, index(2)), into: jpegs[0]) + inserting(attributes, into: jpegs[1])
    #expect(Everything(photo + photo).images == [images[0], images[0]])
  }

  @Test("A stream of views is the same however its bytes arrive")
  func littleByLittle() throws {
    let photo = inserting(segment(0xE2, index(2)), into: jpegs[0]) + [0xFF, 0xD9] + jpegs[1]
    let bytes = photo + Array("\r\n".utf8) + photo + jpegs[2]
    for size in [1, 2, 3, 100] {
      let pipe = Pipe()
      var source = FrameStream(descriptor: pipe.output, name: "it")
      var found: [Image] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        pipe.write(rest.prefix(size))
        rest = rest.dropFirst(size)
        var isWaiting = false
        while !isWaiting {
          var turns = 0
          do throws(CaptureError) {
            if let frame = try source.next(isInterrupted: {
              turns += 1
              return turns > 1
            }) {
              found.append(frame.image)
            }
          } catch {
            #expect(error == .interrupted(name: "it"))
            isWaiting = true
          }
        }
      }
      pipe.end()
      while let frame = try source.next() { found.append(frame.image) }
      #expect(found == [images[0], images[0], images[2]], "\(size)")
      #expect(source.skippedFrameCount == 0)
    }
  }

  @Test(
    "An AVI whose writer leaves out the bytes that make sizes even gives every frame",
    arguments: [true, false])
  func unpaddedAVI(_ hasSound: Bool) throws {
    var odd = jpegs
    for place in odd.indices where odd[place].count % 2 == 0 { odd[place].append(0) }
    var writer = AVIWriter()
    writer.hasSound = hasSound
    writer.isPadded = false
    let found = Everything(writer.bytes(odd))
    #expect(found.images == images && found.skipped == 0 && found.error == nil)
    writer.isPadded = true
    #expect(Everything(writer.bytes(odd)).images == images)
    writer.padding = 0x30
    #expect(Everything(writer.bytes(odd)).images == images)
  }
}
