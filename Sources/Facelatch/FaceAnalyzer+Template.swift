import FaceAnalysis
import Imaging
import Matching
import Policy
import Store

extension FaceAnalyzer {
  /// The template of a face that was found in `image`: what is kept of it for comparison.
  ///
  /// - Returns: `nil` when the face's points coincide.
  /// - Throws: `ModelPackError` when the embedding network cannot be loaded or does not fit its role.
  public func template(of face: Face, in image: Image) throws(ModelPackError) -> FaceTemplate? {
    guard let embedding = try embedding(of: face, in: image) else { return nil }
    let file = models.pack.embedding.file
    do {
      return try FaceTemplate(embedding: embedding.vector, modelHash: file.sha256)
    } catch {
      throw .unusableNetwork(file: file.name, detail: "\(error)")
    }
  }
  /// The template of the face that an evaluation saw last.
  func template(ofSeen seen: (face: Face, frame: Image)?) throws(EngineFailure) -> FaceTemplate? {
    guard let seen else { return nil }
    do throws(ModelPackError) {
      return try template(of: seen.face, in: seen.frame)
    } catch {
      throw EngineFailure(.models, error.description)
    }
  }
}
