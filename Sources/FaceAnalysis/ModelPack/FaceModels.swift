import Inference
import Platform
import Synchronization

/// The networks that analyse a face.
public enum Network: Hashable, Sendable, CaseIterable {
  case detector, mesh, iris, embedding, presentationAttack
}

/// The networks of a pack, loaded when they are first needed and shared by all workers of a process.
///
/// Loading checks a file's SHA-256 against the manifest before anything of it is used, so the hash in the
/// manifest can be trusted to name the model that made an embedding.
public final class FaceModels: Sendable {
  /// The pack that the networks come from.
  public let pack: ModelPack

  private let detector = Mutex<Result<Model, ModelPackError>?>(nil)
  private let mesh = Mutex<Result<Model, ModelPackError>?>(nil)
  private let iris = Mutex<Result<Model, ModelPackError>?>(nil)
  private let embedding = Mutex<Result<Model, ModelPackError>?>(nil)
  private let presentationAttack = Mutex<Result<Model, ModelPackError>?>(nil)

  /// Takes a pack; nothing is loaded yet.
  public init(pack: ModelPack) {
    self.pack = pack
  }

  /// A loaded network. The first call loads it, others wait for that or get it at once.
  ///
  /// - Throws: `ModelPackError` when the file cannot be read, is not the one that the manifest describes, or
  ///   cannot run here, or when the pack has no such network. Later calls throw the same error.
  public func model(_ network: Network) throws(ModelPackError) -> Model {
    let loaded =
      switch network {
      case .detector: detector.withLock { Self.loadOnce(&$0, pack.detector.file) }
      case .mesh: mesh.withLock { Self.loadOnce(&$0, pack.mesh.file) }
      case .iris: iris.withLock { Self.loadOnce(&$0, pack.iris.file) }
      case .embedding: embedding.withLock { Self.loadOnce(&$0, pack.embedding.file) }
      case .presentationAttack: try loadPresentationAttack(pack.requirePresentationAttack().file)
      }
    return try loaded.get()
  }

  private func loadPresentationAttack(_ file: ModelFile) -> Result<Model, ModelPackError> {
    presentationAttack.withLock { Self.loadOnce(&$0, file) }
  }

  /// Begins to load networks in the background, one after the other, so that they are ready when the pictures are
  /// decoded and searched.
  ///
  /// Name the ones that are needed last: what an analysis begins with, it loads sooner itself.
  ///
  /// Errors show when the network is asked for.
  public func prefetch(_ networks: [Network]) {
    Task.detached(priority: .userInitiated) { [self] in
      for network in networks { _ = try? model(network) }
    }
  }

  private static func loadOnce(
    _ slot: inout Result<Model, ModelPackError>?, _ file: ModelFile
  ) -> Result<Model, ModelPackError> {
    if let loaded = slot { return loaded }
    let result = Result { () throws(ModelPackError) in try load(file) }
    slot = result
    return result
  }

  /// Bytes of memory that loading takes for each byte of a file, at most.
  private static let memoryPerByte = 4

  private static func load(_ file: ModelFile) throws(ModelPackError) -> Model {
    // The file, what is read of it, and the packed weights. Asked for as a whole, since their parts are taken where nothing can
    // be refused.
    let needed = Self.memoryPerByte * ((try? FileStatus(of: file.path).byteCount) ?? 0)
    guard MemoryRoom.has(needed) else { throw .outOfMemory(file: file.name, byteCount: needed) }
    do {
      let bytes = try Model.bytes(of: file.path)
      let digest = SHA256.hexadecimalDigest(bytes)
      guard digest == file.sha256 else {
        throw ModelPackError.wrongContent(file: file.name, expected: file.sha256, found: digest)
      }
      return try Model(bytes: bytes, name: file.name)
    } catch let error as InferenceError {
      throw ModelPackError(error, file: file.name)
    } catch let error as ModelPackError {
      throw error
    } catch {
      throw .unusableNetwork(file: file.name, detail: "\(error)")
    }
  }
}
