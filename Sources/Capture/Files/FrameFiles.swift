import Imaging
import Platform

/// Frames from files and standard input, pictures and recordings alike, which are opened when their turn comes.
///
/// A file that cannot be read, or ends too early, is an error for this frame alone (`CaptureError.unreadable`); the next
/// file follows. A picture file's time is its position in the list at the rate of the options.
public struct FrameFiles: FrameSource {
  /// Frames that were passed over because they cannot be decoded, in all recordings so far.
  public private(set) var skippedFrameCount = 0

  private var files: ArraySlice<FrameFile>
  private let options: CaptureOptions
  private let finished: @Sendable (Int) -> Void
  private var recording: (stream: FrameStream, file: FrameFile)?
  /// Pictures that were asked for, and files that are done with.
  private var pictureCount = 0
  private var finishedCount = 0

  /// Takes files in their order.
  ///
  /// - Parameter finished: Told how many files are done with, each time that one is.
  public init(
    files: [FrameFile], options: CaptureOptions = CaptureOptions(),
    finished: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.files = files[...]
    self.options = options
    self.finished = finished
  }

  /// Takes files in their order.
  public init(_ paths: [Path], options: CaptureOptions = CaptureOptions()) {
    self.init(
      files: paths.enumerated().map { FrameFile(.path($1), position: $0) }, options: options)
  }

  /// Takes files in their order whose paths are texts.
  public init(_ paths: [String], options: CaptureOptions = CaptureOptions()) {
    self.init(paths.map { Path($0) }, options: options)
  }

  /// Takes the files of a folder, without those in folders below it, in natural order: `2.jpg` before
  /// `10.jpg`. Hidden files are left out; a file that is no picture is skipped when its turn comes.
  ///
  /// - Throws: `CaptureError.source` when the folder cannot be read.
  public init(folder: Path, options: CaptureOptions = CaptureOptions()) throws(CaptureError) {
    self.init(files: try Self.files(of: folder), options: options)
  }

  /// Takes the files of a folder whose path is a text.
  ///
  /// - Throws: What `init(folder:options:)` throws for a `Path`.
  public init(folder: String, options: CaptureOptions = CaptureOptions()) throws(CaptureError) {
    try self.init(folder: Path(folder), options: options)
  }

  public var mayHaveMore: Bool { recording?.stream.mayHaveMore ?? false || !files.isEmpty }

  public mutating func next() throws(CaptureError) -> Frame? {
    try next { false }
  }

  public mutating func next(isInterrupted: @escaping () -> Bool) throws(CaptureError) -> Frame? {
    while true {
      if let (stream, file) = recording {
        if let frame = try next(of: stream, file, isInterrupted) { return frame }
        continue
      }
      guard let file = files.popFirst() else { return nil }
      if let stream = try opened(file) {
        recording = (stream, file)
      } else {
        return try picture(file)
      }
    }
  }

  /// - Returns: `nil` for a picture.
  private mutating func opened(_ file: FrameFile) throws(CaptureError) -> FrameStream? {
    switch file.place {
    case .standardInput:
      return FrameStream(descriptor: STDIN_FILENO, name: file.name, options: options)
    case .path(let path):
      // Whatever cannot be opened is left to the decoder of pictures, whose message is the better one.
      guard let descriptor = try? OpenFile(path).descriptor else { return nil }
      if FrameStream.isPicture(descriptor) {
        OpenFile.close(descriptor)
        return nil
      }
      return FrameStream(
        descriptor: descriptor, name: file.name, closesDescriptor: true, options: options)
    }
  }

  private mutating func next(
    of stream: FrameStream, _ file: FrameFile, _ isInterrupted: @escaping () -> Bool
  ) throws(CaptureError) -> Frame? {
    var stream = stream
    let skippedBefore = stream.skippedFrameCount
    defer { skippedFrameCount += stream.skippedFrameCount - skippedBefore }
    do throws(CaptureError) {
      var frame = try stream.next(isInterrupted: isInterrupted)
      if let found = frame {
        frame?.origin = FrameOrigin(
          name: file.name, file: file.position, index: found.index, seconds: found.seconds)
        recording = (stream, file)
      } else {
        finish()
      }
      return frame
    } catch {
      guard error.isFinal else {
        recording = (stream, file)
        throw error
      }
      finish()
      throw .unreadable(FrameOrigin(name: file.name, file: file.position), error)
    }
  }

  private mutating func picture(_ file: FrameFile) throws(CaptureError) -> Frame {
    defer { finish() }
    let index = pictureCount
    pictureCount += 1
    let origin = FrameOrigin(name: file.name, file: file.position)
    guard case .path(let path) = file.place else { throw .unreadable(origin, .empty(name: file.name)) }
    do throws(ImageError) {
      let image = try DecodedImage(contentsOf: path, options: options.decoding).image
      return Frame(image, index: index, seconds: options.seconds(ofFrame: index), origin: origin)
    } catch {
      throw .unreadable(origin, .picture(error))
    }
  }

  private mutating func finish() {
    recording = nil
    finishedCount += 1
    finished(finishedCount)
  }

  private static func files(of folder: Path) throws(CaptureError) -> [FrameFile] {
    let names: [[UInt8]]
    do {
      names = try Folder.names(in: folder)
    } catch {
      throw .source(
        name: folder.text, reason: "\(error.reason); check the folder that frames come from")
    }
    let visible = names.filter { $0.first != UInt8(ascii: ".") }.sorted(by: isInNaturalOrder)
    return visible.enumerated().map { FrameFile(.path(folder.appending($1)), position: $0) }
  }
}
