/// What is kept of a face for comparison: the direction of its embedding, and the model that made it.
public struct FaceTemplate: Hashable, Sendable {
  /// The embedding, scaled to length 1.
  public let vector: [Float]

  /// SHA-256 of the embedding model's file, 64 lowercase hexadecimal digits. Only templates of the same model
  /// can be compared.
  public let modelHash: String

  /// Makes a template of an embedding.
  ///
  /// - Parameters:
  ///   - embedding: The model's output; any length but zero, it is scaled to length 1.
  ///   - modelHash: SHA-256 of the embedding model's file in hexadecimal.
  /// - Throws: `MatchingError.notFinite`, `.noDirection` or `.invalidModelHash`.
  public init(embedding: [Float], modelHash: String) throws(MatchingError) {
    self.modelHash = try Self.digits(of: modelHash)
    vector = try Self.unit(embedding)
  }

  /// Takes a template that was kept, to the last bit, and checks it like one that is new.
  ///
  /// - Throws: `MatchingError.notFinite` or `.invalidModelHash`; `.noDirection` also when the length differs from 1 by more
  ///   than a thousandth: the record is damaged then.
  package init(kept vector: [Float], modelHash: String) throws(MatchingError) {
    let length = vector.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
    guard length.isFinite else { throw .notFinite }
    guard abs(length - 1) < 1e-3 else { throw .noDirection }
    self.modelHash = try Self.digits(of: modelHash)
    self.vector = vector
  }

  private static func digits(of modelHash: String) throws(MatchingError) -> String {
    let digits = modelHash.lowercased()
    guard digits.utf8.count == 64, digits.utf8.allSatisfy(isHexadecimal) else {
      throw .invalidModelHash(modelHash)
    }
    return digits
  }

  /// The cosine between this template and another one.
  ///
  /// - Throws: `MatchingError.differentModels` or `.dimensionMismatch`.
  public func score(against other: FaceTemplate) throws(MatchingError) -> Score {
    try checkComparable(other)
    return Score(Double(DotProduct.of(DotProduct.lanes(vector), DotProduct.lanes(other.vector))))
  }

  /// Refuses a template that this one cannot be compared with.
  ///
  /// - Throws: `MatchingError.differentModels` or `.dimensionMismatch`.
  func checkComparable(_ other: FaceTemplate) throws(MatchingError) {
    guard modelHash == other.modelHash else {
      throw .differentModels(enrolled: modelHash, probe: other.modelHash)
    }
    guard vector.count == other.vector.count else {
      throw .dimensionMismatch(expected: vector.count, found: other.vector.count)
    }
  }

  /// Scales a vector to length 1.
  ///
  /// The sum runs in double precision: a float would overflow for components beyond 1e19 and lose small ones.
  private static func unit(_ values: [Float]) throws(MatchingError) -> [Float] {
    var squares = 0.0
    for value in values {
      guard value.isFinite else { throw .notFinite }
      squares += Double(value) * Double(value)
    }
    guard squares > 0 else { throw .noDirection }
    let scale = 1 / squares.squareRoot()
    return values.map { Float(Double($0) * scale) }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
