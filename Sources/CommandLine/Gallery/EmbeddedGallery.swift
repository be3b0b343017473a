import Facelatch

/// A gallery from the three files that `embed` writes.
struct EmbeddedGallery {
  let folder: Path

  /// Reads the files.
  ///
  /// Whose face a row is says the folder that its picture lies in; where all lie in one folder, the picture's name
  /// without its ending.
  ///
  /// - Throws: A failure when a file is missing or damaged, or was made by another network than the pack's.
  func gallery(for pack: ModelPack) throws(Failure) -> Gallery {
    let path = folder.appending(EmbeddingOutput.model)
    // Tells a missing one as any other file.
    try InputFile.check(path)
    let read = try OutputFolder.readingWhole(folder, seal: EmbeddingOutput.model) { () throws(Failure) in
      try gallery(of: pack)
    }
    guard let read else {
      throw Failure(
        folder.description, cause: "was written anew while it was read", cure: "try again",
        exitCode: .unusableInput)
    }
    return read
  }

  private func gallery(of pack: ModelPack) throws(Failure) -> Gallery {
    let model = try model()
    guard model == pack.embedding.file.sha256 else {
      throw Failure(
        folder.description, cause: "its embeddings were made with another network",
        cure: "run 'facelatch embed' again", exitCode: .unusableInput)
    }
    let matrixPath = folder.appending("embeddings.npy")
    let matrix = try EmbeddingsReader(InputFile.contents(of: matrixPath), path: matrixPath)
    let faces = try faces(rowCount: matrix.rowCount)
    let isOneFolder = Set(faces.map(\.path.parentFolder)).count <= 1
    var people = GalleryPeople()
    for face in faces {
      let template: FaceTemplate
      do {
        template = try FaceTemplate(embedding: matrix.row(face.row), modelHash: model)
      } catch {
        throw damaged(matrixPath, "row \(face.row): \(error)")
      }
      let folder = Path(face.path.parentFolder.lastComponent).personName
      people.add(template, named: isOneFolder ? face.path.stem : folder)
    }
    let gallery = try people.gallery(EvidenceScale(pack: pack))
    guard gallery.templateCount > 0 else { throw damaged(folder.appending("index.csv"), "it names no face") }
    return gallery
  }

  private func model() throws(Failure) -> String {
    let path = folder.appending(EmbeddingOutput.model)
    let bytes = try InputFile.contents(of: path)
    guard let description = try? JSON(parsing: bytes), case .string(let model)? = description["model"] else {
      throw damaged(path, "it names no 'model'")
    }
    return model
  }

  private func faces(rowCount: Int) throws(Failure) -> [(row: Int, path: Path)] {
    let path = folder.appending("index.csv")
    let table = CSVTable(try InputFile.contents(of: path))
    if let fault = table.fault { throw damaged(path, fault.words) }
    guard let rowColumn = table.column("row"), let pathColumn = table.column("path") else {
      throw damaged(path, "it has no columns 'row' and 'path'")
    }
    var faces: [(row: Int, path: Path)] = []
    for line in table.rows {
      guard line.fields.count == table.columns.count else {
        throw damaged(path, "line \(line.line) has other columns")
      }
      if line[rowColumn].isEmpty { continue }
      guard let row = Int(line.text(rowColumn)), (0..<rowCount).contains(row) else {
        throw damaged(path, "line \(line.line) names no row of embeddings.npy")
      }
      faces.append((row, Path(line[pathColumn])))
    }
    return faces
  }

  private func damaged(_ path: Path, _ detail: String) -> Failure {
    Failure(
      path.description, cause: "is not as 'facelatch embed' writes it (\(detail))",
      cure: "run 'facelatch embed' again", exitCode: .unusableInput)
  }
}
