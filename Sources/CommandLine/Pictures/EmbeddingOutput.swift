import Facelatch

/// The three files that `embed` writes: embeddings, index and the name of the model.
struct EmbeddingOutput {
  /// What is written last: whoever finds it finds the matrix and the index that belong together.
  static let model = "model.json"

  private let path: Path
  private let folder: OutputFolder
  private let pack: ModelPack
  private var embeddings: EmbeddingsFile
  private let index: IndexFile
  private var pictureCount = 0
  private var failedPictureCount = 0

  /// Creates the files under provisional names; they get their names in `finish()`.
  init(folder path: Path, pack: ModelPack, isSpreadsheetSafe: Bool) throws(Failure) {
    self.path = path
    self.pack = pack
    let (folder, matrix, table) = try Failure.whenFilling { () throws(OutputFolderError) in
      let folder = try OutputFolder(path, kind: "embed", seal: Self.model)
      return (folder, try folder.file("embeddings.npy"), try folder.file("index.csv"))
    }
    self.folder = folder
    (embeddings, index) = try Failure.whenWriting { () throws(FileError) in
      (
        try EmbeddingsFile(matrix, columnCount: pack.embedding.dimensions),
        try IndexFile(table, isSpreadsheetSafe: isSpreadsheetSafe)
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
    let model = try Failure.whenFilling { () throws(OutputFolderError) in try folder.file(Self.model) }
    try Failure.whenWriting { () throws(FileError) in
      try model.write(Array((modelDescription.text + "\n").utf8))
    }
    // From here on the former files are no whole any more.
    try Failure.whenFilling { () throws(OutputFolderError) in try folder.breakSeal() }
    try Failure.whenWriting { () throws(FileError) in
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
      \(pack.embedding.dimensions) numbers in \(path.appending("embeddings.npy")) \
      (\(duration(seconds: seconds)), \(rate) pictures per second)
      """
    if failedPictureCount > 0 {
      text +=
        "\n\(counted(failedPictureCount, "picture")) without one: see 'error' in \(path.appending("index.csv"))"
    }
    return text
  }

  func json(seconds: Double) -> JSON {
    .object([
      "pictures": .integer(pictureCount), "failed": .integer(failedPictureCount),
      "rows": .integer(embeddings.rowCount), "dimensions": .integer(pack.embedding.dimensions),
      "model": .string(pack.embedding.file.sha256),
      "embeddings": .string(path.appending("embeddings.npy").text),
      "index": .string(path.appending("index.csv").text), "seconds": .number(seconds, decimals: 3),
    ])
  }
}
