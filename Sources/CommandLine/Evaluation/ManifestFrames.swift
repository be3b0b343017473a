import Evaluation
import Facelatch

/// The frames behind the paths of a manifest, one path after the other; remembers where they came from.
struct ManifestFrames: FrameSource {
  /// What is known of the paths so far; for one thread at a time.
  final class Record {
    fileprivate(set) var places: [FramePlace] = []
    fileprivate(set) var unreadable: [Int: String] = [:]
  }

  private struct Part {
    var frames: OperandFrames
    let watch: FrameWatch
    /// Whether the path stands for one picture, so that its frame needs no number.
    let isPicture: Bool
    var count = 0
  }

  private let inputs: [[Input]]
  private let options: CaptureOptions
  private let record: Record
  /// The path whose turn it is.
  private var position = -1
  private var part: Part?

  private init(_ inputs: [[Input]], options: CaptureOptions, record: Record) {
    self.inputs = inputs
    self.options = options
    self.record = record
  }

  /// Opens paths, relative ones from `root`.
  static func open(_ paths: [Path], root: Path?, options: CaptureOptions) -> OpenedFrames<ManifestFrames> {
    let inputs = paths.map { Self.inputs($0, root: root) }
    let record = Record()
    return OpenedFrames(
      frames: ManifestFrames(inputs, options: options, record: record),
      isSequence: OperandFrames.showSequence(inputs.flatMap { $0 }),
      places: { record.places }, unreadable: { record.unreadable })
  }

  /// The files behind a path: itself, or the pictures of a folder.
  static func inputs(_ path: Path, root: Path?) -> [Input] {
    // A lone dash is a file like any other here.
    let path = path == OperandFrames.standardInput ? Path("./-") : path
    var walk = FolderWalk()
    return walk.inputs(at: path.resolved(against: root))
  }

  var mayHaveMore: Bool { part?.frames.mayHaveMore ?? false || position + 1 < inputs.count }

  mutating func next() throws(CaptureError) -> Frame? { try next { false } }

  mutating func next(isInterrupted: @escaping () -> Bool) throws(CaptureError) -> Frame? {
    while true {
      if var current = part {
        part = nil
        do throws(CaptureError) {
          guard let frame = try current.frames.next(isInterrupted: isInterrupted) else {
            noteEnd(current)
            continue
          }
          note(&current)
          return timed(frame)
        } catch {
          note(&current)
          throw error
        }
      }
      guard position + 1 < inputs.count else { return nil }
      position += 1
      let watch = FrameWatch()
      let frames = OperandFrames(inputs[position], options: options, watch: watch)
      let isPicture = inputs[position].count == 1 && !OperandFrames.showSequence(inputs[position])
      part = Part(frames: frames, watch: watch, isPicture: isPicture)
    }
  }

  /// Pictures one after the other have the rate that was asked for.
  private func timed(_ frame: Frame) -> Frame {
    guard frame.seconds == nil, options.framesPerSecond > 0 else { return frame }
    let number = record.places.count - 1
    return Frame(frame.image, index: number, seconds: Double(number) / options.framesPerSecond)
  }

  private mutating func note(_ current: inout Part) {
    record.places.append(FramePlace(file: position, frame: current.isPicture ? nil : current.count))
    current.count += 1
    part = current
    noteEnd(current)
  }

  /// A path that gave no frame at all cannot be read; one that gave some may be cut off.
  private func noteEnd(_ current: Part) {
    if current.watch.sawNothing, let failure = current.watch.failures.first {
      record.unreadable[position] = failure.reason
    } else {
      record.unreadable[position] = nil
    }
  }
}
