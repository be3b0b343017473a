import Foundation
import Imaging
import Testing

@testable import FaceAnalysis
@testable import Liveness

@Suite("Passive presentation-attack detection")
struct PresentationAttackTests {
  private static let models = Result { try ModelPack.bundled() }.map { FaceModels(pack: $0) }

  @Test("a crop is the square that the training cut, to a grey level")
  func crops() throws {
    let pixels = try #require(try Self.models.get().pack.presentationAttack).side
    for portrait in try PassiveReference.load().portraits {
      let image = try PassiveReference.sample(portrait.image)
      for crop in portrait.crops {
        let found = PresentationAttackCrop(scale: crop.scale, pixels: pixels).image(
          of: portrait.rectangle, in: image)
        let expected = try PassiveReference.fixture(crop.file)
        #expect(found.width == expected.width && found.height == expected.height)
        let differences = zip(found.pixels, expected.pixels).map { abs(Int($0) - Int($1)) }
        #expect(differences.max() ?? 255 <= 2, "\(crop.file)")
        #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 0.1, "\(crop.file)")
      }
    }
  }

  @Test("the network says of a crop what onnxruntime says")
  func logits() throws {
    let estimator = try PresentationAttackEstimator(models: try Self.models.get())
    for portrait in try PassiveReference.load().portraits {
      for crop in portrait.crops {
        let found = try estimator.logit(of: PassiveReference.fixture(crop.file))
        #expect(abs(found - crop.logit) < 1e-4 * max(1, abs(crop.logit)), "\(crop.file)")
      }
    }
  }

  @Test("the score is the logistic function of the crops' mean logit")
  func score() throws {
    let estimator = try PresentationAttackEstimator(models: try Self.models.get())
    for portrait in try PassiveReference.load().portraits {
      let mean = portrait.crops.map(\.logit).reduce(0, +) / Double(portrait.crops.count)
      let score = try estimator.score(of: portrait.rectangle, in: PassiveReference.sample(portrait.image))
      #expect(abs(score - 1 / (1 + exp(-mean))) < 0.01, "\(portrait.image)")
    }
  }

  @Test("a portrait is bona fide, the same one as a print and on a screen is not")
  func recaptures() throws {
    let models = try Self.models.get()
    let analyzer = FaceAnalyzer(models: models, options: AnalysisOptions(includesEyes: false))
    let estimator = try PresentationAttackEstimator(models: models)
    func score(_ image: Image) throws -> Double {
      try estimator.score(of: try #require(analyzer.analyze(image).first), in: image)
    }
    #expect(try score(PassiveReference.sample("astronaut.png")) >= estimator.threshold)
    #expect(try score(PassiveReference.fixture("print.png")) < estimator.threshold)
    #expect(try score(PassiveReference.fixture("screen.png")) < estimator.threshold)
  }

  @Test("a box beyond the picture, without extent or without numbers has a score too")
  func unusualBoxes() throws {
    let estimator = try PresentationAttackEstimator(models: try Self.models.get())
    let image = try PassiveReference.sample("obama3.jpg")
    let boxes = [
      Rectangle(x: -5000, y: 40, width: 90, height: 120), Rectangle(x: 10, y: 10, width: 0, height: 0),
      Rectangle(x: .nan, y: 0, width: 10, height: 10), Rectangle(x: 0, y: 0, width: .infinity, height: 1),
      Rectangle(x: 0, y: 0, width: 1e9, height: 1e9), Rectangle(x: 3, y: 3, width: -20, height: -30),
    ]
    for box in boxes { #expect((0...1).contains(try estimator.score(of: box, in: image)), "\(box)") }
  }

  @Test(
    "a pack that brings its own detector but no such network loads, and the estimator says what is missing")
  func packWithoutNetwork() throws {
    let bundled = try ModelPack.bundled()
    let data = try Data(contentsOf: URL(filePath: bundled.directory.appending(ModelPack.manifestName).text))
    var manifest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    manifest["presentationAttack"] = nil
    let whole = try ModelPack(
      manifest: Array(try JSONSerialization.data(withJSONObject: manifest)), directory: bundled.directory)
    #expect(whole.presentationAttack == nil)
    let models = FaceModels(pack: whole)
    _ = try models.model(.detector)
    let missing = ModelPackError.withoutNetwork(pack: bundled.directory.text, role: "presentationAttack")
    #expect(throws: missing) { try PresentationAttackEstimator(models: models) }
    #expect(throws: missing) { try models.model(.presentationAttack) }
    #expect("\(missing)".contains("no presentationAttack network"))
  }

  @Test("a network of another role in its place is an error, not a score")
  func wrongNetwork() throws {
    let bundled = try ModelPack.bundled()
    let data = try Data(contentsOf: URL(filePath: bundled.directory.appending(ModelPack.manifestName).text))
    var manifest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    var entry = try #require(manifest["presentationAttack"] as? [String: Any])
    entry["file"] = "iris.onnx"
    entry["sha256"] = bundled.iris.file.sha256
    manifest["presentationAttack"] = entry
    let pack = try ModelPack(
      manifest: Array(try JSONSerialization.data(withJSONObject: manifest)), directory: bundled.directory)
    #expect(throws: ModelPackError.self) { try PresentationAttackEstimator(models: FaceModels(pack: pack)) }
  }
}
