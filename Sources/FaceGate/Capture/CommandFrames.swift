import Imaging

/// Frames that a program writes to its standard output as JPEG or PNG pictures. The program is started for
/// the first frame and ended with the source.
public struct CommandFrames: FrameSource {
  private let command: [String]
  private let options: DecodingOptions
  private let patienceSeconds: Double
  private var program: RunningProgram?
  private var pending: [UInt8] = []
  private var hasEnded = false

  /// Most bytes of one picture.
  private static let pictureLimit = 64 << 20

  /// Takes a program and its arguments; nothing runs yet.
  ///
  /// - Parameters:
  ///   - command: Program and arguments; the program is looked for in `PATH`. No shell is involved.
  ///   - patienceSeconds: How long the program may take for a picture.
  public init(_ command: [String], options: DecodingOptions = DecodingOptions(), patienceSeconds: Double = 10)
  {
    self.command = command
    self.options = options
    self.patienceSeconds = patienceSeconds
  }

  public var mayHaveMore: Bool { !hasEnded }

  public mutating func next() throws(CaptureError) -> Image? {
    guard !hasEnded else { return nil }
    guard let picture = try nextPicture() else {
      hasEnded = true
      program = nil
      return nil
    }
    do throws(ImageError) {
      return try DecodedImage(decoding: picture, name: name, options: options).image
    } catch {
      throw .frame(reason: error.description)
    }
  }

  private var name: String { command.first ?? "" }

  /// The bytes of the next picture; nil at the end of the stream, where a part of a picture does not count.
  private mutating func nextPicture() throws(CaptureError) -> [UInt8]? {
    let program = try running()
    while true {
      switch PictureSplitter.cut(pending) {
      case .picture(let end):
        defer { pending.removeFirst(end) }
        return Array(pending[..<end])
      case .foreign:
        throw failure("it writes something else than JPEG or PNG pictures; for ffmpeg say -f mjpeg")
      case .incomplete:
        guard pending.count < Self.pictureLimit else { throw failure("a picture of it has no end") }
        switch program.read(patienceSeconds: patienceSeconds) {
        case .bytes(let more): pending += more
        case .end: return nil
        case .nothing:
          throw failure("it wrote no picture for \(Int(patienceSeconds)) s; is the camera in use?")
        }
      }
    }
  }

  private mutating func running() throws(CaptureError) -> RunningProgram {
    if let program { return program }
    guard let started = RunningProgram(command) else {
      throw failure("it cannot be started; check frames.command in the configuration")
    }
    program = started
    return started
  }

  private mutating func failure(_ reason: String) -> CaptureError {
    hasEnded = true
    program = nil
    return .source(reason: "\(PlainText.printable(name, limit: 200)): \(reason)")
  }
}
