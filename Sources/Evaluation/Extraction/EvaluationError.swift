import Formats
import Platform

/// Why measuring a data set cannot go on. The description is one line: subject, cause, cure.
package enum EvaluationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file in which results are kept between runs cannot be used.
  case unusableCache(path: String, fault: CacheFault)
  /// The engine failed: not for what a picture shows, but because a model or the machine does not work.
  case engine(String)

  package var description: String {
    switch self {
    case .unusableCache(let path, let fault):
      "\(printable(path)): \(fault); name another file, or remove this one if nothing else needs it"
    case .engine(let cause): cause
    }
  }
}
