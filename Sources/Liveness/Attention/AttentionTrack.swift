import FaceAnalysis
import Findings

/// Attention over the last second of a track: a blink or a glance does not end it.
public struct AttentionTrack: Sendable {
  private struct Moment: Sendable {
    let timeSeconds: Double
    let reasons: [Inattention]
  }

  private var moments = RingBuffer<Moment>(capacity: 256)
  private var trackNumber: Int?

  /// How far back frames count, in seconds.
  private static let windowSeconds = 1.0

  public init() {}

  /// Takes the next frame. Frames without a face that counts are passed over; another track begins anew.
  public mutating func observe(_ frame: TrackedFrame) {
    guard let attention = frame.face?.attention else { return }
    if frame.trackNumber != trackNumber {
      trackNumber = frame.trackNumber
      moments.removeAll()
    }
    moments.append(Moment(timeSeconds: frame.timeSeconds, reasons: attention.reasons))
  }

  /// The share of frames in which the person attended to the camera, 0…1; `nil` before the first frame.
  public var share: Double? {
    let recent = recent
    guard !recent.isEmpty else { return nil }
    return Double(recent.count { $0.reasons.isEmpty }) / Double(recent.count)
  }

  /// Whether the person attends: in at least half of the frames.
  public var isAttentive: Bool { (share ?? 0) >= 0.5 }

  /// What most often kept the person from being attentive; `nil` when nothing did.
  public var mainReason: Inattention? {
    var counts: [Inattention: Int] = [:]
    for moment in recent { for reason in moment.reasons { counts[reason, default: 0] += 1 } }
    return counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
  }

  private var recent: [Moment] {
    guard let last = moments.last else { return [] }
    return moments.elements.filter { last.timeSeconds - $0.timeSeconds <= Self.windowSeconds }
  }
}
