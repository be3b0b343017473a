import FaceGate

/// What the networks saw in each picture, so that the evaluator can be run over it many times.
struct CapturedFaces: Sendable {
  /// What a picture showed, and the template of its face.
  struct Sight: Sendable {
    var outcome: FaceReadingOutcome
    var template: FaceTemplate?
  }

  private let sights: [Sight]
  let modelHash: String

  /// Reads every picture once.
  init(of pictures: [String], models: FaceModels, threads: Int) async {
    modelHash = models.pack.embedding.file.sha256
    var sights = [Sight](repeating: Sight(outcome: .unusable(reason: "not read")), count: pictures.count)
    await withTaskGroup(of: [(Int, Sight)].self) { group in
      for thread in 0..<threads {
        group.addTask {
          var reader = AnalyzerReader(models: models)
          return stride(from: thread, to: pictures.count, by: threads).map { index in
            (index, Self.read(pictures[index], &reader))
          }
        }
      }
      for await part in group {
        for (index, sight) in part { sights[index] = sight }
      }
    }
    self.sights = sights
  }

  private static func read(_ path: String, _ reader: inout AnalyzerReader) -> Sight {
    do {
      let outcome = try reader.read(Frame(DecodedImage(contentsOf: path).image))
      return Sight(outcome: outcome, template: try reader.template())
    } catch {
      return Sight(outcome: .unusable(reason: "\(error)"))
    }
  }

  subscript(index: Int) -> Sight { sights[index] }

  var description: String {
    var (faces, inattentive, several, none) = (0, 0, 0, 0)
    for sight in sights {
      switch sight.outcome {
      case .face(_, inattention: nil): faces += 1
      case .face: inattentive += 1
      case .several: several += 1
      case .unusable, .notLive: none += 1
      }
    }
    return "\(sights.count) pictures: \(faces) attentive faces, \(inattentive) inattentive, "
      + "\(several) with several faces of similar size, \(none) without a usable face"
  }
}

/// Plays back what was seen: a frame's first pixels hold the number of its picture.
struct CapturedReader: FaceReading {
  let faces: CapturedFaces
  private var last = 0

  init(faces: CapturedFaces) { self.faces = faces }

  var modelHash: String { faces.modelHash }

  mutating func read(_ frame: Frame) throws(FaceReadingError) -> FaceReadingOutcome {
    let bytes = frame.image.pixels
    last = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
    return faces[last].outcome
  }

  mutating func template() throws(FaceReadingError) -> FaceTemplate? { faces[last].template }

  static func frame(_ index: Int) -> Image {
    var image = Image(width: 1, height: 1)
    image.pixels = [16, 8, 0].map { UInt8(truncatingIfNeeded: index >> $0) }
    return image
  }
}
