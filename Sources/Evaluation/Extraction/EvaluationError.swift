import Formats

/// Why an evaluation as a whole cannot go on. The description is one line: subject, cause, cure.
package enum EvaluationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A protocol file lacks what makes it one.
  case unusableTable(file: String, cause: String, cure: String)
  /// The file in which results are kept between runs cannot be used.
  case unusableCache(path: String, fault: CacheFault)
  /// The engine failed: not for what a picture shows, but because a model or the machine does not work.
  case engine(String)
  /// Nothing is left to measure.
  case nothingToMeasure(String)

  package var description: String {
    switch self {
    case .unusableTable(let file, let cause, let cure): "\(file): \(cause); \(cure)"
    case .unusableCache(let path, let fault):
      "\(printable(path)): \(fault); name another file, or remove this one if nothing else needs it"
    case .engine(let cause): cause
    case .nothingToMeasure(let cause): cause
    }
  }
}
