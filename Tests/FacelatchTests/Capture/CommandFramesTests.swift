import Capture
import Glibc
import Imaging
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Frames from a command", .timeLimit(.minutes(5)))
struct CommandFramesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for width in 1...3 { try Image(width: width, height: 2).writePNG(to: "\(folder.path)/\(width).png") }
  }

  private func source(_ script: String, patience: Double = 10) -> CommandFrames {
    CommandFrames(
      ["sh", "-c", script, "sh", folder.path], options: CaptureOptions(patienceSeconds: patience))
  }

  private func widths(_ source: CommandFrames) throws -> [Int] {
    var source = source
    var widths: [Int] = []
    while let frame = try source.next() { widths.append(frame.image.width) }
    #expect(!source.mayHaveMore)
    #expect(try source.next() == nil)
    return widths
  }

  @Test("Pictures that follow each other are frames, however they arrive")
  func sequence() throws {
    #expect(try widths(source(#"cat "$1/1.png" "$1/2.png" "$1/3.png""#)) == [1, 2, 3])
    #expect(try widths(source(#"cat "$1"/?.png | dd bs=1 2>/dev/null"#)) == [1, 2, 3])
    let y4m = #"printf 'YUV4MPEG2 W2 H1 Cmono\nFRAME\nabFRAME\ncd'"#
    #expect(try widths(source(y4m)) == [2, 2])
  }

  @Test("A picture that is cut off at the end does not count, and is told")
  func cutOff() throws {
    var frames = source(#"cat "$1/1.png"; head -c 30 "$1/2.png""#)
    #expect(try frames.next()?.image.width == 1)
    #expect(throws: CaptureError.truncated(name: "sh", frames: 1)) { try frames.next() }
    #expect(!frames.mayHaveMore)
  }

  @Test("Anything else than frames is told, and so is nothing", arguments: ["echo hello", "true"])
  func foreign(script: String) {
    var frames = source(script)
    let error = #expect(throws: CaptureError.self) { try frames.next() }
    let cause = script == "true" ? "ended without writing a frame" : "something else than JPEG or PNG"
    #expect(error?.description.contains(cause) == true && error?.isFinal == true)
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
      #expect(try frames.next()?.image.width == 1)
    }
    let child = try #require(pid_t(TestFile.text(path).prefix { $0 != "\n" }))
    try waitUntil("the end of the child") { kill(child, 0) != 0 || Self.isZombie(child) }
  }

  private static func isZombie(_ process: pid_t) -> Bool {
    guard let text = try? TestFile.text("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else {
      return true
    }
    return text[end...].dropFirst(2).first == "Z"
  }

  @Test("Waiting for a silent program can be interrupted")
  func interrupted() {
    var frames = source("sleep 30")
    #expect(throws: CaptureError.interrupted(name: "sh")) { try frames.next { true } }
    #expect(frames.mayHaveMore)
  }
}
