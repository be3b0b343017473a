import FaceAnalysis
import Imaging

/// What is measured in every picture of a data set.
package protocol Measurement: Sendable {
  associatedtype Reading: CachedReading
  associatedtype Instrument: MeasuringInstrument where Instrument.Reading == Reading

  /// Everything besides the picture that a reading depends on, in words: networks, options, program.
  var fingerprint: String { get }

  /// How pictures are decoded.
  var decoding: DecodingOptions { get }

  /// What one worker measures with.
  func makeInstrument() -> Instrument
}

/// Measures one picture after the other; serves one thread at a time.
package protocol MeasuringInstrument {
  associatedtype Reading

  /// - Returns: The reading, or in one line why the picture allows none.
  /// - Throws: `ModelPackError` when a network does not work.
  mutating func read(_ image: Image) throws(ModelPackError) -> PictureOutcome<Reading>
}

/// A reading that can be kept between runs.
package protocol CachedReading: Sendable, Equatable {
  /// The reading as bytes.
  var bytes: [UInt8] { get }

  /// Reads what `bytes` gave; nothing if it is anything else.
  init?(_ bytes: some Collection<UInt8>)
}

/// What came of a picture.
package enum PictureOutcome<Reading> {
  case reading(Reading)
  /// It allows no reading: a failure to acquire. The reason is one line.
  case unusable(reason: String)

  package var reading: Reading? {
    guard case .reading(let reading) = self else { return nil }
    return reading
  }

  package var failure: String? {
    guard case .unusable(let reason) = self else { return nil }
    return reason
  }
}

extension PictureOutcome: Sendable where Reading: Sendable {}
extension PictureOutcome: Equatable where Reading: Equatable {}

extension PictureOutcome where Reading: CachedReading {
  private static var failureTag: UInt8 { 0 }
  private static var readingTag: UInt8 { 1 }

  /// The outcome as the cache keeps it: a byte that says which, then the reading or the reason.
  var bytes: [UInt8] {
    switch self {
    case .reading(let reading): [Self.readingTag] + reading.bytes
    case .unusable(let reason): [Self.failureTag] + Array(reason.utf8)
    }
  }

  init?(_ bytes: [UInt8]) {
    switch bytes.first {
    case Self.readingTag:
      guard let reading = Reading(bytes.dropFirst()) else { return nil }
      self = .reading(reading)
    case Self.failureTag: self = .unusable(reason: String(decoding: bytes.dropFirst(), as: UTF8.self))
    default: return nil
    }
  }
}
