import FaceAnalysis
import Foundation
import Imaging

/// `Fixtures/passive.json`: crops of sample portraits and what onnxruntime makes of them.
struct PassiveReference: Decodable {
  let portraits: [Portrait]

  struct Portrait: Decodable {
    let image: String
    let box: [Double]
    let crops: [Crop]

    var rectangle: Rectangle { Rectangle(x: box[0], y: box[1], width: box[2], height: box[3]) }
  }

  struct Crop: Decodable {
    let file: String
    let scale: Double
    let logit: Double
  }

  static func load() throws -> PassiveReference {
    try JSONDecoder().decode(
      PassiveReference.self, from: Data(contentsOf: fixtures.appending(path: "passive.json")))
  }

  private static var fixtures: URL { Bundle.module.bundleURL.appending(path: "Fixtures") }

  static func fixture(_ file: String) throws -> Image {
    try DecodedImage(contentsOf: fixtures.appending(path: file).path()).image
  }

  /// A picture of the package's samples, which lie beside the folder of the tests.
  static func sample(_ file: String) throws -> Image {
    var package = URL(filePath: #filePath)
    for _ in 0..<4 { package.deleteLastPathComponent() }
    return try DecodedImage(contentsOf: package.appending(path: "SampleImages/\(file)").path()).image
  }
}
