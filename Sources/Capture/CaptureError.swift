import Imaging
import Platform

/// Why a source gave no frame. Every description is one line: which source, what is wrong with it, and what helps.
///
/// `frames` is the number of whole frames that the source gave before.
public indirect enum CaptureError: Error, Sendable, Equatable {
  /// One file of several could not be read, or ends too early; the next call may give a frame of another one.
  case unreadable(FrameOrigin, CaptureError)

  /// A picture file could not be read.
  case picture(ImageError)

  /// The source cannot be opened, read or started.
  case source(name: String, reason: String)

  /// Another account could change the program that was to write frames, and would choose the face.
  case untrusted(OwnershipFault)

  /// A program that was to write frames ended without one.
  case silentProgram(name: String)

  /// A program that was to write frames writes something else.
  case unknownProgramOutput(name: String)

  /// There is not a single byte.
  case empty(name: String)

  /// The content is no kind of recording that can be read. `looksLike` says what it is when that is easily known.
  case unknownFormat(name: String, looksLike: String?)

  /// A variant of a known format that cannot be read.
  case unsupported(name: String, variant: String, cure: String)

  /// The content ends within a frame.
  case truncated(name: String, frames: Int)

  /// The content contradicts the rules of its format, and nothing behind this place can be understood.
  case damaged(name: String, frames: Int, reason: String)

  /// A frame is larger than the limits allow.
  case tooLarge(name: String, frames: Int, reason: String)

  /// No whole frame came in time.
  case stalled(name: String, frames: Int, seconds: Double)

  /// Whoever waited does not want the frame any more.
  case interrupted(name: String)

  /// The file that it is about; `nil` where the whole source is meant.
  public var origin: FrameOrigin? {
    guard case .unreadable(let origin, _) = self else { return nil }
    return origin
  }

  /// Whether the source can give no frame after this.
  public var isFinal: Bool {
    switch self {
    case .unreadable, .interrupted: false
    default: true
    }
  }
}

extension CaptureError: CustomStringConvertible {
  public var description: String { subject.map { "\(printable($0)): \(reason)" } ?? reason }

  /// What the source is called; `nil` where it has no name.
  public var subject: String? {
    switch self {
    case .unreadable(_, let error): error.subject
    case .picture(let error): error.subject
    case .untrusted(let fault): fault.path.text
    case .source(let name, _), .silentProgram(let name), .unknownProgramOutput(let name), .empty(let name),
      .unknownFormat(let name, _), .unsupported(let name, _, _), .truncated(let name, _),
      .damaged(let name, _, _), .tooLarge(let name, _, _), .stalled(let name, _, _), .interrupted(let name):
      name
    }
  }

  /// What is wrong and what helps, without the name of the source.
  public var reason: String {
    switch self {
    case .unreadable(_, let error): error.reason
    case .picture(let error): error.reason
    case .source(_, let reason): printable(reason)
    case .untrusted(let fault): fault.reason
    case .silentProgram:
      "it ended without writing a frame; run it in a terminal to see why"
    case .unknownProgramOutput:
      "it writes something else than JPEG or PNG pictures, Y4M or AVI; for ffmpeg say"
        + " -f yuv4mpegpipe"
    case .empty:
      "nothing in it; record it again"
    case .unknownFormat(_, let looksLike):
      "\(looksLike.map { "is \($0)" } ?? "its content is something else"), not JPEG, PNG, MJPEG, AVI or"
        + " Y4M; convert it, for example with ffmpeg -i INPUT -c:v mjpeg -q:v 2 OUTPUT.avi"
    case .unsupported(_, let variant, let cure):
      "\(printable(variant)) is not supported; \(cure)"
    case .truncated(_, let frames):
      "cut off after \(count(frames)); record or copy it again"
    case .damaged(_, let frames, let reason):
      "damaged after \(count(frames)) (\(printable(reason))); record or copy it again"
    case .tooLarge(_, let frames, let reason):
      "after \(count(frames)) \(printable(reason)); shrink it or raise the limit"
    case .stalled(_, let frames, let seconds):
      "no whole frame within \(rounded(seconds)) s after \(count(frames)); is the camera in use?"
    case .interrupted:
      "interrupted"
    }
  }

  private func count(_ frames: Int) -> String { frames == 1 ? "1 frame" : "\(frames) frames" }

  private func rounded(_ seconds: Double) -> String {
    seconds < 1_000_000 && seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }
}
