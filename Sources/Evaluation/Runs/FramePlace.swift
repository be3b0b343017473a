import Capture

/// A frame by its place: in which file it is, and where in a recording or folder.
package struct FramePlace: Hashable, Sendable {
  /// A position in a list of files.
  package let file: Int
  /// Position in a recording or folder, from 0; `nil` for a picture.
  package let frame: Int?

  package init(file: Int, frame: Int?) {
    self.file = file
    self.frame = frame
  }

  /// The place of a frame.
  ///
  /// - Parameter files: The files that were read, those of one folder at one position.
  init(_ origin: FrameOrigin, among files: [FrameFile]) {
    let siblings = files.filter { $0.position == origin.file }
    let position = siblings.count > 1 ? siblings.firstIndex { $0.name == origin.name } : nil
    self.init(file: origin.file, frame: origin.index ?? position)
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

  var skippedFrameCount: Int { frames.skippedFrameCount }

  /// The number among all frames of each frame by its number among those that are left; `count` of them.
  static func numbers(leftOut: Set<Int>, upTo count: Int) -> [Int] {
    (1...max(1, count + leftOut.count)).filter { !leftOut.contains($0) }
  }
}
