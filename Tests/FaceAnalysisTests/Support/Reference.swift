import Foundation
import Imaging
import Testing

@testable import FaceAnalysis

/// `Fixtures/reference.json`: what the independent pipeline found in the sample portraits.
struct Reference: Decodable {
  let faces: [String: Portrait]
  let scores: [String: Double]
  let faceCounts: [String: Int]

  struct Portrait: Decodable {
    let image: String
    let detection: Detection
    let mesh: Mesh
    let rightEye: EyeFigures
    let leftEye: EyeFigures
    let embedding: [Double]
    let crops: Crops
  }

  struct Detection: Decodable {
    let score: Double
    let box: [Double]
    let points: [[Double]]
  }

  struct Mesh: Decodable {
    let score: Double
    let points: [[Double]]
  }

  struct EyeFigures: Decodable {
    let eye: [[Double]]
    let iris: [[Double]]
  }

  struct Crops: Decodable {
    let arc112: ArcCrop
    let mesh192: MeshCrop
    let rightIris64: EyeCrop
    let leftIris64: EyeCrop
  }

  struct ArcCrop: Decodable {
    let file: String
    let embedding: [Double]
  }

  struct MeshCrop: Decodable {
    let file: String
    let points: [[Double]]
    let logit: Double
  }

  struct EyeCrop: Decodable {
    let file: String
    let eye: [[Double]]
    let iris: [[Double]]
  }

  static let names = ["astronaut", "biden", "obama", "obama2"]

  static func load() throws -> Reference {
    try JSONDecoder().decode(
      Reference.self, from: Data(contentsOf: fixtures.appending(path: "reference.json")))
  }

  static func portrait(_ name: String) throws -> Portrait {
    try #require(try load().faces[name])
  }

  /// The folder of this target's fixtures.
  static var fixtures: URL {
    Bundle.module.bundleURL.appending(path: "Fixtures")
  }

  static func crop(_ file: String) throws -> Image {
    try DecodedImage(contentsOf: fixtures.appending(path: file).path()).image
  }

  /// A picture of the package's samples.
  static func sample(_ file: String) throws -> Image {
    try DecodedImage(contentsOf: samplePath(file)).image
  }

  /// The samples lie beside the folder of the tests.
  static func samplePath(_ file: String) -> String {
    var package = URL(filePath: #filePath)
    for _ in 0..<4 { package.deleteLastPathComponent() }
    return package.appending(path: "SampleImages/\(file)").path()
  }
}

/// The bundled networks, loaded once for all tests.
enum Bundled {
  private static let shared = Result { try ModelPack.bundled() }.map { FaceModels(pack: $0) }

  static func models() throws -> FaceModels { try shared.get() }
}

extension Point {
  init(_ numbers: [Double]) {
    self.init(x: numbers[0], y: numbers[1])
  }
}

/// The cosine of the angle between two vectors.
func cosine(_ left: [Float], _ right: [Double]) -> Double {
  let product = zip(left, right).reduce(0.0) { $0 + Double($1.0) * $1.1 }
  let leftLength = left.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
  return product / leftLength / right.reduce(0.0) { $0 + $1 * $1 }.squareRoot()
}

func cosine(_ left: [Float], _ right: [Float]) -> Double {
  cosine(left, right.map(Double.init))
}
