import Facelatch

/// The three files that `embed` writes: embeddings, index and the name of the model.
struct EmbeddingOutput {
  private let folder: Path
  private let pack: ModelPack
  private var embeddings: EmbeddingsFile
  private let index: IndexFile
  private var pictureCount = 0
  private var failedPictureCount = 0

  /// Creates the files under provisional names; they get their names in `finish()`.
  init(folder: Path, pack: ModelPack, isSpreadsheetSafe: Bool) throws(Failure) {
    self.folder = folder
    self.pack = pack
    (embeddings, index) = try Failure.whenWriting { () throws(FileError) in
      (
        try EmbeddingsFile(
          path: folder.appending("embeddings.npy"), columnCount: pack.embedding.dimensions),
        try IndexFile(path: folder.appending("index.csv"), isSpreadsheetSafe: isSpreadsheetSafe)
      )
    }
  }

  /// Adds the faces of a picture.
  mutating func append(_ faces: [PictureTemplate], of path: Path) throws(Failure) {
    pictureCount += 1
    try Failure.whenWriting { () throws(FileError) in
      for face in faces {
        let row = try embeddings.append(face.template.vector)
        try index.append(
          row: row, path: path, face: face.index, quality: face.quality.overall, length: face.length)
      }
    }
  }

  /// Adds a picture that gave no face.
  mutating func append(_ failure: Failure, of path: Path) throws(Failure) {
    pictureCount += 1
    failedPictureCount += 1
    try Failure.whenWriting { () throws(FileError) in try index.append(path: path, error: failure.reason) }
  }

  func finish() throws(Failure) {
    try Failure.whenWriting { () throws(FileError) in
      let model = try OutputFile(folder.appending("model.json"))
      try model.write(Array((modelDescription.text + "\n").utf8))
      try embeddings.finish()
      try index.finish()
      try model.finish()
    }
  }

  private var modelDescription: JSON {
    .object([
      "model": .string(pack.embedding.file.sha256), "modelPack": .string(pack.name),
      "dimensions": .integer(pack.embedding.dimensions), "rows": .integer(embeddings.rowCount),
    ])
  }

  func text(seconds: Double) -> String {
    let rate = seconds > 0 ? fixed(Double(pictureCount) / seconds, decimals: 1) : "-"
    var text = """
      \(counted(pictureCount, "picture")), \(counted(embeddings.rowCount, "embedding")) of \
      \(pack.embedding.dimensions) numbers in \(folder.appending("embeddings.npy")) \
      (\(duration(seconds: seconds)), \(rate) pictures per second)
      """
    if failedPictureCount > 0 {
      text +=
        "\n\(counted(failedPictureCount, "picture")) without one: see 'error' in \(folder.appending("index.csv"))"
    }
    return text
  }

  func json(seconds: Double) -> JSON {
    .object([
      "pictures": .integer(pictureCount), "failed": .integer(failedPictureCount),
      "rows": .integer(embeddings.rowCount), "dimensions": .integer(pack.embedding.dimensions),
      "model": .string(pack.embedding.file.sha256),
      "embeddings": .string(folder.appending("embeddings.npy").text),
      "index": .string(folder.appending("index.csv").text), "seconds": .number(seconds, decimals: 3),
    ])
  }
}
