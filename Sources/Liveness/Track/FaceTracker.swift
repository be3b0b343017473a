import FaceAnalysis
import Findings
import Imaging

/// Follows the one face of a recording from frame to frame.
///
/// The mesh of one frame tells where the mesh network looks in the next; the detector runs only to find a face, to
/// find it again, and from time to time to see whether another one has come. Memory does not grow with the number of
/// frames. A tracker serves one thread at a time, and its copies share the networks' working memory.
public struct FaceTracker {
  /// How the face is followed.
  public let options: TrackerOptions

  private let analyzer: FaceAnalyzer
  private var followed: Face?
  private var lastTime: Double?
  private var trackNumber = 0
  private var lastSearch = 0.0
  private var strobe = StrobeFilter()
  private var rivalCount = 0

  /// How much of both boxes a face that was found again has to share with the one that was lost in the same frame.
  private static let leastOverlap = 0.5

  /// How far the middle of a face moves from one frame to the next at most, in sides of its box; what jumps farther is
  /// another face.
  private static let longestStep = 0.5

  /// Makes a tracker; networks load with the first frame.
  public init(models: FaceModels, options: TrackerOptions = TrackerOptions()) {
    self.options = options
    var analysis = options.analysis
    analysis.includesEyes = true
    analyzer = FaceAnalyzer(models: models, options: analysis)
  }

  /// Looks at the next frame.
  ///
  /// - Parameters:
  ///   - frame: The picture, upright.
  ///   - timeSeconds: When it was taken, on any clock. A time that is not later than the last one, and a gap that is too
  ///     long, begin a new track.
  /// - Returns: What the frame shows.
  /// - Throws: `ModelPackError` when a network cannot be loaded or does not fit its role.
  public mutating func observe(_ frame: Image, timeSeconds: Double) throws(ModelPackError) -> TrackedFrame {
    if let lastTime, !(timeSeconds > lastTime && timeSeconds - lastTime <= options.longestGapSeconds) {
      followed = nil
    }
    lastTime = timeSeconds.isFinite ? timeSeconds : nil
    if let face = followed,
      let brightness = strobe.darkness(of: frame, around: face, timeSeconds: timeSeconds)
    {
      return TrackedFrame(
        timeSeconds: timeSeconds, outcome: .unlit(brightness: brightness), trackNumber: trackNumber)
    }
    let outcome = try outcome(frame, timeSeconds)
    return TrackedFrame(timeSeconds: timeSeconds, outcome: outcome, trackNumber: trackNumber)
  }

  /// Ends the track: the face is followed further, under a new number.
  ///
  /// - Returns: The new number.
  mutating func endTrack() -> Int {
    trackNumber += 1
    return trackNumber
  }

  private mutating func outcome(
    _ frame: Image, _ timeSeconds: Double
  ) throws(ModelPackError) -> TrackedFrame.Outcome {
    guard let previous = followed else { return try found(in: frame, after: nil, timeSeconds) }
    guard let face = try analyzer.track(previous, in: frame), Self.isStep(from: previous, to: face) else {
      return try found(in: frame, after: previous, timeSeconds)
    }
    followed = face
    if timeSeconds - lastSearch >= options.searchSeconds {
      lastSearch = timeSeconds
      rivalCount = try analyzer.rivals(of: face, in: frame).count
    }
    return judged(face)
  }

  /// Searches the whole frame.
  private mutating func found(
    in frame: Image, after previous: Face?, _ timeSeconds: Double
  ) throws(ModelPackError) -> TrackedFrame.Outcome {
    lastSearch = timeSeconds
    rivalCount = 0
    followed = nil
    strobe = StrobeFilter()
    switch try analyzer.acquire(frame) {
    case .none: return .none
    case .tooSmall(let pixels): return .tooSmall(pixels: pixels)
    case .several(let faces): return .several(count: faces.count)
    case .face(let face), .poorQuality(let face, _):
      let isSame = previous.map { $0.box.overlap(with: face.box) >= Self.leastOverlap } ?? false
      if !isSame { trackNumber += 1 }
      followed = face
      // The filter takes this frame as lit.
      _ = strobe.darkness(of: frame, around: face, timeSeconds: timeSeconds)
      return judged(face)
    }
  }

  private func judged(_ face: Face) -> TrackedFrame.Outcome {
    if rivalCount > 0 { return .several(count: rivalCount + 1) }
    if face.quality.interEyeDistance < options.analysis.minimumInterEyeDistance {
      return .tooSmall(pixels: face.quality.interEyeDistance)
    }
    if face.quality.overall < options.analysis.minimumQuality {
      return .poorQuality(face, face.quality.reasons)
    }
    return .face(face)
  }

  private static func isStep(from previous: Face, to face: Face) -> Bool {
    let side = max(previous.box.width, previous.box.height)
    let step = previous.box.center.distance(to: face.box.center)
    let growth = face.box.area / max(previous.box.area, 1)
    return step <= longestStep * side && (0.5...2).contains(growth)
  }
}
