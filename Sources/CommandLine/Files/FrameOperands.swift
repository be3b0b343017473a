import Facelatch
import Platform

/// What the operands of a command stand for, in order: files, all pictures below folders, and standard input for `-`.
struct FrameOperands: Sendable {
  let files: [FrameFile]

  static let standardInput = Path("-")

  /// Looks at the operands.
  ///
  /// - Throws: A failure for whatever is not there, before anybody is asked or charged for anything.
  init(_ paths: [Path]) throws(Failure) {
    var walk = FolderWalk()
    var files: [FrameFile] = []
    for (position, path) in paths.enumerated() {
      if path == Self.standardInput {
        try Self.checkStandardInput(isTaken: files.contains { $0.place == .standardInput })
        files.append(FrameFile(.standardInput, position: position))
        continue
      }
      for input in walk.inputs(at: path) {
        if let failure = input.failure { throw failure }
        try InputFile.check(input.path)
        files.append(FrameFile(.path(input.path), position: position))
      }
    }
    self.files = files
  }

  var frames: Frames { .files(files) }

  var readStandardInput: Bool { files.contains { $0.place == .standardInput } }

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
