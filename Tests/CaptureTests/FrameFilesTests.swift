import Imaging
import TestSupport
import Testing

@testable import Capture

@Suite("Frames from files")
struct FrameFilesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func add(_ name: String, width: Int) throws {
    try Image(width: width, height: 1).writePNG(to: folder.path + "/" + name)
  }

  @Test("The pictures of a folder come in the order of their numbers, hidden ones not at all")
  func order() throws {
    for (name, width) in [("10.png", 10), ("9.png", 9), ("010a.png", 11), ("1.png", 1), (".0.png", 99)] {
      try add(name, width: width)
    }
    var frames = try FrameFiles(folder: folder.path, options: CaptureOptions(framesPerSecond: 2))
    var found: [Frame] = []
    while let frame = try frames.next() { found.append(frame) }
    #expect(found.map(\.image.width) == [1, 9, 10, 11])
    #expect(found.map(\.index) == [0, 1, 2, 3])
    #expect(found.map(\.seconds) == [0, 0.5, 1, 1.5])
    #expect(!frames.mayHaveMore)
  }

  @Test("A file that is no picture is one bad frame")
  func badFrame() throws {
    try add("1.png", width: 1)
    _ = try folder.write(Array("text".utf8), to: "2.txt")
    try add("3.png", width: 3)
    var frames = try FrameFiles(folder: folder.path)
    #expect(try frames.next()?.image.width == 1)
    let error = #expect(throws: CaptureError.self) { try frames.next() }
    #expect(error?.isFinal == false && error?.description.contains("2.txt: is text") == true)
    #expect(frames.mayHaveMore)
    #expect(try frames.next()?.image.width == 3)
    #expect(try frames.next() == nil)
  }

  @Test("Recordings stand for their frames; one that is cut off is one bad frame after them")
  func recordings() throws {
    let jpegs = try Fixtures.jpegs()
    var bone = AVIWriter().bytes([jpegs[0], [1, 2], jpegs[1], jpegs[2]])
    bone.removeLast(300)
    let paths = [
      try folder.write(bone, to: "clip"), try folder.write(jpegs[2], to: "still"),
      try folder.write(jpegs[1] + jpegs[0], to: "clip2"),
    ]
    var frames = FrameFiles(paths)
    let images = try jpegs.map(Fixtures.decoded)
    #expect(try frames.next()?.image == images[0])
    #expect(try frames.next()?.image == images[1])
    let error = #expect(throws: CaptureError.self) { try frames.next() }
    #expect(error?.isFinal == false && error?.description.contains("clip: cut off after 2 frames") == true)
    #expect(frames.skippedFrameCount == 1)
    #expect(
      try [frames.next(), frames.next(), frames.next()].map { $0?.image } == [
        images[2], images[1], images[0],
      ])
    #expect(try frames.next() == nil)
    #expect(!frames.mayHaveMore)
  }

  @Test("What cannot be opened is told")
  func missing() throws {
    let error = #expect(throws: CaptureError.self) { try FrameFiles(folder: folder.path + "/none") }
    #expect(error?.description.contains("/none: ") == true)
    var frames = FrameFiles([folder.path + "/none.jpg"])
    #expect(throws: CaptureError.self) { try frames.next() }
    #expect(try frames.next() == nil)
  }
}
