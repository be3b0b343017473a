/// How many comparisons each person of a test takes part in, where not every comparison is listed: what a draw of people
/// needs to know of the comparisons that it does not see.
public enum ComparedPeople: Hashable, Sendable {
  /// All pairs of pictures: how many pictures each identity has.
  case allPairs(pictures: [Int])
  /// Every reference with every probe of another person, and some with those of the same, over several draws.
  case sets([SetParticipation], draws: Int)

  /// How many references and probes an identity has in each draw.
  public struct SetParticipation: Hashable, Sendable {
    public let references: Int
    public let probes: Int
    /// Comparisons of its references with its own probes.
    public let genuine: Int

    public init(references: Int, probes: Int, genuine: Int) {
      self.references = references
      self.probes = probes
      self.genuine = genuine
    }

    fileprivate var takesPart: Bool { references > 0 || probes > 0 }

    fileprivate var isValid: Bool { references >= 0 && probes >= 0 && genuine >= 0 }
  }

  /// The number of identities, with those who take no part.
  public var count: Int {
    switch self {
    case .allPairs(let pictures): pictures.count
    case .sets(let people, _): people.count
    }
  }

  /// For each identity, whether it takes part.
  var takePart: [Bool] {
    switch self {
    case .allPairs(let pictures): pictures.map { $0 > 0 }
    case .sets(let people, _): people.map(\.takesPart)
    }
  }

  /// How many identities take part.
  public var participantCount: Int { takePart.count { $0 } }

  /// Whether every count is one.
  var isValid: Bool {
    switch self {
    case .allPairs(let pictures): pictures.allSatisfy { $0 >= 0 }
    case .sets(let people, let draws): draws > 0 && people.allSatisfy(\.isValid)
    }
  }

  /// The identities that take part, alone.
  var participants: ComparedPeople {
    switch self {
    case .allPairs(let pictures): .allPairs(pictures: pictures.filter { $0 > 0 })
    case .sets(let people, let draws): .sets(people.filter(\.takesPart), draws: draws)
    }
  }

  /// How many comparisons of each kind there are where each identity counts so often; copies of one identity are not
  /// compared.
  ///
  /// - Parameter weights: One per identity; `nil` for once each.
  func totals(_ weights: [Int]? = nil) -> PairTotals {
    let weights = weights ?? [Int](repeating: 1, count: count)
    switch self {
    case .allPairs(let pictures):
      return PairTotals(pictures, weights)
    case .sets(let people, let draws):
      var (genuine, references, probes, own) = (0.0, 0.0, 0.0, 0.0)
      for (person, weight) in zip(people, weights) {
        let weight = Double(weight)
        genuine += weight * Double(person.genuine)
        references += weight * Double(person.references)
        probes += weight * Double(person.probes)
        own += weight * weight * Double(person.references) * Double(person.probes)
      }
      return PairTotals(
        genuine: Double(draws) * genuine, impostor: Double(draws) * (references * probes - own))
    }
  }
}
