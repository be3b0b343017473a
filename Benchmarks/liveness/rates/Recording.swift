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
        return (frame.image, frame.seconds ?? Double(count) / framesPerSecond)
      } catch {
        guard !error.isFinal else { throw error }
      }
    }
  }
}
