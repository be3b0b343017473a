import Capture
import Platform
import Policy

/// Frames that a program writes to its standard output, in any of the formats that `FrameStream` reads. The program is
/// started for the first frame and ended with the source.
public struct CommandFrames: FrameSource {
  private let command: [String]
  private let options: CaptureOptions
  private var running: Running?
  private var hasEnded = false

  private struct Running {
    /// Lives as long as its output is read.
    let program: RunningProgram
    var stream: FrameStream
  }

  /// Takes a program and its arguments; nothing runs yet.
  ///
  /// - Parameters:
  ///   - command: Program and arguments; the program is looked for in `PATH`. No shell is involved.
  ///   - options: Among others, how long the program may take for a frame.
  public init(_ command: [String], options: CaptureOptions = CaptureOptions()) {
    self.command = command
    self.options = options
  }

  public var mayHaveMore: Bool { !hasEnded }

  /// Frames that were passed over because they cannot be decoded.
  public private(set) var skippedFrameCount = 0

  public mutating func next() throws(CaptureError) -> Frame? {
    try next { false }
  }

  public mutating func next(isInterrupted: @escaping () -> Bool) throws(CaptureError) -> Frame? {
    guard !hasEnded else { return nil }
    do throws(CaptureError) {
      var current = try started()
      defer {
        skippedFrameCount = current.stream.skippedFrameCount
        running = current
      }
      if let frame = try current.stream.next(isInterrupted: isInterrupted) { return frame }
    } catch {
      guard error.isFinal else { throw error }
      end()
      throw explained(error)
    }
    end()
    return nil
  }

  private var name: String { command.first ?? "" }

  private mutating func end() {
    hasEnded = true
    running = nil
  }

  private func started() throws(CaptureError) -> Running {
    if let running { return running }
    let file = try Self.program(command)
    guard let file, let program = RunningProgram(file, command) else {
      throw .source(
        name: name, reason: "it cannot be started; check that the program is installed and may be run")
    }
    return Running(
      program: program,
      stream: FrameStream(descriptor: program.output, name: name, options: options))
  }

  /// The file of the program, which nobody else may have in their hands: whoever chooses it chooses the face.
  ///
  /// - Returns: `nil` where there is none.
  static func program(_ command: [String]) throws(CaptureError) -> Path? {
    guard let file = command.first.flatMap({ ProgramPath.find($0) }) else { return nil }
    do throws(OwnershipFault) {
      try Ownership().check(file)
    } catch {
      throw .untrusted(error)
    }
    return file
  }

  /// What helps is another thing than for a file.
  private func explained(_ error: CaptureError) -> CaptureError {
    switch error {
    case .empty: .silentProgram(name: name)
    case .unknownFormat: .unknownProgramOutput(name: name)
    default: error
    }
  }
}
