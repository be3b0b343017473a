import Imaging
import Testing

@testable import FaceAnalysis

struct EmbeddingTests {
  @Test("the embeddings of the reference crops are those made elsewhere", arguments: Reference.names)
  func referenceCrops(name: String) throws {
    let expected = try Reference.portrait(name).crops.arc112
    let embedder = try FaceEmbedder(models: Bundled.models())
    let embedding = try embedder.embedding(of: Reference.crop(expected.file))
    #expect(embedding.vector.count == 128)
    #expect(cosine(embedding.vector, expected.embedding) > 0.9999)
    #expect(abs(embedding.vector.reduce(0.0) { $0 + Double($1) * Double($1) } - 1) < 1e-5)
  }

  @Test("from picture to score: the same man matches himself and nobody else")
  func wholePictures() throws {
    let analyzer = try FaceAnalyzer(models: Bundled.models(), options: AnalysisOptions(includesEyes: false))
    let reference = try Reference.load()
    var embeddings: [String: [Float]] = [:]
    for name in Reference.names {
      let portrait = try #require(reference.faces[name])
      let image = try Reference.sample(portrait.image)
      guard case .face(let face) = try analyzer.acquire(image) else {
        Issue.record("\(name) must be acquired")
        continue
      }
      let embedding = try #require(try analyzer.embedding(of: face, in: image))
      #expect(cosine(embedding.vector, portrait.embedding) > 0.97)
      embeddings[name] = embedding.vector
    }
    for (pair, expected) in reference.scores {
      let names = pair.split(separator: "-").map(String.init)
      let score = cosine(try #require(embeddings[names[0]]), try #require(embeddings[names[1]]))
      #expect(abs(score - expected) < 0.05)
      if pair == "obama-obama2" { #expect(score > 0.7) } else { #expect(score < 0.28) }
    }
  }

  @Test("averaging with the mirrored face gives the same vector for a picture and its mirror image")
  func mirrored() throws {
    let crop = try Reference.crop("obama_arc112.png")
    let averaging = try FaceEmbedder(models: Bundled.models(), averagesMirrored: true)
    let plain = try FaceEmbedder(models: Bundled.models())
    let average = try averaging.embedding(of: crop)
    let straight = try plain.embedding(of: crop)
    let mirrored = try plain.embedding(of: crop.mirrored())
    #expect(cosine(average.vector, try averaging.embedding(of: crop.mirrored()).vector) > 0.999999)
    #expect(cosine(straight.vector, mirrored.vector) < 0.999)
    #expect(cosine(average.vector, straight.vector) > 0.9)
    #expect(average.length == (straight.length + mirrored.length) / 2)
  }

  @Test("a face is read with a longer embedding than the same face upside down")
  func length() throws {
    let crop = try Reference.crop("obama_arc112.png")
    let embedder = try FaceEmbedder(models: Bundled.models())
    let upright = try embedder.embedding(of: crop).length
    #expect(upright > 9)
    #expect(try embedder.embedding(of: crop.turned(byDegrees: 180)).length < 0.75 * upright)
  }

  @Test("a mirrored picture has left and right exchanged and nothing else")
  func mirrorImage() throws {
    let image = try #require(Image(width: 3, height: 2, pixels: (0..<18).map { UInt8($0) }))
    #expect(image.mirrored().pixels == [6, 7, 8, 3, 4, 5, 0, 1, 2, 15, 16, 17, 12, 13, 14, 9, 10, 11])
    #expect(image.mirrored().mirrored() == image)
  }

  @Test("a crop of another size is refused")
  func wrongSize() throws {
    let embedder = try FaceEmbedder(models: Bundled.models())
    #expect(throws: ModelPackError.self) { try embedder.embedding(of: Image(width: 100, height: 112)) }
  }
}
