import Capture
import Policy
import Store

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The frames that a configuration names.
enum ConfiguredFrames: FrameSource {
  case files(FrameFiles)
  case command(CommandFrames)
  /// The source cannot be opened; the reason is the first and only frame.
  case broken(CaptureError)

  init(_ frames: Configuration.Frames, options: CaptureOptions) {
    switch frames {
    case .file(let path): self = .files(FrameFiles([path], options: options))
    case .command(let command): self = .command(CommandFrames(command, options: options))
    case .folder(let path):
      do throws(CaptureError) {
        self = .files(try FrameFiles(folder: path, options: options))
      } catch {
        self = .broken(error)
      }
    }
  }

  var mayHaveMore: Bool {
    switch self {
    case .files(let files): files.mayHaveMore
    case .command(let frames): frames.mayHaveMore
    case .broken: false
    }
  }

  mutating func next() throws(CaptureError) -> Frame? {
    try next { false }
  }

  mutating func next(isInterrupted: @escaping () -> Bool) throws(CaptureError) -> Frame? {
    switch self {
    case .files(var files):
      defer { self = .files(files) }
      return try files.next(isInterrupted: isInterrupted)
    case .command(var frames):
      defer { self = .command(frames) }
      return try frames.next(isInterrupted: isInterrupted)
    case .broken(let error): throw error
    }
  }

  /// Whether there is something to read frames from, without reading any.
  static func arePresent(_ frames: Configuration.Frames) -> Bool {
    switch frames {
    case .file(let path): access(path, R_OK) == 0
    case .folder(let path): access(path, R_OK | X_OK) == 0
    case .command(let command): command.first.map { isProgram($0) } ?? false
    }
  }

  /// Whether the frames show a scene in its order.
  static func showSequence(_ frames: Configuration.Frames) -> Bool {
    switch frames {
    case .command: return true
    case .folder: return false
    case .file(let path):
      let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      return !FrameStream.isPicture(descriptor)
    }
  }

  private static func isProgram(_ name: String) -> Bool {
    if name.utf8.contains(UInt8(ascii: "/")) { return access(name, X_OK) == 0 }
    let folders = (StoreLocation.environmentVariable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(
      separator: ":")
    return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
