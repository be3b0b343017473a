import Platform

/// A file or pipe that was opened by its path.
struct OpenFile {
  /// Belongs to whoever asked for it.
  let descriptor: Int32

  init(_ path: Path) throws(CaptureError) {
    do throws(FileError) {
      descriptor = try FileReader.open(path, accepting: [.regular, .pipe, .socket])
    } catch {
      guard case .unsuitable = error.cause else {
        throw .source(
          name: path.text, reason: "cannot be opened (\(error.reason)); check the path")
      }
      throw .source(
        name: path.text,
        reason: "is a folder or a device, not a recording; let a program such as ffmpeg read it")
    }
  }

  static func close(_ descriptor: Int32) { _ = Platform.close(descriptor) }

  /// Whether a descriptor leads to an ordinary file.
  static func isOrdinary(_ descriptor: Int32) -> Bool { kind(descriptor) == .regular }

  private static func kind(_ descriptor: Int32) -> FileKind? {
    (try? FileStatus(ofDescriptor: descriptor))?.kind
  }
}
