import Formats
import Platform
import Policy

/// Why a configuration cannot be used: file, cause, cure in one line.
public enum ConfigurationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The file is there and cannot be read.
  case unreadable(path: String, reason: String)
  /// Other accounts could change the file, and with it who is let in.
  case writableByOthers(path: String)
  /// The content is not a configuration: everything that is wrong with it.
  case malformed(path: String, faults: [DocumentFault])

  public var description: String {
    switch self {
    case .unreadable(let path, let reason):
      "\(printable(path)): cannot be read (\(reason)); correct its permissions or remove it"
    case .writableByOthers(let path):
      "\(printable(path)): other accounts can change it, so they could say whose face counts; run: chmod go-w '\(printable(path))'"
    case .malformed(let path, let faults):
      "\(printable(path)): is no configuration (\(faults.words)); correct it, Documentation/LocalAuthentication.md shows one"
    }
  }
}

extension ConfigurationError {
  /// The same as a part of an evaluation that does not work.
  var failure: EngineFailure { EngineFailure(.configuration, description) }
}
