import Evaluation
import EvaluationReport
import Facelatch

/// A manifest of labelled pictures, read from its file.
struct LabelledList {
  let entries: [LabelledPictures.Entry]
  let problems: [RowProblem]
  private let digest: String

  init(_ path: Path, wording: LabelledPictures.Wording) throws(Failure) {
    let bytes = try InputFile.contents(of: path)
    do throws(DataSetError) {
      let list = try LabelledPictures(csv: bytes, name: path.description, wording: wording)
      (entries, problems) = (list.entries, list.problems)
    } catch {
      throw Failure(error)
    }
    digest = SHA256.hexadecimalDigest(bytes)
  }

  var pictures: [Path] { entries.map(\.path) }

  /// Which networks judged which data, for `summary.json`.
  func provenance(_ pack: ModelPack, _ picturesDigest: String) -> [JSON.Member] {
    [
      .init(key: "model", value: .string(pack.embedding.file.sha256)),
      .init(key: "modelPack", value: .string(pack.name)),
      .init(key: "listDigest", value: .string(digest)),
      .init(key: "picturesDigest", value: .string(picturesDigest)),
      .init(key: "version", value: .string(facelatchVersion)),
      .init(key: "instructionSet", value: .string(Engine.activeInstructionSet)),
    ]
  }

  /// The same for the report.
  func facts(_ pack: ModelPack, _ picturesDigest: String, _ options: EvaluationOptions) -> [ReportFact] {
    let networks = [
      ("Detector", pack.detector.file.sha256), ("Face mesh", pack.mesh.file.sha256),
      ("Passive liveness", pack.presentationAttack?.file.sha256 ?? "none"),
    ]
    return options.facts(pack)
      + networks.map { ReportFact("\($0.0) (SHA-256)", $0.1, isCode: true) } + [
        ReportFact("Manifest (SHA-256)", digest, isCode: true),
        ReportFact("Pictures, over all (SHA-256)", picturesDigest, isCode: true),
      ]
  }
}
