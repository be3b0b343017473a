import TensorKernels

/// One identity that a search found, with its best score.
public struct Candidate: Hashable, Sendable {
  /// The name under which the identity was added.
  public let identity: String

  /// The highest score of the identity's templates.
  public let score: Score

  public init(identity: String, score: Score) {
    self.identity = identity
    self.score = score
  }
}

/// Enrolled templates of many people, searched 1:N.
///
/// A person may have several entries; the best one counts, so that strangers have several chances. Where the stated rate is
/// to hold for each person, a person's templates go in as one `MeanTemplate`. All templates come from one embedding model.
///
/// Results are exact: the search for a few faces first reads one byte per value, which rules out every template that
/// cannot be among the best, and computes the scores of the rest from the floats. A template of n dimensions takes
/// 5·n + 12 bytes, 652 for 128 dimensions; names are kept once per identity. A score may differ from that of
/// `FaceTemplate.score(against:)` in its last bits, since the sums run in another order.
public struct Gallery: Sendable {
  /// SHA-256 of the embedding model whose templates the gallery holds; `nil` while it is empty.
  public private(set) var modelHash: String?

  /// Names in the order in which they were first added.
  public private(set) var identities: [String] = []

  private var indexOfIdentity: [String: UInt32] = [:]
  private var dimensions = 0

  /// Full but for the last one.
  private var chunks: [GalleryChunk] = []

  /// For each template the index into `identities`.
  private var owners: [UInt32] = []

  private let kernels: any KernelSet

  /// Chunks double in size until they hold so many templates: little is wasted, and nothing is ever moved.
  private static let mostTemplatesPerChunk = 16_384

  /// Makes an empty gallery.
  public init() {
    self.init(instructionSet: .preferred)
  }

  /// Makes an empty gallery that computes with a given instruction set.
  init(instructionSet: InstructionSet) {
    kernels = instructionSet.kernels
  }

  /// Number of templates.
  public var templateCount: Int { owners.count }

  /// Adds a template.
  ///
  /// - Parameters:
  ///   - template: A template of the same model as those already there.
  ///   - identity: Whose it is; a name that is already there gets one more template.
  /// - Throws: `MatchingError.differentModels`, `.dimensionMismatch` or `.memoryNotAvailable`; the gallery is
  ///   unchanged then.
  public mutating func add(_ template: FaceTemplate, identity: String) throws(MatchingError) {
    try add(template, vector: template.vector, identity: identity)
  }

  /// Adds what is known of a person from several pictures, as one entry.
  ///
  /// - Parameters:
  ///   - reference: The mean of the person's templates, of the same model as those already there.
  ///   - identity: Whose it is; a name that is already there gets one more entry.
  ///   - scale: How evidence of several pictures is scored; candidates' scores are on it.
  /// - Throws: `MatchingError.differentModels`, `.dimensionMismatch` or `.memoryNotAvailable`; the gallery is
  ///   unchanged then.
  public mutating func add(
    _ reference: MeanTemplate, identity: String, scale: EvidenceScale
  ) throws(MatchingError) {
    // A shorter vector scores as the scale asks for, and every bound of the search holds for it, too.
    let factor = Float(scale.factor(reference.agreement))
    try add(
      reference.template, vector: reference.template.vector.map { $0 * factor }, identity: identity)
  }

  private mutating func add(
    _ template: FaceTemplate, vector: [Float], identity: String
  ) throws(MatchingError) {
    try check(template)
    try makeRoom(dimensions: vector.count)
    chunks[chunks.count - 1].add(vector)
    modelHash = template.modelHash
    dimensions = template.vector.count
    if let index = indexOfIdentity[identity] {
      owners.append(index)
    } else {
      let index = UInt32(identities.count)
      indexOfIdentity[identity] = index
      owners.append(index)
      identities.append(identity)
    }
  }

  /// Finds the identities that are most like a face.
  ///
  /// - Parameters:
  ///   - probe: The face that is looked for.
  ///   - count: How many candidates are wanted at most.
  ///   - threads: How many threads share the work, the calling one included; the result does not depend on it.
  /// - Returns: Candidates by falling score; equal scores in the order in which the identities were added.
  ///   Empty for an empty gallery.
  /// - Throws: `MatchingError.differentModels` or `.dimensionMismatch`.
  public func search(
    _ probe: FaceTemplate, count: Int, threads: Int = 1
  ) throws(MatchingError) -> [Candidate] {
    try search([probe], count: count, threads: threads).first ?? []
  }

  /// Finds the identities that are most like a face that is known from several pictures.
  ///
  /// - Parameters:
  ///   - probe: The face that is looked for.
  ///   - count: How many candidates are wanted at most.
  ///   - scale: How evidence of several pictures is scored.
  ///   - threads: How many threads share the work, the calling one included; the result does not depend on it.
  /// - Returns: Candidates by falling score; equal scores in the order in which the identities were added.
  ///   Empty for an empty gallery.
  /// - Throws: `MatchingError.differentModels` or `.dimensionMismatch`.
  public func search(
    _ probe: MeanTemplate, count: Int, scale: EvidenceScale, threads: Int = 1
  ) throws(MatchingError) -> [Candidate] {
    let factor = scale.factor(probe.agreement)
    return try search(probe.template, count: count, threads: threads).map {
      Candidate(identity: $0.identity, score: Score($0.score.rawValue * factor))
    }
  }

  /// Finds for each of many faces the identities that are most like it.
  ///
  /// The answers are those of a search for each face, in far less time.
  ///
  /// - Parameters:
  ///   - probes: The faces that are looked for.
  ///   - count: How many candidates are wanted for each at most.
  ///   - threads: How many threads share the work, the calling one included; the result does not depend on it.
  /// - Returns: For each face, candidates by falling score; equal scores in the order in which the identities
  ///   were added. Empty lists for an empty gallery.
  /// - Throws: `MatchingError.differentModels` or `.dimensionMismatch`, for the first face that does not fit.
  public func search(
    _ probes: [FaceTemplate], count: Int, threads: Int = 1
  ) throws(MatchingError) -> [[Candidate]] {
    for probe in probes { try check(probe) }
    guard count > 0, !identities.isEmpty else { return probes.map { _ in [] } }
    let search = GallerySearch(
      chunks: chunks, owners: owners, kernels: kernels, probes: probes.map(\.vector),
      limit: min(count, identities.count))
    return search.run(threads: threads).map { ranked in
      ranked.map {
        Candidate(identity: identities[Int($0.identity)], score: Score(Double($0.score)))
      }
    }
  }

  /// Sees to a last chunk that is this gallery's alone and has room for a template.
  private mutating func makeRoom(dimensions: Int) throws(MatchingError) {
    let last = chunks.count - 1
    if last >= 0, chunks[last].count < chunks[last].capacity {
      // Another copy of the gallery may be looking at the chunk.
      if !isKnownUniquelyReferenced(&chunks[last]) {
        chunks[last] = try GalleryChunk(copying: chunks[last])
      }
    } else {
      let capacity = min(Self.mostTemplatesPerChunk, max(CodedTemplates.groupCount, templateCount))
      chunks.append(try GalleryChunk(capacity: capacity, dimensions: dimensions))
    }
  }

  private func check(_ template: FaceTemplate) throws(MatchingError) {
    guard let modelHash else { return }
    guard template.modelHash == modelHash else {
      throw .differentModels(enrolled: modelHash, probe: template.modelHash)
    }
    guard template.vector.count == dimensions else {
      throw .dimensionMismatch(expected: dimensions, found: template.vector.count)
    }
  }
}
