import FaceGate

/// What the networks saw in each picture, so that the evaluator can be run over it many times.
struct CapturedFaces: Sendable {
  private let outcomes: [FaceReadingOutcome]
  let modelHash: String

  /// Reads every picture once.
  init(of pictures: [String], models: FaceModels, threads: Int) async {
    modelHash = models.pack.embedding.file.sha256
    var outcomes = [FaceReadingOutcome](repeating: .unusable(reason: "not read"), count: pictures.count)
    await withTaskGroup(of: [(Int, FaceReadingOutcome)].self) { group in
      for thread in 0..<threads {
        group.addTask {
          var reader = AnalyzerReader(models: models)
          return stride(from: thread, to: pictures.count, by: threads).map { index in
            (index, Self.read(pictures[index], &reader))
          }
        }
      }
      for await part in group {
        for (index, outcome) in part { outcomes[index] = outcome }
      }
    }
    self.outcomes = outcomes
  }

  private static func read(_ path: String, _ reader: inout AnalyzerReader) -> FaceReadingOutcome {
    do {
      return try reader.read(DecodedImage(contentsOf: path).image)
    } catch {
      return .unusable(reason: "\(error)")
    }
  }

  subscript(index: Int) -> FaceReadingOutcome { outcomes[index] }

  var description: String {
    var (faces, inattentive, several, none) = (0, 0, 0, 0)
    for outcome in outcomes {
      switch outcome {
      case .template(_, _, attentive: true): faces += 1
      case .template: inattentive += 1
      case .several: several += 1
      case .unusable, .notLive: none += 1
      }
    }
    return "\(outcomes.count) pictures: \(faces) attentive faces, \(inattentive) inattentive, "
      + "\(several) with several faces of similar size, \(none) without a usable face"
  }
}

/// Plays back what was seen: a frame's first pixels hold the number of its picture.
struct CapturedReader: FaceReading {
  let faces: CapturedFaces

  var modelHash: String { faces.modelHash }

  mutating func read(_ frame: Image) throws(FaceReadingError) -> FaceReadingOutcome {
    let bytes = frame.pixels
    return faces[Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])]
  }

  static func frame(_ index: Int) -> Image {
    var image = Image(width: 1, height: 1)
    image.pixels = [16, 8, 0].map { UInt8(truncatingIfNeeded: index >> $0) }
    return image
  }
}
