import FaceAnalysis
import Findings
import Imaging

/// Tells from neighbouring frames whether they follow from each other: a camera's do, those of a slideshow or of a recording
/// that was cut and shuffled do not. A recording that runs backwards is continuous and is not told.
struct FrameContinuity: Sendable {
  /// How a frame follows from the one before.
  enum Step: Sendable {
    /// There is none before, or too long before.
    case first
    /// As the next moment of one scene.
    case continuous
    /// To the last pixel the same.
    case repeated
    /// As one of another moment.
    case jump
  }

  private struct Shot: Sendable {
    let timeSeconds: Double
    let track: Int
    let image: Image
    let crop: GrayPlane<Float>
  }

  private struct Taken: Sendable {
    let timeSeconds: Double
    let step: Step
  }

  private var last: Shot?
  private var order = FrameOrder()

  /// How much the last neighbours differ, without a gap, the newest last; at most three.
  private var differences: [Double] = []
  private var repeats = 0
  private var taken = RingBuffer<Taken>(capacity: 512)

  /// Longest time between neighbours in seconds: in a longer one a face may do anything.
  private static let longestSeconds = 0.11

  /// Above this mean difference of the crops of neighbours, in units of the local contrast, nothing links them.
  private static let largestDifference = 0.35

  /// From which difference on a single step stands out from those before and after it, and by how many times: a face that
  /// moves fast does so for longer than one frame.
  private static let leastStandout = 0.12
  private static let standoutShare = 3.0

  /// Below this difference frames are the same picture.
  private static let leastDifference = 1e-4

  /// How far back steps are counted, in seconds.
  private static let windowSeconds = 3.0

  /// Jumps in the window from which on the frames are not taken for those of one scene: a camera may have a single one.
  private static let leastJumps = 2

  /// How much is smoothed, in pixels of the crop: the mesh shakes by about as much.
  private static let sigma: Float = 2

  private static let pixels: [Int] = (0..<FaceWindow.width * FaceWindow.height).filter {
    FaceWindow.counts(FaceWindow.onFace(column: $0 % FaceWindow.width, row: $0 / FaceWindow.width))
  }

  /// Takes the next frame with a face.
  mutating func observe(_ face: Face, in image: Image, track: Int, timeSeconds: Double) -> Step {
    guard let toImage = FaceWindow.toImage(face.mesh) else { return .first }
    let crop = FaceWindow.normalizedCrop(image, toImage: toImage).smoothed(sigma: Self.sigma)
    let shot = Shot(timeSeconds: timeSeconds, track: track, image: image, crop: crop)
    if last?.track != track { order.removeAll() }
    let isSamePicture = last?.image == image
    // What the mesh makes of the same picture once more is noise, and has no order.
    if !isSamePicture { order.observe(face, timeSeconds: timeSeconds) }
    let step = step(to: shot, isSamePicture: isSamePicture)
    last = shot
    taken.append(Taken(timeSeconds: timeSeconds, step: step))
    return step
  }

  /// What the last seconds lack; `nil` for those of one scene that moves.
  var reason: LivenessReason? {
    guard let end = taken.last?.timeSeconds else { return nil }
    let recent = taken.elements.filter { end - $0.timeSeconds <= Self.windowSeconds }
    if recent.count(where: { $0.step == .jump }) >= Self.leastJumps || order.isInOrder == false {
      return .framesJump
    }
    return 2 * recent.count(where: { $0.step == .repeated }) > recent.count ? .framesRepeat : nil
  }

  private mutating func step(to shot: Shot, isSamePicture: Bool) -> Step {
    guard let last, last.track == shot.track, shot.timeSeconds - last.timeSeconds <= Self.longestSeconds
    else {
      differences.removeAll()
      return .first
    }
    let difference = isSamePicture ? 0 : Self.difference(last.crop, shot.crop)
    guard difference < Self.leastDifference else {
      repeats = 0
      differences = differences.suffix(2) + [difference]
      return difference > Self.largestDifference || standsOut ? .jump : .continuous
    }
    // Cameras give a frame twice in the dark; from the third on the picture stands still.
    repeats += 1
    guard repeats > 1 else { return .repeated }
    differences = differences.suffix(2) + [0]
    return standsOut ? .jump : .repeated
  }

  /// Whether the step before the last one is far larger than its neighbours, as from one still to the next.
  private var standsOut: Bool {
    guard differences.count == 3, differences[1] >= Self.leastStandout else { return false }
    return differences[1] > Self.standoutShare * max(differences[0], differences[2])
  }

  private static func difference(_ one: GrayPlane<Float>, _ other: GrayPlane<Float>) -> Double {
    var sum: Float = 0
    for index in pixels { sum += min(1, abs(one.values[index] - other.values[index])) }
    return Double(sum) / Double(pixels.count)
  }
}
