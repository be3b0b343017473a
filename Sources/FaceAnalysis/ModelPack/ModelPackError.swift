import Platform

/// Why a model pack cannot be used. Each case names the file, the cause and, in its description, what helps.
public enum ModelPackError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No bundled pack in any of the places where it may lie.
  case notFound(searched: [String])
  /// A file of the pack could not be read.
  case unreadable(file: String, reason: String)
  /// The manifest is no valid JSON, lacks values, or holds some that are unknown or out of range: all faults at once.
  case malformedManifest(file: String, faults: [DocumentFault])
  /// The manifest was written for another version of the program.
  case unsupportedFormat(file: String, version: Int)
  /// A network's file is not the one that the manifest describes.
  case wrongContent(file: String, expected: String, found: String)
  /// A network loads but does not take or give what its role needs, or it does not load at all.
  case unusableNetwork(file: String, detail: String)
  /// The system has not so much memory for this process as the network takes.
  case outOfMemory(file: String, byteCount: Int)
  /// The pack leaves out a network that not every pack needs; `role` is its name in the manifest.
  case withoutNetwork(pack: String, role: String)

  public var description: String {
    switch self {
    case .notFound(let searched):
      "no model pack found (looked in \(searched.map { printable($0) }.joined(separator: ", "))): reinstall the package, or name a pack's folder"
    case .unreadable(let file, let reason):
      "\(printable(file)): cannot be read (\(printable(reason))): check the path and its permissions, or reinstall the model pack"
    case .malformedManifest(let file, let faults):
      "\(printable(file)): not a valid model manifest (\(faults.words)): correct the manifest"
    case .unsupportedFormat(let file, let version):
      "\(printable(file)): format version \(version) is not supported, only \(ModelPack.formatVersion) is: use the pack of this"
        + " version of the program"
    case .wrongContent(let file, let expected, let found):
      "\(printable(file)): its SHA-256 begins with \(printable(String(found.prefix(12)))), the manifest says \(printable(String(expected.prefix(12)))): the file is"
        + " damaged or was exchanged; restore it, or enter its SHA-256 in the manifest if the exchange is meant"
    case .unusableNetwork(let file, let detail):
      "\(printable(file)): cannot serve here (\(printable(detail))): put in a network that fits the manifest, or correct the manifest"
    case .outOfMemory(let file, let byteCount):
      "\(printable(file)): \(byteCount) bytes of memory for it are not available: free some, or raise the limit (ulimit -v)"
    case .withoutNetwork(let pack, let role):
      "\(printable(pack)): the pack has no \(printable(role)) network: add one to its manifest, or use the pack that comes with the program"
    }
  }
}
