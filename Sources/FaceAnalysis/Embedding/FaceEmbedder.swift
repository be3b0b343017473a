import Imaging
import Inference
import Platform

/// Turns an aligned face into an embedding.
///
/// Serves one thread at a time.
public final class FaceEmbedder {
  private let runner: NetworkRunner
  private let specification: EmbeddingSpecification
  private let averagesMirrored: Bool

  /// Makes an embedder.
  ///
  /// - Parameters:
  ///   - models: Where the network comes from.
  ///   - averagesMirrored: Whether the mirrored face is embedded too and the average taken: a little more
  ///     exact, at twice the time.
  ///   - threads: Threads that compute together.
  /// - Throws: `ModelPackError` when the network cannot be loaded or takes no picture of the size that the
  ///   manifest states.
  public init(
    models: FaceModels, averagesMirrored: Bool = false, threads: Int = 1
  ) throws(ModelPackError) {
    specification = models.pack.embedding
    self.averagesMirrored = averagesMirrored
    runner = try NetworkRunner(
      model: try models.model(.embedding), file: specification.file, input: specification.input,
      width: specification.width, height: specification.height, threads: threads)
  }

  /// Embeds an aligned face.
  ///
  /// - Parameter aligned: A crop of the size that the network takes; see `FaceAligner`.
  /// - Returns: A vector of length 1, and the length of the output.
  /// - Throws: `ModelPackError.unusableNetwork` when the output has another length than the manifest states,
  ///   or no direction.
  public func embedding(of aligned: Image) throws(ModelPackError) -> Embedding {
    let straight = try output(for: aligned)
    guard averagesMirrored else { return straight }
    let mirrored = try output(for: aligned.mirrored())
    let mean = try scaled(zip(straight.vector, mirrored.vector).map { $0 + $1 })
    return Embedding(vector: mean.vector, length: (straight.length + mirrored.length) / 2)
  }

  private func output(for aligned: Image) throws(ModelPackError) -> Embedding {
    try runner.run(aligned)
    return try scaled(runner.output(specification.output, count: specification.dimensions))
  }

  private func scaled(_ values: [Float]) throws(ModelPackError) -> Embedding {
    let squares = values.reduce(0.0) { $0 + Double($1) * Double($1) }
    guard squares.isFinite, squares > 0 else {
      throw .unusableNetwork(
        file: specification.file.name, detail: "output \(specification.output) has no direction")
    }
    let length = squares.squareRoot()
    let scale = 1 / length
    return Embedding(vector: values.map { Float(Double($0) * scale) }, length: length)
  }
}

extension Image {
  /// The picture with left and right exchanged.
  func mirrored() -> Image {
    var values = pixels
    for row in 0..<height {
      for column in 0..<width {
        let source = (row * width + column) * 3
        let target = (row * width + width - 1 - column) * 3
        for channel in 0..<3 { values[target + channel] = pixels[source + channel] }
      }
    }
    var result = self
    result.pixels = values
    return result
  }
}
