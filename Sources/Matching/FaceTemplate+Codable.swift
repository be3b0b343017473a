extension FaceTemplate: Codable {
  private enum Key: String, CodingKey {
    case vector, model
  }

  /// Reads a template, to the last bit, and checks it like one that is new.
  ///
  /// - Throws: `DecodingError`, also when the vector has no direction, holds a value that is not finite, or
  ///   has a length that differs from 1 by more than a thousandth: the record is damaged then.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let stored = try container.decode([Float].self, forKey: .vector)
    let model = try container.decode(String.self, forKey: .model)
    do {
      try self.init(kept: stored, modelHash: model)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: container.codingPath, debugDescription: error.description, underlyingError: error))
    }
  }

  /// Writes `vector` as an array of numbers and `model` as hexadecimal text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(vector, forKey: .vector)
    try container.encode(modelHash, forKey: .model)
  }
}
