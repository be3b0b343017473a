import Capture
import Facelatch
import Findings

/// Reads frames as another reader does, and notes what the evaluator does not tell.
struct ObservedReader<Reader: FaceReading>: FaceReading {
  /// What was noted; for one thread at a time.
  final class Notes {
    /// Whether a frame of this try showed a face that did not attend to the camera.
    fileprivate(set) var sawInattention = false
  }

  private var reader: Reader
  private let notes: Notes

  init(_ reader: Reader, notes: Notes) {
    self.reader = reader
    self.notes = notes
  }

  var modelHash: String { reader.modelHash }

  var liveness: LivenessReading { reader.liveness }

  var track: Int { reader.track }

  mutating func begin() {
    notes.sawInattention = false
    reader.begin()
  }

  mutating func read(_ frame: Frame) throws(FaceReadingError) -> FaceReadingOutcome {
    let outcome = try reader.read(frame)
    if case .face(_, inattention: .some) = outcome { notes.sawInattention = true }
    return outcome
  }

  mutating func template() throws(FaceReadingError) -> FaceTemplate? { try reader.template() }
}
