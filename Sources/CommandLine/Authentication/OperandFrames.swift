import Facelatch
import Glibc

/// The frames behind the operands of a command, opened when their turn comes: pictures, recordings, standard input.
struct OperandFrames: FrameSource {
  private var inputs: ArraySlice<Input>
  private let options: CaptureOptions
  private let watch: FrameWatch
  private var recording: Recording?

  private struct Recording {
    let path: Path
    var stream: FrameStream
  }

  static let standardInput = Path("-")

  init(_ inputs: [Input], options: CaptureOptions, watch: FrameWatch) {
    self.inputs = inputs[...]
    self.options = options
    self.watch = watch
  }

  var mayHaveMore: Bool { recording?.stream.mayHaveMore ?? false || !inputs.isEmpty }

  mutating func next() throws(CaptureError) -> Frame? {
    try next { false }
  }

  mutating func next(isInterrupted: @escaping () -> Bool) throws(CaptureError) -> Frame? {
    while true {
      if let current = recording {
        if let frame = try next(of: current, isInterrupted) { return frame }
        continue
      }
      guard let input = inputs.popFirst() else { return nil }
      do throws(Failure) {
        recording = try open(input)
        if recording == nil {
          let image = try PictureDecoder(options: options.decoding).decode(input).image
          watch.noteFrame(FrameOrigin(path: input.path))
          watch.noteFinished()
          return Frame(image)
        }
      } catch {
        throw noted(error, input.path)
      }
    }
  }

  // MARK: - Recordings

  private mutating func next(
    of current: Recording, _ isInterrupted: @escaping () -> Bool
  ) throws(CaptureError) -> Frame? {
    var current = current
    let skippedBefore = current.stream.skippedFrameCount
    defer { watch.noteSkipped(current.stream.skippedFrameCount - skippedBefore) }
    do throws(CaptureError) {
      if let frame = try current.stream.next(isInterrupted: isInterrupted) {
        watch.noteFrame(FrameOrigin(path: current.path, index: frame.index, seconds: frame.seconds))
        recording = current
        return frame
      }
      recording = nil
      watch.noteFinished()
      return nil
    } catch {
      guard error.isFinal else {
        recording = current
        throw error
      }
      recording = nil
      throw noted(Failure(cause: error.description, exitCode: .unusableInput), current.path)
    }
  }

  /// Other operands may follow one that is broken.
  private func noted(_ failure: Failure, _ path: Path) -> CaptureError {
    watch.note(failure, at: path)
    watch.noteFinished()
    return .frame(reason: failure.line)
  }

  /// - Returns: `nil` for a picture.
  private func open(_ input: Input) throws(Failure) -> Recording? {
    if input.path == Self.standardInput {
      return Recording(
        path: input.path,
        stream: FrameStream(descriptor: STDIN_FILENO, name: "standard input", options: options))
    }
    let descriptor = input.path.withCString { Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
    guard descriptor >= 0 else { throw .reading(input.path, errorNumber: errno) }
    guard Self.isRecording(descriptor) else {
      close(descriptor)
      return nil
    }
    return Recording(
      path: input.path,
      stream: FrameStream(
        descriptor: descriptor, name: input.path.description, closesDescriptor: true, options: options))
  }

  // MARK: - Operands

  /// What the operands of a command stand for, in order: files, all pictures below folders, and standard input for `-`.
  ///
  /// - Throws: A failure for whatever is not there, before anybody is asked or charged for anything.
  static func inputs(_ paths: [Path]) throws(Failure) -> [Input] {
    var walk = FolderWalk()
    var inputs: [Input] = []
    for path in paths {
      if path == standardInput {
        try checkStandardInput(isTaken: inputs.contains { $0.path == path })
        inputs.append(Input(path: path))
        continue
      }
      for input in walk.inputs(at: path) {
        if let failure = input.failure { throw failure }
        try FileReader.check(input.path)
        inputs.append(input)
      }
    }
    return inputs
  }

  /// Whether the frames show a scene in its order: a recording, or what a camera program writes.
  static func showSequence(_ inputs: [Input]) -> Bool {
    inputs.contains { input in
      if input.path == standardInput { return true }
      let descriptor = input.path.withCString { Glibc.open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      return isRecording(descriptor)
    }
  }

  private static func isRecording(_ descriptor: Int32) -> Bool {
    var status = stat()
    let isStream = fstat(descriptor, &status) == 0 && [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT)
    return isStream && !FrameStream.isPicture(descriptor)
  }

  private static func checkStandardInput(isTaken: Bool) throws(Failure) {
    guard !isTaken else { throw .usage("'-' is given twice", cure: "standard input can be read once") }
    guard isatty(STDIN_FILENO) == 0 else {
      throw Failure(
        "standard input", cause: "is a terminal",
        cure:
          "let a program write frames, for example ffmpeg -f v4l2 -i /dev/video0 -f yuv4mpegpipe - | facelatch …",
        exitCode: .unusableInput)
    }
  }
}
