import FaceGate

/// What happened while frames were read: the evaluator tells only what counts for its decision.
final class FrameWatch {
  /// Files that are no pictures.
  private(set) var failures: [Failure] = []
  /// Pictures that could be read.
  private(set) var decodedCount = 0
  /// Whether the last usable face looked at the camera.
  private(set) var isAttentive: Bool?
  private var readCount = 0
  private var bar: ProgressBar?

  init(bar: ProgressBar? = nil) {
    self.bar = bar
  }

  fileprivate func noteDecoded() {
    decodedCount += 1
    advance()
  }

  fileprivate func note(_ failure: Failure) {
    failures.append(failure)
    advance()
  }

  fileprivate func note(_ outcome: FaceReadingOutcome) {
    if case .template(_, _, let attentive) = outcome { isAttentive = attentive }
  }

  private func advance() {
    readCount += 1
    bar?.update(done: readCount)
  }

  func clearBar() { bar?.clear() }

  /// Whether nothing could be read of what was given as frames.
  var sawNothing: Bool { decodedCount == 0 && !failures.isEmpty }
}

/// Pictures as frames, decoded when they are asked for.
struct PictureFrames: FrameSource {
  private var inputs: ArraySlice<Input>
  private let decoder: PictureDecoder
  private let watch: FrameWatch

  init(_ inputs: [Input], decoder: PictureDecoder, watch: FrameWatch) {
    self.inputs = inputs[...]
    self.decoder = decoder
    self.watch = watch
  }

  var mayHaveMore: Bool { !inputs.isEmpty }

  mutating func next() throws(CaptureError) -> Image? {
    guard let input = inputs.popFirst() else { return nil }
    do throws(Failure) {
      let image = try decoder.decode(input).image
      watch.noteDecoded()
      return image
    } catch {
      watch.note(error)
      throw .frame(reason: error.line)
    }
  }

  /// What the operands of a command stand for, in order: pictures, and all pictures below folders.
  ///
  /// - Throws: A failure for whatever is not there, before anybody is asked or charged for anything.
  static func inputs(_ paths: [Path]) throws(Failure) -> [Input] {
    var walk = FolderWalk()
    var inputs: [Input] = []
    for path in paths {
      if isRecording(path) {
        throw Failure(
          path.description, cause: "recordings and standard input are not understood yet",
          cure: "give pictures, or a folder with them", exitCode: .unusableInput)
      }
      for input in walk.inputs(at: path) {
        if let failure = input.failure { throw failure }
        try FileReader.check(input.path)
        inputs.append(input)
      }
    }
    return inputs
  }

  private static func isRecording(_ path: Path) -> Bool {
    let text = path.text.lowercased()
    return text == "-" || [".mjpeg", ".mjpg", ".avi", ".y4m", ".mp4"].contains { text.hasSuffix($0) }
  }
}

/// The networks' view of a frame, watched.
struct WatchedReader: FaceReading {
  private var reader: AnalyzerReader
  private let watch: FrameWatch

  init(models: FaceModels, watch: FrameWatch) {
    self.init(AnalyzerReader(models: models), watch: watch)
  }

  /// Takes a reader whose networks are planned already.
  init(_ reader: AnalyzerReader, watch: FrameWatch) {
    self.reader = reader
    self.watch = watch
  }

  var modelHash: String { reader.modelHash }

  mutating func read(_ frame: Image) throws(FaceReadingError) -> FaceReadingOutcome {
    let outcome = try reader.read(frame)
    watch.note(outcome)
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

  mutating func read(_ frame: Image) throws(FaceReadingError) -> FaceReadingOutcome {
    throw FaceReadingError("there are no frames")
  }
}
