import Imaging
import Testing

@testable import FaceGate

@Suite("Frames from files")
struct PictureFilesTests {
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
    var frames = try PictureFiles(folder: folder.path)
    var widths: [Int] = []
    while let frame = try frames.next() { widths.append(frame.width) }
    #expect(widths == [1, 9, 10, 11])
    #expect(!frames.mayHaveMore)
  }

  @Test("A file that is no picture is one bad frame")
  func badFrame() throws {
    try add("1.png", width: 1)
    try TestFile.write(Array("text".utf8), to: folder.path + "/2.txt")
    try add("3.png", width: 3)
    var frames = try PictureFiles(folder: folder.path)
    #expect(try frames.next()?.width == 1)
    #expect(throws: CaptureError.self) { try frames.next() }
    #expect(frames.mayHaveMore)
    #expect(try frames.next()?.width == 3)
    #expect(try frames.next() == nil)
  }

  @Test("A missing folder is told")
  func missingFolder() {
    let error = #expect(throws: CaptureError.self) { try PictureFiles(folder: folder.path + "/none") }
    #expect(error?.description.contains("/none: ") == true)
  }
}
