import Capture
import Imaging

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The frames of a recording, a folder or a picture.
struct Recording {
  let path: String
  private var files: FrameFiles
  private let framesPerSecond: Double
  private var count = 0
  private var lastSeconds = 0.0

  /// Frames per second so far; nothing before the second frame.
  var rate: Double? { count > 1 && lastSeconds > 0 ? Double(count - 1) / lastSeconds : nil }

  init(_ path: String, framesPerSecond: Double) throws {
    self.path = path
    self.framesPerSecond = framesPerSecond
    let options = CaptureOptions(framesPerSecond: framesPerSecond)
    var status = stat()
    let isFolder = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    files = isFolder ? try FrameFiles(folder: path, options: options) : FrameFiles([path], options: options)
  }

  /// The next frame with its time; frames that cannot be read are passed over.
  mutating func next() throws -> (image: Image, seconds: Double)? {
    while true {
      do {
        guard let frame = try files.next() else { return nil }
        defer { count += 1 }
        lastSeconds = frame.seconds ?? Double(count) / framesPerSecond
        return (frame.image, lastSeconds)
      } catch {
        guard !error.isFinal else { throw error }
      }
    }
  }
}
