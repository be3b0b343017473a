/// Why the start of a file does not tell the size of its picture.
enum HeaderFailure: Error, Equatable {
  /// The bytes end too early.
  case cut

  /// The bytes break the rules of the format.
  case damaged(String)

  func imageError(name: String, format: ImageFormat) -> ImageError {
    switch self {
    case .cut: .truncated(name: name, format: format)
    case .damaged(let reason): .damaged(name: name, format: format, reason: reason)
    }
  }
}
