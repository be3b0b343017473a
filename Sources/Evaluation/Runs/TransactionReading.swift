#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How a transaction ended.
package struct TransactionReading: CachedReading, Codable {
  /// Whether the person was let in by the face.
  package let isAccepted: Bool
  /// The score of the last face that was compared; nothing where none was.
  package let score: Double?
  /// The name of the error that an app would see; nothing after success.
  package let error: String?
  /// Frames that were looked at.
  package let frames: Int
  /// One sentence per thing that stood in the way.
  package let reasons: [String]

  init(isAccepted: Bool, score: Double?, error: String?, frames: Int, reasons: [String]) {
    self.isAccepted = isAccepted
    self.score = score
    self.error = error
    self.frames = frames
    self.reasons = reasons
  }

  package var bytes: [UInt8] {
    // A handful of plain values always encodes.
    (try? JSONEncoder().encode(self)).map { Array($0) } ?? []
  }

  package init?(_ bytes: some Collection<UInt8>) {
    guard let reading = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = reading
  }
}
