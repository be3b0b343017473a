import Capture
import Findings
import Imaging
import Platform

/// Where the frames of an evaluation or an enrolment come from.
public enum Frames: Sendable, Equatable {
  /// Pictures and recordings (MJPEG, AVI with MJPG, Y4M) in their order, told apart by their content.
  case files([FrameFile])

  /// All pictures and recordings of a folder, in natural order of their names.
  case folder(Path)

  /// A program and its arguments, which writes frames to its standard output in any format that `FrameStream` reads. No
  /// shell is involved.
  case command([String])

  /// Pictures in memory, each for itself.
  case pictures([Image])

  /// Pictures in memory that show one scene in its order.
  case sequence([Image], framesPerSecond: Double)

  /// A picture or a recording.
  public static func file(_ path: Path) -> Frames { .files([path]) }

  /// A picture.
  public static func picture(_ path: Path) -> Frames { .files([path]) }

  /// A recording: MJPEG, AVI with MJPG, Y4M.
  public static func recording(_ path: Path) -> Frames { .files([path]) }

  /// Pictures and recordings in their order.
  public static func files(_ paths: [Path]) -> Frames {
    .files(paths.enumerated().map { FrameFile(.path($1), position: $0) })
  }

  /// What another program writes to standard input, in any format that `FrameStream` reads.
  public static var standardInput: Frames { .files([FrameFile(.standardInput, position: 0)]) }

  /// Whether the frames show one scene in its order, as a recording or a camera does, and are not single pictures.
  public var showSequence: Bool {
    switch self {
    case .command, .sequence: true
    case .folder, .pictures: false
    case .files(let files): files.contains { $0.showsSequence }
    }
  }

  /// The most that a comparison with a face of these frames can be worth: pictures that are each for itself show no motion.
  public var highestAssurance: Assurance {
    switch self {
    case .command, .sequence, .folder: .challenge
    case .pictures: .picture
    case .files(let files): files.count > 1 || showSequence ? .challenge : .picture
    }
  }

  /// Whether there is something to read frames from, without reading any.
  public var arePresent: Bool {
    switch self {
    case .files(let files):
      files.contains { file in
        switch file.place {
        case .standardInput: true
        case .path(let path): path.withCString { access($0, R_OK) } == 0
        }
      }
    case .folder(let path): path.withCString { access($0, R_OK | X_OK) } == 0
    case .command(let command): command.first.flatMap { ProgramPath.find($0) } != nil
    case .pictures(let images), .sequence(let images, _): !images.isEmpty
    }
  }
}
