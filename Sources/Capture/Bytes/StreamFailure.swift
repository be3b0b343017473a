/// Why nothing more can be read of a stream; `FrameStream` adds its name and the number of frames.
enum StreamFailure: Error, Equatable {
  case empty
  case unknownFormat(looksLike: String?)
  case unsupported(variant: String, cure: String)
  case truncated
  case damaged(String)
  case tooLarge(String)
  case unreadable(String)
  case stalled(seconds: Double)
  case interrupted

  func captureError(name: String, frames: Int) -> CaptureError {
    switch self {
    case .empty: .empty(name: name)
    case .unknownFormat(let looksLike): .unknownFormat(name: name, looksLike: looksLike)
    case .unsupported(let variant, let cure): .unsupported(name: name, variant: variant, cure: cure)
    case .truncated: .truncated(name: name, frames: frames)
    case .damaged(let reason): .damaged(name: name, frames: frames, reason: reason)
    case .tooLarge(let reason): .tooLarge(name: name, frames: frames, reason: reason)
    case .unreadable(let reason):
      .source(name: name, reason: "cannot be read (\(reason)); copy or record it again")
    case .stalled(let seconds): .stalled(name: name, frames: frames, seconds: seconds)
    case .interrupted: .interrupted(name: name)
    }
  }
}
