import Capture
import Glibc
import Imaging

/// `frame-dump FILE|- [--time] [--bt709]`: writes the frames of a recording as raw RGB to standard output, or
/// only tells how long decoding took. The summary goes to standard error.
func complain(_ text: String) {
  let line = Array("frame-dump: \(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// The largest resident set of this program alone: what `getrusage` tells includes the program that started it.
func peakKibibytes() -> Int {
  let descriptor = open("/proc/self/status", O_RDONLY)
  defer { close(descriptor) }
  var bytes = [UInt8](repeating: 0, count: 4_096)
  let count = max(0, read(descriptor, &bytes, bytes.count))
  let line = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").first {
    $0.hasPrefix("VmHWM:")
  }
  return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}

func writeAll(_ values: [UInt8]) -> Bool {
  var position = 0
  while position < values.count {
    let written = values.withUnsafeBytes { bytes in
      write(STDOUT_FILENO, bytes.baseAddress.map { $0 + position }, bytes.count - position)
    }
    if written < 0, errno != EINTR { return false }
    position += max(0, written)
  }
  return true
}

let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first(where: { !$0.hasPrefix("--") }) else {
  complain("names no recording")
  exit(2)
}
let onlyTime = arguments.contains("--time")
let options = CaptureOptions(matrix: arguments.contains("--bt709") ? .bt709 : .bt601)
var width = 0
var height = 0
var lastSeconds = 0.0
var code: Int32 = 0
let start = processorSeconds()
var stream: FrameStream
do throws(CaptureError) {
  stream =
    path == "-"
    ? FrameStream(descriptor: STDIN_FILENO, name: "standard input", options: options)
    : try FrameStream(contentsOf: path, options: options)
} catch {
  complain(error.description)
  exit(3)
}
while true {
  do throws(CaptureError) {
    guard let frame = try stream.next() else { break }
    (width, height) = (frame.image.width, frame.image.height)
    lastSeconds = frame.seconds ?? 0
    if !onlyTime, !writeAll(frame.image.pixels) { exit(4) }
  } catch {
    complain(error.description)
    code = 1
    break
  }
}
let seconds = processorSeconds() - start
complain(
  "\(stream.frameCount) frames of \(width)x\(height), \(stream.skippedFrameCount) skipped, last at \(lastSeconds) s; "
    + "\(seconds) s, \(Double(stream.frameCount) / seconds) frames/s, \(peakKibibytes()) KiB at most")
exit(code)
