import FaceAnalysis
import Imaging

/// Tells whether frames come in the order in which they were taken: a face in the next frame is near to where it was in the
/// one before, and in frames that were shuffled, or in stills one after the other, it is anywhere.
///
/// The measure is the mean square of successive differences over the variance: 2 for values in no order, less the smoother
/// they run (J. von Neumann, "Distribution of the ratio of the mean square successive difference to the variance", 1941). It
/// is the mean over what has moved enough to tell, of the head's direction, its place and its size: one alone may be a hand that
/// shakes the camera.
struct FrameOrder: Sendable {
  private struct Moment: Sendable {
    let timeSeconds: Double
    /// Yaw and pitch in degrees; the place between the eyes and the logarithm of their distance, in distances between them.
    let values: SIMD8<Double>
  }

  private var moments = RingBuffer<Moment>(capacity: 512)

  /// How much of each value is noise of the mesh.
  private static let noise = SIMD8(0.35, 0.5, 0.006, 0.006, 0.006, 1, 1, 1)
  private static let valueCount = 5

  /// How far back frames count, in seconds.
  private static let windowSeconds = 3.0

  /// The range of a value over its noise from which on its order can be told.
  private static let leastRange = 8.0

  /// Fewest moments whose order can be told.
  private static let leastCount = 7

  /// Above this ratio frames come in no order.
  private static let largestRatio = 1.4

  /// Takes the next frame; one in which nothing has moved since the last is none of its own.
  mutating func observe(_ face: Face, timeSeconds: Double) {
    let eyes = face.mesh.fivePoints
    let distance = eyes.leftEye.distance(to: eyes.rightEye)
    guard distance > 0 else { return }
    let middle = eyes.leftEye.middle(to: eyes.rightEye) * (1 / distance)
    let moment = Moment(
      timeSeconds: timeSeconds,
      values: SIMD8(
        face.pose.yaw, face.pose.pitch, middle.x, middle.y, Mathematics.logarithm(distance), 0, 0, 0))
    if let last = moments.last, Self.isSame(last.values, moment.values) { return }
    moments.append(moment)
  }

  mutating func removeAll() { moments.removeAll() }

  /// Whether the last seconds are in an order; `nil` where too little moves to tell.
  var isInOrder: Bool? {
    guard let end = moments.last?.timeSeconds else { return nil }
    let values = moments.elements.filter { end - $0.timeSeconds <= Self.windowSeconds }.map(\.values)
    guard values.count >= Self.leastCount, var low = values.first else { return nil }
    var high = low
    for value in values {
      low = pointwiseMin(low, value)
      high = pointwiseMax(high, value)
    }
    let range = (high - low) / Self.noise
    let moved = (0..<Self.valueCount).filter { range[$0] >= Self.leastRange }
    guard !moved.isEmpty else { return nil }
    let sum = moved.reduce(0) { sum, index in sum + Self.ratio(values.map { $0[index] }) }
    return sum / Double(moved.count) <= Self.largestRatio
  }

  private static func isSame(_ one: SIMD8<Double>, _ other: SIMD8<Double>) -> Bool {
    (0..<valueCount).allSatisfy { abs(one[$0] - other[$0]) < noise[$0] }
  }

  /// The mean square of successive differences over the variance.
  static func ratio(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let steps = zip(values, values.dropFirst()).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    return squares > 0 ? steps / squares : 0
  }
}
