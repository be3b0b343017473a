import Facelatch

/// Which frame it was, for reports.
struct FrameOrigin: Equatable {
  /// The file, or standard input.
  let path: Path
  /// Position in a recording, from 0; `nil` for a picture, and where a recording ended with an error.
  var index: Int?
  /// Time in a recording.
  var seconds: Double?

  /// `portrait.jpg`, or `standard input`.
  var source: String { path == OperandFrames.standardInput ? "standard input" : path.description }

  /// `portrait.jpg`, or `clip.avi, frame 18`.
  var description: String {
    source + (index.map { ", frame \(grouped($0 + 1))" } ?? "")
  }
}

/// What happened while frames were read: the evaluator tells only what counts for its decision.
final class FrameWatch {
  /// Frames in the order in which they were asked for, also those that could not be read.
  private(set) var origins: [FrameOrigin] = []
  /// Files that are no pictures and no recordings, or end too early.
  private(set) var failures: [Failure] = []
  /// Frames that could be read.
  private(set) var decodedCount = 0
  /// Frames of recordings that are damaged and were passed over.
  private(set) var skippedCount = 0
  /// Whether the last usable face looked at the camera.
  private(set) var isAttentive: Bool?
  /// What the last frame left known about life; `nil` before the first one.
  private(set) var liveness: EngineReader?
  private var finishedCount = 0
  private var bar: ProgressBar?

  init(bar: ProgressBar? = nil) {
    self.bar = bar
  }

  func noteFrame(_ origin: FrameOrigin) {
    origins.append(origin)
    decodedCount += 1
  }

  func note(_ failure: Failure, at path: Path) {
    origins.append(FrameOrigin(path: path))
    failures.append(failure)
  }

  func noteSkipped(_ count: Int) { skippedCount += count }

  /// A picture or recording is done with.
  func noteFinished() {
    finishedCount += 1
    bar?.update(done: finishedCount)
  }

  func note(_ outcome: FaceReadingOutcome) {
    if case .face(_, let inattention) = outcome { isAttentive = inattention == nil }
  }

  func note(_ reader: EngineReader) { liveness = reader }

  func clearBar() { bar?.clear() }

  /// Whether nothing could be read of what was given as frames.
  var sawNothing: Bool { decodedCount == 0 && !failures.isEmpty }
}
