import Formats
import Platform
import Policy

/// Why a configuration cannot be used: file, cause, cure in one line.
public enum ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file was named, by the caller or by `FACELATCH_CONFIG`, and there is none.
  case missing(path: Path)
  /// The file is there and cannot be read.
  case unreadable(path: Path, reason: String)
  /// Another account could change the file, and with it who is let in.
  case untrusted(OwnershipFault)
  /// The content is not a configuration: everything that is wrong with it.
  case malformed(path: Path, faults: [DocumentFault])

  public var description: String {
    switch self {
    case .missing(let path):
      "\(path): the configuration that was named does not exist; write it, or do not name it"
    case .unreadable(let path, let reason):
      "\(path): cannot be read (\(printable(reason))); correct its permissions or remove it"
    case .untrusted(let fault): fault.description
    case .malformed(let path, let faults):
      "\(path): is no configuration (\(faults.words)); correct it, Documentation/LocalAuthentication.md shows one"
    }
  }
}

extension ConfigurationError {
  /// The same as a part of an evaluation that does not work.
  var failure: EngineFailure { EngineFailure(.configuration, description) }
}
