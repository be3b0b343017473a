import Capture
import Matching
import Platform
import Store

/// What became of one frame of an enrolment.
public struct EnrolmentFrame: Sendable, Equatable {
  public enum Verdict: Sendable, Equatable {
    /// Its template was kept.
    case kept
    /// It was good, but others say the same or say it better.
    case spare
    /// It was not good enough, and why.
    case rejected(Obstacle)
  }

  /// Position among the frames, from 1.
  public var number: Int

  /// The file that it is from; `nil` where it is from none.
  public var origin: FrameOrigin?

  public var verdict: Verdict

  public init(number: Int, origin: FrameOrigin? = nil, verdict: Verdict) {
    self.number = number
    self.origin = origin
    self.verdict = verdict
  }
}

/// How an enrolment went.
public struct EnrolmentReport: Sendable, Equatable {
  /// Another person whose face is so alike that one may be taken for the other.
  public struct Resemblance: Sendable, Equatable {
    public var user: String
    /// The highest score of the new look with that person's.
    public var score: Score
  }

  public var frames: [EnrolmentFrame]
  /// Frames of recordings that were passed over because they are damaged.
  public var skippedFrames: Int
  /// The look that was enrolled.
  public var label: String
  /// Templates that were kept.
  public var templates: Int
  /// Whether a look of the same label was replaced.
  public var replaced: Bool
  /// Looks that are enrolled now.
  public var appearances: Int
  /// People whose faces are too alike, most alike first.
  public var resemblances: [Resemblance]

  /// One sentence for each resemblance.
  public var warnings: [String] {
    resemblances.map {
      "This face is so like the one of \"\(printable($0.user, limit: 40))\" (score \($0.score)) that either"
        + " may be let in for the other; rely on the passcode."
    }
  }
}

/// Why a face was not enrolled.
public enum EnrolmentError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The passcode is missing or was not given.
  case passcode(PasscodeError)
  /// Too few frames show a usable face.
  case tooFewFrames(usable: Int, needed: Int, frames: [EnrolmentFrame], skippedFrames: Int)
  /// The frames with these numbers show another person than most frames do.
  case severalPeople(frameNumbers: [Int], frames: [EnrolmentFrame])
  /// All looks that a person may have are there; one has to be replaced or removed.
  case tooManyAppearances(limit: Int, labels: [String])
  /// No look has this label.
  case unknownAppearance(label: String, labels: [String])
  /// The label is empty, too long, holds characters that cannot be printed, or begins or ends with a blank.
  case invalidLabel(String)
  /// The engine does not work.
  case engine(EngineFailure)
  case store(StoreError)

  public var description: String {
    switch self {
    case .passcode(let error): return error.description
    case .tooFewFrames(let usable, let needed, let frames, _):
      var obstacles: [Obstacle] = []
      for case .rejected(let obstacle) in frames.map(\.verdict) { obstacles.note(obstacle) }
      let details =
        obstacles.isEmpty
        ? "there is no frame" : obstacles.prefix(4).map(\.description).joined(separator: " ")
      return "\(usable) of \(frames.count) frames show a usable face, \(needed) are needed: \(details)"
    case .severalPeople(let numbers, _):
      let list = numbers.prefix(10).map(String.init).joined(separator: ", ")
      return
        "frame \(list) shows another person than the others, or one that is not recognisable; use frames of one"
        + " person alone"
    case .tooManyAppearances(let limit, let labels):
      return
        "\(limit) appearances are enrolled already (\(Self.list(labels))); use one of these labels to replace it"
    case .unknownAppearance(let label, let labels):
      return "no appearance \"\(printable(label, limit: 40))\"; enrolled are: \(Self.list(labels))"
    case .invalidLabel(let label):
      return
        "\"\(printable(label, limit: 40))\" is no label: 1 to 255 bytes without control characters, and"
        + " without blanks at the ends, are expected"
    case .engine(let failure): return failure.description
    case .store(let error): return error.description
    }
  }

  private static func list(_ labels: [String]) -> String {
    labels.isEmpty
      ? "none" : labels.map { "\"\(printable($0, limit: 40))\"" }.joined(separator: ", ")
  }
}
