import Capture
import Formats

/// A frame by its place: in which file it is, and where in a recording.
package struct FramePlace: Hashable, Sendable, Codable {
  /// A position in a list of files.
  package let file: Int
  /// Position in a recording or folder, from 0; `nil` for a picture.
  package let frame: Int?

  package init(file: Int, frame: Int?) {
    self.file = file
    self.frame = frame
  }
}

/// The frames behind some files, as the program reads them, and what is known of the files once frames were read.
package struct OpenedFrames<Frames: FrameSource> {
  package let frames: Frames
  /// Whether they show a scene in its order.
  package let isSequence: Bool
  /// Where the frames came from that were asked for so far, in their order, also those that could not be read.
  package let places: () -> [FramePlace]
  /// Files that gave no frame when their turn came, by their positions: one line each.
  package let unreadable: () -> [Int: String]

  package init(
    frames: Frames, isSequence: Bool, places: @escaping () -> [FramePlace],
    unreadable: @escaping () -> [Int: String]
  ) {
    self.frames = frames
    self.isSequence = isSequence
    self.places = places
    self.unreadable = unreadable
  }
}

/// Leaves some frames out, by their numbers from 1.
struct FramesWithout<Frames: FrameSource>: FrameSource {
  private var frames: Frames
  private let leftOut: Set<Int>
  private var number = 0

  init(_ frames: Frames, leftOut: Set<Int>) {
    self.frames = frames
    self.leftOut = leftOut
  }

  mutating func next() throws(CaptureError) -> Frame? {
    while true {
      number += 1
      let frame = try frames.next()
      if frame == nil || !leftOut.contains(number) { return frame }
    }
  }

  var mayHaveMore: Bool { frames.mayHaveMore }

  /// The number among all frames of each frame by its number among those that are left; `count` of them.
  static func numbers(leftOut: Set<Int>, upTo count: Int) -> [Int] {
    (1...max(1, count + leftOut.count)).filter { !leftOut.contains($0) }
  }
}
