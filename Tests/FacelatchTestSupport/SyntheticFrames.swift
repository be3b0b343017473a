import Facelatch
import Imaging
import Matching
import TestSupport

/// What a synthetic frame shows.
package enum Scene: UInt8, Sendable {
  case face, noFace, severalFaces, picture, inattentiveFace, engineTrouble
}

/// Frames that carry in their pixels what a reader shall see in them.
package enum SyntheticFrame {
  /// A frame of one person, 0…255; `variation` makes pictures of one person differ a little.
  package static func face(
    _ person: UInt8, variation: UInt8 = 0, quality: UInt8 = 200, scene: Scene = .face
  ) -> Image {
    var image = Image(width: 2, height: 1)
    image.pixels = [scene.rawValue, person, variation, quality, 0, 0]
    return image
  }

  package static func of(_ scene: Scene) -> Image { face(0, scene: scene) }
}

/// Reads synthetic frames without a model.
package struct SyntheticReader: FaceReading {
  package static let usualModel = String(repeating: "a1", count: 32)

  package let modelHash: String
  package let requirement: LivenessRequirement
  private var seen: FaceTemplate?

  package init(
    modelHash: String = SyntheticReader.usualModel, requirement: LivenessRequirement = .off
  ) {
    self.modelHash = modelHash
    self.requirement = requirement
  }

  package var findings: LivenessFindings? { LivenessFindings(requirement: requirement) }

  package mutating func read(_ frame: Frame) throws(EngineFailure) -> FaceReadingOutcome {
    let pixels = frame.image.pixels
    seen = nil
    switch Scene(rawValue: pixels[0]) {
    case .face, .inattentiveFace:
      seen = Self.template(person: pixels[1], variation: pixels[2], modelHash: modelHash)
      return .face(
        quality: Double(pixels[3]) / 255,
        inattention: pixels[0] == Scene.face.rawValue
          ? nil : .lookingAway)
    case .noFace: return .unusable(.noFace)
    case .severalFaces: return .several(count: 2)
    case .picture: return .notLive(.movesLikePicture)
    case .engineTrouble, nil: throw EngineFailure(.models, "the model is broken")
    }
  }

  package mutating func template() throws(EngineFailure) -> TemplateReading {
    seen.map { .template($0) } ?? .unusable(.noFace)
  }

  /// A direction that belongs to the person, turned a little for each variation: two variations of one person score
  /// about 0.8, two people about 0.
  package static func template(
    person: UInt8, variation: UInt8 = 0, modelHash: String = SyntheticReader.usualModel
  ) -> FaceTemplate? {
    func values(_ number: UInt64) -> [Float] {
      var generator = SeededGenerator(seed: number &* 0x9E37_79B9_7F4A_7C15)
      return (0..<128).map { _ in Float(generator.next() >> 40) / Float(1 << 23) - 1 }
    }
    let base = values(UInt64(person) &+ 1)
    let change = values(UInt64(person) << 8 &+ UInt64(variation) &+ 1_000_000)
    let vector = variation == 0 ? base : zip(base, change).map { $0 + 0.5 * $1 }
    return try? FaceTemplate(embedding: vector, modelHash: modelHash)
  }
}
