import Imaging

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

  /// Whether the source can give no frame after this.
  public var isFinal: Bool {
    switch self {
    case .unreadable, .interrupted: false
    default: true
    }
  }
}

extension CaptureError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(_, let error): error.description
    case .picture(let error): error.description
    case .source(let name, let reason): "\(shown(name)): \(shown(reason))"
    case .silentProgram(let name):
      "\(shown(name)): it ended without writing a frame; run it in a terminal to see why"
    case .unknownProgramOutput(let name):
      "\(shown(name)): it writes something else than JPEG or PNG pictures, Y4M or AVI; for ffmpeg say"
        + " -f yuv4mpegpipe"
    case .empty(let name):
      "\(shown(name)): nothing in it; record it again"
    case .unknownFormat(let name, let looksLike):
      "\(shown(name)): \(looksLike.map { "is \($0)" } ?? "its content is something else"), not JPEG, PNG, MJPEG, AVI or"
        + " Y4M; convert it, for example with ffmpeg -i INPUT -c:v mjpeg -q:v 2 OUTPUT.avi"
    case .unsupported(let name, let variant, let cure):
      "\(shown(name)): \(shown(variant)) is not supported; \(cure)"
    case .truncated(let name, let frames):
      "\(shown(name)): cut off after \(count(frames)); record or copy it again"
    case .damaged(let name, let frames, let reason):
      "\(shown(name)): damaged after \(count(frames)) (\(shown(reason))); record or copy it again"
    case .tooLarge(let name, let frames, let reason):
      "\(shown(name)): after \(count(frames)) \(shown(reason)); shrink it or raise the limit"
    case .stalled(let name, let frames, let seconds):
      "\(shown(name)): no whole frame within \(rounded(seconds)) s after \(count(frames)); is the camera in use?"
    case .interrupted(let name):
      "\(shown(name)): interrupted"
    }
  }

  private func count(_ frames: Int) -> String { frames == 1 ? "1 frame" : "\(frames) frames" }

  private func rounded(_ seconds: Double) -> String {
    seconds < 1_000_000 && seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }

  /// The text with control characters made visible, so that a message stays on one line whatever a file is called
  /// or contains.
  private func shown(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.properties.generalCategory == .control {
        result += scalar.escaped(asASCII: true)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }
}
