import Facelatch

/// The networks' view of a frame, watched.
struct WatchedReader: FaceReading {
  private var reader: EngineReader
  private let watch: FrameWatch

  init(_ reader: EngineReader, watch: FrameWatch) {
    self.reader = reader
    self.watch = watch
  }

  var modelHash: String { reader.modelHash }

  mutating func begin() { reader.begin() }

  var liveness: LivenessReading { reader.liveness }

  var track: Int { reader.track }

  mutating func template() throws(FaceReadingError) -> FaceTemplate? { try reader.template() }

  mutating func read(_ frame: Frame) throws(FaceReadingError) -> FaceReadingOutcome {
    let outcome = try reader.read(frame)
    watch.note(outcome)
    watch.note(reader)
    return outcome
  }
}

/// Stands where no frames are given: the passcode alone counts.
struct NoReader: FaceReading {
  let modelHash: String

  /// Takes over the model of the enrolment, which is not to blame when no face is looked at.
  init(enrolledIn record: UserRecord?) {
    modelHash = record?.appearances.first?.templates.first?.modelHash ?? ""
  }

  mutating func read(_ frame: Frame) throws(FaceReadingError) -> FaceReadingOutcome {
    throw FaceReadingError("there are no frames")
  }

  mutating func template() throws(FaceReadingError) -> FaceTemplate? { nil }
}
