import Platform

/// Why templates could not be made or compared, or why a threshold cannot be stated.
public enum MatchingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The templates come from different embedding models; each model has a space of its own.
  case differentModels(enrolled: String, probe: String)
  /// The vectors have different lengths.
  case dimensionMismatch(expected: Int, found: Int)
  /// A vector holds a value that is infinite or not a number.
  case notFinite
  /// A vector has no direction: it is empty or all zero.
  case noDirection
  /// The text is no SHA-256: it needs 64 hexadecimal digits.
  case invalidModelHash(String)
  /// The rate lies outside of the range in which the model was measured.
  case falseMatchRateNotMeasured(requested: FalseMatchRate, lowest: FalseMatchRate, highest: FalseMatchRate)
  /// The system has no memory for more templates.
  case memoryNotAvailable(byteCount: Int)
  /// The operating points contradict each other.
  case invalidOperatingPoints(detail: String)
  /// No operating points have been measured for the embedding model, so that scores stand for nothing.
  case withoutOperatingPoints

  public var description: String {
    switch self {
    case .differentModels(let enrolled, let probe):
      "the enrolled template was made by embedding model \(printable(String(enrolled.prefix(12)))),"
        + " this one by \(printable(String(probe.prefix(12)))):"
        + " they cannot be compared; enrol again with the present model"
    case .dimensionMismatch(let expected, let found):
      "the template has \(found) values where \(expected) are expected: it is damaged or of another model;"
        + " enrol again"
    case .notFinite:
      "the embedding holds a value that is not a finite number: the model or its input is damaged"
    case .noDirection:
      "the embedding is empty or all zero: the model or its input is damaged"
    case .invalidModelHash(let text):
      "\"\(printable(text, limit: 80))\" is no SHA-256 of a model: 64 hexadecimal digits are expected"
    case .falseMatchRateNotMeasured(let requested, let lowest, let highest):
      "no threshold is known for a false-match rate of \(requested): the model was measured from \(lowest) to"
        + " \(highest); ask for a rate in this range or tune on more data"
    case .memoryNotAvailable(let byteCount):
      "\(byteCount) bytes of memory for templates are not available: end other programs or enrol fewer people"
    case .invalidOperatingPoints(let detail):
      "the operating points are not usable: \(printable(detail))"
    case .withoutOperatingPoints:
      "no operating points have been measured for the embedding model, so no threshold is known: measure them first"
    }
  }
}
