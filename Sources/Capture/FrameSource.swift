import Imaging

/// Where frames come from: a picture, a folder, a recording, a camera.
public protocol FrameSource {
  /// The next frame.
  ///
  /// - Returns: `nil` at the end.
  mutating func next() throws(CaptureError) -> Frame?

  /// The next frame, waited for no longer than is wanted.
  ///
  /// - Parameter isInterrupted: Asked many times a second while a source waits; `true` ends the waiting.
  /// - Returns: `nil` at the end.
  /// - Throws: `CaptureError.interrupted` where the waiting was ended; the next call goes on where this one stopped.
  mutating func next(isInterrupted: @escaping () -> Bool) throws(CaptureError) -> Frame?

  /// Whether another call could give a frame; `true` where only trying can tell.
  var mayHaveMore: Bool { get }

  /// Frames so far that were passed over because they cannot be decoded.
  var skippedFrameCount: Int { get }
}

extension FrameSource {
  public mutating func next(isInterrupted: @escaping () -> Bool) throws(CaptureError) -> Frame? { try next() }

  public var mayHaveMore: Bool { true }

  public var skippedFrameCount: Int { 0 }
}

/// Frames that are in memory.
public struct FrameList: FrameSource {
  private let images: [Image]
  private let framesPerSecond: Double?
  private var position = 0

  /// Takes pictures.
  ///
  /// - Parameter framesPerSecond: The rate of a scene; `nil` for pictures that have no times.
  public init(_ images: [Image], framesPerSecond: Double? = nil) {
    self.images = images
    self.framesPerSecond = framesPerSecond.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }

  public mutating func next() throws(CaptureError) -> Frame? {
    guard position < images.count else { return nil }
    defer { position += 1 }
    return Frame(
      images[position], index: position, seconds: framesPerSecond.map { Double(position) / $0 })
  }

  public var mayHaveMore: Bool { position < images.count }
}
