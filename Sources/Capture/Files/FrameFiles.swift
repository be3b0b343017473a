import Imaging
import Platform

/// Frames from files, pictures and recordings alike, which are opened when their turn comes.
///
/// A file that cannot be read, or ends too early, is an error for this frame alone (`CaptureError.frame`); the next
/// file follows. A picture file's time is its position in the list at the rate of the options.
public struct FrameFiles: FrameSource {
  /// Frames that were passed over because they cannot be decoded, in all recordings so far.
  public private(set) var skippedFrameCount = 0

  private var paths: ArraySlice<Path>
  private let options: CaptureOptions
  private var recording: FrameStream?
  private var position = 0

  /// Takes files in their order.
  public init(_ paths: [Path], options: CaptureOptions = CaptureOptions()) {
    self.paths = paths[...]
    self.options = options
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
    self.init(try Self.files(of: folder), options: options)
  }

  /// Takes the files of a folder whose path is a text.
  ///
  /// - Throws: What `init(folder:options:)` throws for a `Path`.
  public init(folder: String, options: CaptureOptions = CaptureOptions()) throws(CaptureError) {
    try self.init(folder: Path(folder), options: options)
  }

  public var mayHaveMore: Bool { recording != nil || !paths.isEmpty }

  public mutating func next() throws(CaptureError) -> Frame? {
    try next { false }
  }

  public mutating func next(isInterrupted: @escaping () -> Bool) throws(CaptureError) -> Frame? {
    while true {
      if recording != nil {
        if let frame = try nextOfRecording(isInterrupted) { return frame }
        continue
      }
      guard let path = paths.popFirst() else { return nil }
      guard let file = try? OpenFile(path) else { return try picture(path) }
      if FrameStream.isPicture(file.descriptor) {
        close(file.descriptor)
        return try picture(path)
      }
      recording = FrameStream(
        descriptor: file.descriptor, name: path.description, closesDescriptor: true, options: options)
    }
  }

  private mutating func nextOfRecording(_ isInterrupted: @escaping () -> Bool) throws(CaptureError) -> Frame?
  {
    guard var stream = recording else { return nil }
    let skippedBefore = stream.skippedFrameCount
    defer { skippedFrameCount += stream.skippedFrameCount - skippedBefore }
    do throws(CaptureError) {
      let frame = try stream.next(isInterrupted: isInterrupted)
      recording = frame == nil ? nil : stream
      return frame
    } catch {
      guard error.isFinal else {
        recording = stream
        throw error
      }
      recording = nil
      throw .frame(reason: error.description)
    }
  }

  private mutating func picture(_ path: Path) throws(CaptureError) -> Frame {
    let index = position
    position += 1
    do throws(ImageError) {
      let image = try DecodedImage(contentsOf: path, options: options.decoding).image
      return Frame(image, index: index, seconds: options.seconds(ofFrame: index))
    } catch {
      throw .frame(reason: error.description)
    }
  }

  private static func files(of folder: Path) throws(CaptureError) -> [Path] {
    let names: [[UInt8]]
    do {
      names = try Folder.names(in: folder)
    } catch {
      throw .source(reason: "\(folder): \(error.reason); check the folder that frames come from")
    }
    return names.filter { $0.first != UInt8(ascii: ".") }.sorted(by: isInNaturalOrder).map(folder.appending)
  }
}
