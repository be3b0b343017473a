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

  /// Reads what `bytes` gave; `nil` if it is anything else.
  init?(_ bytes: some Collection<UInt8>)
}

/// What came of a picture.
package enum PictureOutcome<Reading> {
  case reading(Reading)
  /// The file is missing, or no picture. The reason is one line.
  case unreadable(reason: String)
  /// The picture shows no face that can be used. The reason is one line.
  case withoutFace(reason: String)

  package var reading: Reading? {
    guard case .reading(let reading) = self else { return nil }
    return reading
  }

  /// Why there is no reading: a failure to acquire (ISO/IEC 19795-1).
  package var failure: String? {
    switch self {
    case .reading: nil
    case .unreadable(let reason), .withoutFace(let reason): reason
    }
  }

  package var isUnreadable: Bool {
    guard case .unreadable = self else { return false }
    return true
  }
}

extension PictureOutcome: Sendable where Reading: Sendable {}
extension PictureOutcome: Equatable where Reading: Equatable {}

extension PictureOutcome where Reading: CachedReading {
  private enum Tag {
    static var reading: UInt8 { 1 }
    static var unreadable: UInt8 { 2 }
    static var withoutFace: UInt8 { 3 }
  }

  /// The outcome as the cache keeps it: a byte that says which, then the reading or the reason.
  var bytes: [UInt8] {
    switch self {
    case .reading(let reading): [Tag.reading] + reading.bytes
    case .unreadable(let reason): [Tag.unreadable] + Array(reason.utf8)
    case .withoutFace(let reason): [Tag.withoutFace] + Array(reason.utf8)
    }
  }

  init?(_ bytes: [UInt8]) {
    let rest = bytes.dropFirst()
    switch bytes.first {
    case Tag.reading:
      guard let reading = Reading(rest) else { return nil }
      self = .reading(reading)
    case Tag.unreadable: self = .unreadable(reason: String(decoding: rest, as: UTF8.self))
    case Tag.withoutFace: self = .withoutFace(reason: String(decoding: rest, as: UTF8.self))
    default: return nil
    }
  }
}
