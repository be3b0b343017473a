/// The kinds of picture files that can be read.
public enum ImageFormat: String, Sendable {
  case jpeg
  case png

  /// The name people use.
  var displayName: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    }
  }
}
