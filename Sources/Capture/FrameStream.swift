import Imaging
import Platform

/// Frames of one file, pipe or other descriptor, decoded when they are asked for. The content tells the format, never a
/// name: JPEG and PNG pictures one after the other (MJPEG), AVI with MJPG, Y4M.
///
/// Frames are delivered as soon as they are whole. A frame that cannot be decoded is passed over and counted. Copies read
/// from the same stream.
public struct FrameStream: FrameSource {
  /// What the source is called in errors.
  public let name: String

  /// Frames that were passed over because they cannot be decoded.
  public private(set) var skippedFrameCount = 0

  /// Whole frames that were delivered.
  public private(set) var frameCount = 0

  private let bytes: ByteStream
  private let options: CaptureOptions
  private var container: (any FrameContainer)?
  private var position = 0
  private var brokenInARow = 0
  private var lastBreakage: String?
  private var hasEnded = false

  /// A source that is broken from some place on must not be read for ever without giving a frame.
  private static let longestBreak = 100

  /// Opens a file.
  ///
  /// - Parameter path: A file or a named pipe.
  /// - Throws: `CaptureError.source` when it cannot be opened.
  public init(contentsOf path: Path, options: CaptureOptions = CaptureOptions()) throws(CaptureError) {
    self.init(
      descriptor: try OpenFile(path).descriptor, name: path.description, closesDescriptor: true,
      options: options)
  }

  /// Opens a file whose path is a text.
  ///
  /// - Throws: What `init(contentsOf:options:)` throws for a `Path`.
  public init(contentsOf path: String, options: CaptureOptions = CaptureOptions()) throws(CaptureError) {
    try self.init(contentsOf: Path(path), options: options)
  }

  /// Takes an open descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: Open for reading; it is read from where it stands.
  ///   - name: What to call it in errors.
  ///   - closesDescriptor: Whether it is closed with the source.
  public init(
    descriptor: Int32, name: String, closesDescriptor: Bool = false,
    options: CaptureOptions = CaptureOptions()
  ) {
    // Ordinary files are always ready, and a large one may rightly take its time.
    let patience = OpenFile.isOrdinary(descriptor) ? .infinity : options.patienceSeconds
    self.init(
      ByteStream(descriptor: descriptor, closesDescriptor: closesDescriptor, patienceSeconds: patience),
      name: name, options: options)
  }

  /// Takes a recording that is in memory.
  public init(bytes: [UInt8], name: String, options: CaptureOptions = CaptureOptions()) {
    self.init(ByteStream(bytes), name: name, options: options)
  }

  private init(_ bytes: ByteStream, name: String, options: CaptureOptions) {
    self.bytes = bytes
    self.name = name
    self.options = options
  }

  public var mayHaveMore: Bool { !hasEnded }

  public mutating func next() throws(CaptureError) -> Frame? {
    try next { false }
  }

  public mutating func next(isInterrupted: @escaping () -> Bool) throws(CaptureError) -> Frame? {
    guard !hasEnded else { return nil }
    bytes.beginFrame(isInterrupted: isInterrupted)
    defer { bytes.endFrame() }
    do throws(StreamFailure) {
      if let frame = try nextWhole() { return frame }
      hasEnded = true
      return nil
    } catch {
      hasEnded = error != .interrupted
      throw error.captureError(name: name, frames: frameCount)
    }
  }

  private mutating func nextWhole() throws(StreamFailure) -> Frame? {
    var container = try openedContainer()
    defer { self.container = container }
    while let found = try container.next(from: bytes) {
      let index = position
      position += 1
      switch found {
      case .whole(let image):
        frameCount += 1
        brokenInARow = 0
        let seconds = container.framesPerSecond.map { Double(index) / $0 } ?? options.seconds(ofFrame: index)
        return Frame(image, index: index, seconds: seconds)
      case .missing: continue
      case .broken(let reason):
        skippedFrameCount += 1
        brokenInARow += 1
        lastBreakage = reason
        if brokenInARow >= Self.longestBreak {
          throw .damaged("\(brokenInARow) broken frames in a row, the last one: \(reason)")
        }
      }
    }
    if frameCount == 0 { throw lastBreakage.map { .damaged($0) } ?? .empty }
    return nil
  }

  private func openedContainer() throws(StreamFailure) -> any FrameContainer {
    if let container { return container }
    return try ContainerSniffer(options: options).container(of: bytes)
  }
}
