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
    let path = folder.appending("model.json")
    let bytes = try InputFile.contents(of: path)
    guard let description = try? JSON(parsing: bytes), case .string(let model)? = description["model"] else {
      throw damaged(path, "it names no 'model'")
    }
    return model
  }

  private func faces(rowCount: Int) throws(Failure) -> [(row: Int, path: Path)] {
    let path = folder.appending("index.csv")
    let lines = CSVReader.rows(try InputFile.contents(of: path))
    guard let header = lines.first?.map({ Path($0).text }), let rowColumn = header.firstIndex(of: "row"),
      let pathColumn = header.firstIndex(of: "path")
    else { throw damaged(path, "it has no columns 'row' and 'path'") }
    var faces: [(row: Int, path: Path)] = []
    for (number, line) in lines.enumerated().dropFirst() {
      guard line.count == header.count else { throw damaged(path, "line \(number + 1) has other columns") }
      if line[rowColumn].isEmpty { continue }
      guard let row = Int(Path(line[rowColumn]).text), (0..<rowCount).contains(row) else {
        throw damaged(path, "line \(number + 1) names no row of embeddings.npy")
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
