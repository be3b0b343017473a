/// What the embedding network says of a face: a direction, and how long its output was.
public struct Embedding: Sendable, Equatable {
  /// The direction, of length 1: what is compared.
  public var vector: [Float]

  /// The length of the network's output before it was scaled to 1, in the network's own unit. It is great for faces as
  /// those that the network was trained on, and falls for what it cannot read. Where the mirrored face was embedded too,
  /// the mean of both lengths.
  public var length: Double

  public init(vector: [Float], length: Double) {
    self.vector = vector
    self.length = length
  }
}
