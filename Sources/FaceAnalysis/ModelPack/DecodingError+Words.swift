extension DecodingError {
  /// One line that names the place in the document and what is wrong there.
  var inWords: String {
    switch self {
    case .keyNotFound(let key, let context):
      "\(Self.path(context.codingPath + [key])) is missing"
    case .valueNotFound(_, let context):
      "\(Self.path(context.codingPath)) has no value"
    case .typeMismatch(let type, let context):
      "\(Self.path(context.codingPath)) is no \(type)"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "no JSON object" : "\(Self.path(context.codingPath)): \(context.debugDescription)"
    @unknown default:
      "\(self)"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.isEmpty
      ? "the document" : keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }
}
