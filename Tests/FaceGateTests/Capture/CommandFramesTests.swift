import Glibc
import Imaging
import Testing

@testable import FaceGate

@Suite("Frames from a command")
struct CommandFramesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for width in 1...3 { try Image(width: width, height: 2).writePNG(to: "\(folder.path)/\(width).png") }
  }

  private func source(_ script: String, patience: Double = 10) -> CommandFrames {
    CommandFrames(["sh", "-c", script, "sh", folder.path], patienceSeconds: patience)
  }

  private func widths(_ source: CommandFrames) throws -> [Int] {
    var source = source
    var widths: [Int] = []
    while let frame = try source.next() { widths.append(frame.width) }
    #expect(!source.mayHaveMore)
    #expect(try source.next() == nil)
    return widths
  }

  @Test("Pictures that follow each other are frames, however they arrive")
  func sequence() throws {
    #expect(try widths(source(#"cat "$1/1.png" "$1/2.png" "$1/3.png""#)) == [1, 2, 3])
    #expect(try widths(source(#"cat "$1"/?.png | dd bs=1 2>/dev/null"#)) == [1, 2, 3])
    #expect(try widths(source("true")) == [])
  }

  @Test("A picture that is cut off at the end does not count")
  func cutOff() throws {
    #expect(try widths(source(#"cat "$1/1.png"; head -c 30 "$1/2.png""#)) == [1])
  }

  @Test("Anything else than pictures is told")
  func foreign() {
    var frames = source("echo hello")
    let error = #expect(throws: CaptureError.self) { try frames.next() }
    #expect(error?.description.contains("something else than JPEG or PNG") == true)
    #expect(!frames.mayHaveMore)
  }

  @Test("A program that is not there is told")
  func missingProgram() {
    var frames = CommandFrames(["/nowhere/camera"])
    let error = #expect(throws: CaptureError.self) { try frames.next() }
    #expect(error?.description.hasPrefix("/nowhere/camera: it cannot be started") == true)
  }

  @Test("A program that writes nothing is given up")
  func silent() {
    var frames = source("sleep 30", patience: 0.1)
    #expect(throws: CaptureError.self) { try frames.next() }
  }

  @Test("A program that runs on is ended with its children when nobody reads any more")
  func endless() throws {
    let path = folder.path + "/pid"
    do {
      var frames = source(#"sleep 300 & echo $! > "$1/pid"; cat "$1/1.png"; wait"#)
      #expect(try frames.next()?.width == 1)
    }
    let child = try #require(pid_t(TestFile.text(path).prefix { $0 != "\n" }))
    var isAlive = true
    for _ in 0..<100 where isAlive {
      isAlive = kill(child, 0) == 0 && !Self.isZombie(child)
      usleep(10_000)
    }
    #expect(!isAlive)
  }

  private static func isZombie(_ process: pid_t) -> Bool {
    let file = FaceGate.FileHandle(open("/proc/\(process)/stat", O_RDONLY))
    guard file.isOpen, let bytes = try? file.readBytes(limit: 1_024, path: "stat") else { return true }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return true }
    return text[end...].dropFirst(2).first == "Z"
  }

  @Test("The splitter finds the end of every picture at whatever byte it is asked")
  func splitter() throws {
    let png = try Image(width: 5, height: 4).pngData()
    let jpeg = Self.jpeg
    for picture in [png, jpeg] {
      for count in 0..<picture.count {
        #expect(PictureSplitter.cut(Array(picture[..<count])) == .incomplete, "\(count)")
      }
      #expect(PictureSplitter.cut(picture) == .picture(end: picture.count))
      #expect(PictureSplitter.cut(picture + jpeg) == .picture(end: picture.count))
    }
    #expect(PictureSplitter.cut(Array("GIF89a".utf8)) == .foreign)
  }

  /// The bones of a JPEG: a thumbnail with its own end in a segment, stuffed bytes and a restart in the data.
  private static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE1, 0x00, 0x08, 0xFF, 0xD8, 0xFF, 0xD9, 0x00, 0x00]
    + [0xFF, 0xDA, 0x00, 0x04, 0x01, 0x02, 0x11, 0xFF, 0x00, 0x22, 0xFF, 0xD0, 0x33, 0xFF, 0xFF, 0xD9]
}
