import Capture

/// The frames that somebody named, being read.
package enum OpenedFrames: FrameSource {
  case files(FrameFiles)
  case command(CommandFrames)
  case list(FrameList)
  /// The source cannot be opened; the error stands in the place of its first frame.
  case broken(CaptureError)

  /// Opens frames; files open when their turn comes, a program starts with the first frame.
  ///
  /// - Parameter finished: Told how many files are done with, each time that one is.
  package init(
    _ frames: Frames, options: CaptureOptions, finished: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    switch frames {
    case .files(let files): self = .files(FrameFiles(files: files, options: options, finished: finished))
    case .command(let command): self = .command(CommandFrames(command, options: options))
    case .pictures(let images): self = .list(FrameList(images))
    case .sequence(let images, let rate): self = .list(FrameList(images, framesPerSecond: rate))
    case .folder(let path):
      do throws(CaptureError) {
        self = .files(try FrameFiles(folder: path, options: options))
      } catch {
        self = .broken(error)
      }
    }
  }

  package var mayHaveMore: Bool {
    switch self {
    case .files(let files): files.mayHaveMore
    case .command(let frames): frames.mayHaveMore
    case .list(let frames): frames.mayHaveMore
    case .broken: false
    }
  }

  package var skippedFrameCount: Int {
    switch self {
    case .files(let files): files.skippedFrameCount
    case .command(let frames): frames.skippedFrameCount
    case .list, .broken: 0
    }
  }

  package mutating func next() throws(CaptureError) -> Frame? {
    try next { false }
  }

  package mutating func next(isInterrupted: @escaping () -> Bool) throws(CaptureError) -> Frame? {
    switch self {
    case .files(var files):
      defer { self = .files(files) }
      return try files.next(isInterrupted: isInterrupted)
    case .command(var frames):
      defer { self = .command(frames) }
      return try frames.next(isInterrupted: isInterrupted)
    case .list(var frames):
      defer { self = .list(frames) }
      return try frames.next(isInterrupted: isInterrupted)
    case .broken(let error): throw error
    }
  }
}
