import Imaging

/// Why a source gave no frame.
public enum CaptureError: Error, Sendable, Equatable, CustomStringConvertible {
  /// One frame could not be read; the next call may give another one.
  case frame(reason: String)
  /// The source gives no more frames.
  case source(reason: String)

  public var description: String {
    switch self {
    case .frame(let reason), .source(let reason): reason
    }
  }
}

/// Where frames come from: a picture, a folder, a recording, a camera.
public protocol FrameSource {
  /// The next frame, upright.
  ///
  /// - Returns: Nothing at the end.
  mutating func next() throws(CaptureError) -> Image?

  /// Whether another call could give a frame; `true` where only trying can tell.
  var mayHaveMore: Bool { get }
}

extension FrameSource {
  public var mayHaveMore: Bool { true }
}

/// Frames that are in memory.
public struct FrameList: FrameSource {
  private var frames: ArraySlice<Image>

  public init(_ frames: [Image]) {
    self.frames = frames[...]
  }

  public mutating func next() throws(CaptureError) -> Image? { frames.popFirst() }

  public var mayHaveMore: Bool { !frames.isEmpty }
}
