import BundledModels
import Inference
import Platform

/// A folder with networks and a manifest that says how to use them.
///
/// A pack needs an embedding network of its own; for detector, mesh and iris it may rely on the pack that comes with
/// the program by leaving them out. The presentation-attack network is optional, and comes with the detector whose
/// boxes it was trained on: a pack with a detector of its own that brings none has none.
public struct ModelPack: Sendable, Equatable {
  /// The version of the manifest that this program reads.
  public static let formatVersion = 1

  /// The name of the manifest in its folder.
  public static let manifestName = BundledModels.manifestName

  /// The pack's name for people.
  public let name: String

  /// The folder with the manifest.
  public let directory: Path

  public let detector: DetectorSpecification
  public let mesh: MeshSpecification
  public let iris: IrisSpecification
  public internal(set) var embedding: EmbeddingSpecification

  /// The network for passive presentation-attack detection, if the pack has one.
  public let presentationAttack: PresentationAttackSpecification?

  /// The folder of the pack that comes with the program; `nil` where it is not installed.
  package static var bundledDirectory: Path? { BundledModels.directory() }

  /// The pack that comes with the program.
  ///
  /// - Throws: `ModelPackError.notFound` when it is not installed, or what `init(directory:)` throws.
  public static func bundled() throws(ModelPackError) -> ModelPack {
    guard let directory = BundledModels.directory() else {
      throw .notFound(searched: BundledModels.searchPath().map(\.text))
    }
    return try ModelPack(directory: directory)
  }

  /// Reads a pack's manifest. The networks themselves are read, and their SHA-256 checked, when they are
  /// first used.
  ///
  /// - Parameter directory: A folder with a `model-pack.json`.
  /// - Throws: `ModelPackError` when the manifest cannot be read, with all faults where it is not valid, or when it leaves
  ///   out a network and there is no bundled pack to take it from.
  public init(directory: Path) throws(ModelPackError) {
    let bytes: [UInt8]
    do {
      bytes = try FileReader.contents(
        of: directory.appending(Self.manifestName), limit: ManifestReader.byteLimit)
    } catch {
      throw .unreadable(file: error.path.text, reason: error.reason)
    }
    try self.init(manifest: bytes, directory: directory)
  }

  /// Reads the manifest of a pack in a folder whose path is a text.
  ///
  /// - Throws: What `init(directory:)` throws for a `Path`.
  public init(directory: String) throws(ModelPackError) {
    try self.init(directory: Path(directory))
  }

  /// Reads a manifest that is already in memory.
  ///
  /// - Parameters:
  ///   - manifest: The JSON text in UTF-8.
  ///   - directory: The folder that holds the files.
  init(manifest: [UInt8], directory: Path) throws(ModelPackError) {
    let path = directory.appending(Self.manifestName).text
    let reader = ManifestReader(directory: directory)
    let document = reader.reader.document(manifest, byteLimit: ManifestReader.byteLimit)
    if let document, let version = reader.version(of: document), version != Self.formatVersion {
      throw .unsupportedFormat(file: path, version: version)
    }
    let parts = document.flatMap { reader.parts(of: $0) }
    guard let parts, reader.reader.faults.isEmpty else {
      throw .malformedManifest(file: path, faults: reader.reader.faults)
    }
    name = parts.name
    self.directory = directory
    embedding = parts.embedding
    if let detector = parts.detector, let mesh = parts.mesh, let iris = parts.iris {
      (self.detector, self.mesh, self.iris) = (detector, mesh, iris)
      presentationAttack = parts.presentationAttack
      return
    }
    // A bundled pack that leaves something out would look for itself without end.
    guard let standard = BundledModels.directory(), standard != directory else {
      throw .malformedManifest(file: path, faults: parts.missingNetworks)
    }
    let bundled = try ModelPack(directory: standard)
    detector = parts.detector ?? bundled.detector
    mesh = parts.mesh ?? bundled.mesh
    iris = parts.iris ?? bundled.iris
    presentationAttack =
      parts.presentationAttack ?? (parts.detector == nil ? bundled.presentationAttack : nil)
  }

  /// The network for passive presentation-attack detection.
  ///
  /// - Throws: `ModelPackError.withoutNetwork` when the pack has none.
  public func requirePresentationAttack() throws(ModelPackError) -> PresentationAttackSpecification {
    guard let presentationAttack else {
      throw .withoutNetwork(pack: directory.text, role: "presentationAttack")
    }
    return presentationAttack
  }
}

extension ModelPackError {
  /// Tells the engine's error in the pack's terms.
  init(_ error: InferenceError, file: String) {
    switch error {
    case .unreadable(_, let reason): self = .unreadable(file: file, reason: reason)
    case .malformed(_, let detail): self = .unusableNetwork(file: file, detail: detail)
    case .outOfMemory(let byteCount): self = .outOfMemory(file: file, byteCount: byteCount)
    default: self = .unusableNetwork(file: file, detail: error.plainDescription)
    }
  }
}
