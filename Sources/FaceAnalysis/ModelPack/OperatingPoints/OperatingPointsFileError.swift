import Platform

/// Why measured operating points cannot be used. Each case names the file, the cause and, in its description, what
/// helps.
public enum OperatingPointsFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file could not be read.
  case unreadable(file: String, reason: String)
  /// The file is no valid JSON, lacks values, or holds some that are unknown or out of range: all faults at once.
  case malformed(file: String, faults: [DocumentFault])
  /// The file was written for another version of the program.
  case unsupportedFormat(file: String, version: Int)
  /// The points were measured for another embedding network than the one in use; both by their SHA-256.
  case otherModel(file: String, measured: String, inUse: String)
  /// The manifest that was to take the points over cannot be used itself.
  case manifest(ModelPackError)

  public var description: String {
    switch self {
    case .unreadable(let file, let reason):
      "\(printable(file)): cannot be read (\(printable(reason))): check the path and its permissions"
    case .malformed(let file, let faults):
      "\(printable(file)): not a valid file of operating points (\(faults.words)): correct it, or measure the points again"
    case .unsupportedFormat(let file, let version):
      "\(printable(file)): format version \(version) is not supported, only \(OperatingPointsFile.formatVersion) is: measure the"
        + " points again with this version of the program"
    case .otherModel(let file, let measured, let inUse):
      "\(printable(file)): its points were measured for embedding network \(printable(String(measured.prefix(12)))), the pack in use has"
        + " \(printable(String(inUse.prefix(12)))), whose scores mean something else: measure the points again with it, or use the pack of"
        + " the points"
    case .manifest(let error): error.description
    }
  }
}
