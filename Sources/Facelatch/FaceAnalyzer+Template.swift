import FaceAnalysis
import Imaging
import Matching
import Policy
import Store

extension FaceAnalyzer {
  /// The template of a face that was found in `image`: what is kept of it for comparison.
  ///
  /// - Returns: Why there is none where the face is outside of the model pack's domain, or its points coincide.
  /// - Throws: `ModelPackError` when a network cannot be loaded or does not fit its role.
  public func template(of face: Face, in image: Image) throws(ModelPackError) -> TemplateReading {
    switch try recognise(face, in: image) {
    case .embedding(let embedding): return .template(try template(of: embedding))
    case .outsideDomain(let reason): return .unusable(.poorQuality([reason]))
    case .degenerate: return .unusable(.degenerateFace)
    }
  }

  /// The template of the face that an evaluation saw last.
  func template(ofSeen seen: (face: Face, frame: Image)?) throws(EngineFailure) -> TemplateReading {
    guard let seen else { return .unusable(.noFace) }
    do throws(ModelPackError) {
      return try template(of: seen.face, in: seen.frame)
    } catch {
      throw EngineFailure(.models, error.description)
    }
  }

  /// The template that keeps an embedding of this analyser's network.
  ///
  /// - Throws: `ModelPackError` when the network's output makes no template.
  public func template(of embedding: Embedding) throws(ModelPackError) -> FaceTemplate {
    let file = models.pack.embedding.file
    do {
      return try FaceTemplate(embedding: embedding.vector, modelHash: file.sha256)
    } catch {
      throw .unusableNetwork(file: file.name, detail: "\(error)")
    }
  }
}
