/// One presentation to a detector of presentation attacks (ISO/IEC 30107-3).
public struct Presentation: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A person as they are.
    case bonaFide
    /// An attack with an instrument of a species: `print`, `replay`.
    case attack(species: String)
  }

  /// What was presented.
  public let kind: Kind

  /// How much it looks bona fide, by convention 0…1; `nil` where the detector gave no response, or no finite number.
  public let score: Double?

  /// Whose face it is; `nil` where that is not known.
  public let subject: String?

  public init(kind: Kind, score: Double?, subject: String? = nil) {
    self.kind = kind
    self.score = score.flatMap { $0.isFinite ? $0 : nil }
    self.subject = subject
  }
}

/// Error rates of a detector of presentation attacks at one threshold (ISO/IEC 30107-3). What scores at least the
/// threshold is taken for bona fide.
public struct PresentationAttackRates: Hashable, Sendable {
  /// The lowest score that is taken for bona fide.
  public let threshold: Double

  /// Attack presentations taken for bona fide, by species (APCER). An attack without a response was not accepted: it
  /// is a trial, never an event.
  public let attackErrors: [String: Rate]

  /// Bona fide presentations taken for attacks (BPCER), of those with a response.
  public let bonaFideErrors: Rate

  /// Attack presentations without a response, by species (APNRR).
  public let attackNonResponses: [String: Rate]

  /// Bona fide presentations without a response (BPNRR).
  public let bonaFideNonResponses: Rate

  /// The highest APCER of a species, which is the figure that the standard wants stated; `nil` without attacks.
  public var highestAttackError: Double? { attackErrors.values.compactMap(\.value).max() }

  /// The mean of the highest APCER and of BPCER (ACER). ISO/IEC 30107-3 no longer recommends it, for it hides which of
  /// the two errors is made; it is here to compare with older publications.
  public var averageError: Double? {
    guard let attack = highestAttackError, let bonaFide = bonaFideErrors.value else { return nil }
    return (attack + bonaFide) / 2
  }
}
