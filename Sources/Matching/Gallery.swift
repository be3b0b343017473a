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
/// A person may have several templates; the best one counts. All templates come from one embedding model.
public struct Gallery: Sendable {
  /// SHA-256 of the embedding model whose templates the gallery holds; nothing while it is empty.
  public private(set) var modelHash: String?

  /// Names in the order in which they were first added.
  public private(set) var identities: [String] = []

  private var indexOfIdentity: [String: Int] = [:]
  private var dimensions = 0

  /// All templates one after the other, each padded to whole groups.
  private var rows: [DotProduct.Lanes] = []

  /// For each template the index into `identities`.
  private var owners: [Int] = []

  /// Makes an empty gallery.
  public init() {}

  /// Number of templates.
  public var templateCount: Int { owners.count }

  /// Adds a template.
  ///
  /// - Parameters:
  ///   - template: A template of the same model as those already there.
  ///   - identity: Whose it is; a name that is already there gets one more template.
  /// - Throws: `MatchingError.differentModels` or `.dimensionMismatch`; the gallery is unchanged then.
  public mutating func add(_ template: FaceTemplate, identity: String) throws(MatchingError) {
    try check(template)
    modelHash = template.modelHash
    dimensions = template.vector.count
    if let index = indexOfIdentity[identity] {
      owners.append(index)
    } else {
      indexOfIdentity[identity] = identities.count
      owners.append(identities.count)
      identities.append(identity)
    }
    rows.append(contentsOf: DotProduct.lanes(template.vector))
  }

  /// Finds the identities that are most like a face.
  ///
  /// - Parameters:
  ///   - probe: The face that is looked for.
  ///   - count: How many candidates are wanted at most.
  /// - Returns: Candidates by falling score; equal scores in the order in which the identities were added.
  ///   Empty for an empty gallery.
  /// - Throws: `MatchingError.differentModels` or `.dimensionMismatch`.
  public func search(_ probe: FaceTemplate, count: Int) throws(MatchingError) -> [Candidate] {
    try check(probe)
    guard count > 0, !identities.isEmpty else { return [] }
    let scores = bestScores(DotProduct.lanes(probe.vector))
    return Self.largest(count, of: scores).map {
      Candidate(identity: identities[$0], score: Score(Double(scores[$0])))
    }
  }

  /// The best score of each identity.
  private func bestScores(_ probe: [DotProduct.Lanes]) -> [Float] {
    var best = [Float](repeating: -Float.infinity, count: identities.count)
    var start = 0
    for owner in owners {
      best[owner] = max(best[owner], DotProduct.of(probe, rows, at: start))
      start += probe.count
    }
    return best
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

  /// Indices of the largest values, largest first, equal ones by index.
  ///
  /// Keeps a sorted list of the best so far: almost all of a large gallery fails at the comparison with its
  /// last.
  private static func largest(_ count: Int, of values: [Float]) -> [Int] {
    var kept: [Int] = []
    for index in values.indices {
      if kept.count == count, let last = kept.last, values[last] >= values[index] { continue }
      var low = 0
      var high = kept.count
      while low < high {
        let middle = (low + high) / 2
        if values[kept[middle]] >= values[index] { low = middle + 1 } else { high = middle }
      }
      kept.insert(index, at: low)
      if kept.count > count { kept.removeLast() }
    }
    return kept
  }
}
