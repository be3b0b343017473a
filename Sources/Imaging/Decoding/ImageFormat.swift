/// The kinds of picture files that can be read and written.
public enum ImageFormat: String, Sendable {
  case jpeg
  case png

  /// The format that a file's name asks for by its ending: `.png`, `.jpg` or `.jpeg`, in capitals or not.
  ///
  /// - Parameter fileName: The bytes of a name or a path.
  /// - Returns: `nil` for any other ending.
  public init?(fileName: some BidirectionalCollection<UInt8>) {
    guard let dot = fileName.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let ending = fileName[dot...].dropFirst()
    switch String(decoding: ending, as: UTF8.self).lowercased() {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg
    default: return nil
    }
  }

  /// The name people use.
  var displayName: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    }
  }
}
