import Foundation
import Imaging
import Synchronization
import TestSupport
import Testing

@testable import Capture

@Suite("Frames of a descriptor", .timeLimit(.minutes(5)))
struct FrameStreamTests {
  private let jpegs: [[UInt8]]

  init() throws {
    jpegs = try Fixtures.jpegs()
  }

  /// A stream in each format, and the places at which its frames end.
  private func recordings() throws -> [(bytes: [UInt8], ends: [Int])] {
    let frame = [UInt8](repeating: 128, count: 12)
    let y4m = Y4MWriter().bytes([frame, frame, frame])
    let mjpeg = Array(jpegs.joined())
    let avi = AVIWriter().bytes(jpegs)
    return [
      (y4m, [y4m.count - 36, y4m.count - 18, y4m.count]),
      (mjpeg, [jpegs[0].count, jpegs[0].count + jpegs[1].count, mjpeg.count]),
      (avi, try jpegs.map { try #require(avi.firstRange(of: $0)).upperBound }),
    ]
  }

  private func stream(_ pipe: Pipe, patience: Double = 60) -> FrameStream {
    FrameStream(
      descriptor: dup(pipe.output), name: "camera", closesDescriptor: true,
      options: CaptureOptions(patienceSeconds: patience))
  }

  @Test("A frame is there as soon as its last byte is, though the writer has not ended")
  func live() throws {
    for (bytes, ends) in try recordings() {
      let pipe = Pipe()
      var stream = stream(pipe)
      var start = 0
      for end in ends {
        pipe.write(bytes[start..<end])
        #expect(try stream.next() != nil)
        start = end
      }
      pipe.write(bytes[start...])
      pipe.end()
      #expect(try stream.next() == nil)
    }
  }

  @Test("It does not matter how the bytes arrive")
  func pieces() throws {
    for (bytes, ends) in try recordings() {
      let pipe = Pipe()
      var stream = stream(pipe)
      let writer = Thread {
        for byte in bytes { pipe.write([byte]) }
        pipe.end()
      }
      writer.start()
      for _ in ends { #expect(try stream.next() != nil) }
      #expect(try stream.next() == nil)
      #expect(!stream.mayHaveMore && stream.frameCount == 3)
    }
  }

  @Test("A writer that is silent, or writes too little, is given up")
  func stalled() throws {
    let pipe = Pipe()
    defer { pipe.end() }
    var silent = stream(pipe, patience: 0.05)
    #expect(throws: CaptureError.stalled(name: "camera", frames: 0, seconds: 0.05)) { try silent.next() }
    #expect(try silent.next() == nil)

    let trickle = Pipe()
    var slow = stream(trickle, patience: 0.2)
    trickle.write(jpegs[0])
    #expect(try slow.next() != nil)
    // Each byte comes in time, and they go on coming until the frame is given up.
    let isGivenUp = Atomic(false)
    let limit = 20_000
    let written = Atomic(0)
    let writer = Thread {
      while !isGivenUp.load(ordering: .sequentiallyConsistent), written.load(ordering: .relaxed) < limit {
        trickle.write([0])
        written.add(1, ordering: .relaxed)
        usleep(1_000)
      }
    }
    writer.start()
    #expect(throws: CaptureError.stalled(name: "camera", frames: 1, seconds: 0.2)) { try slow.next() }
    isGivenUp.store(true, ordering: .sequentiallyConsistent)
    #expect(written.load(ordering: .relaxed) < limit)
  }

  @Test("Waiting can be interrupted, and goes on where it stopped")
  func interrupted() throws {
    for (bytes, ends) in try recordings() {
      let pipe = Pipe()
      var stream = stream(pipe)
      var start = 0
      // Pieces end within headers, lines and frames; after each the waiting is given up.
      for end in stride(from: 11, to: bytes.count, by: 97) where !ends.contains(end) {
        pipe.write(bytes[start..<end])
        start = end
        let frames = stream.frameCount
        let whole = ends.count { $0 <= end }
        for _ in frames..<whole { #expect(try stream.next() != nil) }
        var questions = 0
        #expect(throws: CaptureError.interrupted(name: "camera")) {
          try stream.next {
            questions += 1
            return questions > 2
          }
        }
        #expect(stream.mayHaveMore)
      }
      pipe.write(bytes[start...])
      pipe.end()
      while try stream.next() != nil {}
      #expect(stream.frameCount == 3 && stream.skippedFrameCount == 0)
    }
  }

  @Test("Files are read by their content, whatever they are called")
  func files() throws {
    let folder = try TemporaryFolder()
    for (bytes, _) in try recordings() {
      let path = try folder.write(bytes, to: "holiday.txt")
      #expect(Everything(try FrameStream(contentsOf: path)).frames.count == 3)
    }
    let text = try folder.write(Array("no recording".utf8), to: "clip.avi")
    #expect(
      Everything(try FrameStream(contentsOf: text)).error == .unknownFormat(name: text, looksLike: "text"))
    let empty = try folder.write([], to: "clip.y4m")
    #expect(Everything(try FrameStream(contentsOf: empty)).error == .empty(name: empty))
    for path in [folder.path, folder.path + "/none", "/dev/null", ""] {
      let error = #expect(throws: CaptureError.self) { try FrameStream(contentsOf: path) }
      #expect(error?.isFinal == true && error?.description.hasPrefix(path + ": ") == true)
    }
  }

  @Test("Other formats are called by their names")
  func foreign() {
    let video = [0, 0, 0, 0x18] + Array("ftypisom".utf8) + [UInt8](repeating: 0, count: 20)
    let error = Everything(video).error
    #expect(error == .unknownFormat(name: "it", looksLike: "an MP4 or QuickTime video"))
    #expect(error?.description.contains("ffmpeg -i INPUT") == true)
    #expect(Everything([]).error == .empty(name: "it"))
    #expect(Everything([0xFF, 1]).error == .unknownFormat(name: "it", looksLike: nil))
  }

  @Test("One picture is told from a recording, and the file stays where it stands")
  func pictures() throws {
    let folder = try TemporaryFolder()
    let png = try Image(width: 3, height: 2).pngData()
    let views = Array(jpegs[0][..<2]) + [0xFF, 0xE2, 0, 6] + Array("MPF\0".utf8) + jpegs[0][2...] + jpegs[1]
    let pictures: [[UInt8]] = [
      jpegs[0], png, jpegs[0] + [0, 0], jpegs[0] + Array("trailer".utf8), Array(jpegs[0].prefix(100)), views,
      [],
      Array("text".utf8),
    ]
    let others: [[UInt8]] =
      [jpegs[0] + jpegs[1], jpegs[0] + [0, 0, 0] + png, png + png] + (try recordings().map(\.bytes))
    for (contents, isPicture) in [(pictures, true), (others, false)] {
      for content in contents {
        let path = try folder.write(content, to: "it")
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        #expect(FrameStream.isPicture(descriptor) == isPicture)
        #expect(lseek(descriptor, 0, SEEK_CUR) == 0)
      }
    }
  }
}
