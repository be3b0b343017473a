/// One attempt to be accepted as somebody: everything from the claim to the decision, however many pictures, attempts
/// and checks that takes (ISO/IEC 19795-1).
public struct Transaction: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// By the person who is enrolled.
    case genuine
    /// By somebody else, without disguise.
    case impostor
    /// With an instrument of a species that shows the person who is enrolled.
    case attack(species: String)
  }

  /// Who tried.
  public let kind: Kind

  /// Whether the claim was accepted. A failure to acquire is no acceptance.
  public let isAccepted: Bool

  /// Who was claimed to be there: a position in a list of identities.
  public let identity: Int

  public init(kind: Kind, isAccepted: Bool, identity: Int) {
    self.kind = kind
    self.isAccepted = isAccepted
    self.identity = identity
  }
}

/// Error rates of whole transactions.
public struct TransactionRates: Hashable, Sendable {
  /// Genuine transactions that were refused (FRR).
  public let falseRejections: Rate

  /// Impostor transactions that were accepted (FAR).
  public let falseAcceptances: Rate

  /// Attack transactions that were accepted, by species (IAPAR, ISO/IEC 30107-3).
  public let attackAcceptances: [String: Rate]

  /// The highest IAPAR of a species; `nil` without attacks.
  public var highestAttackAcceptance: Double? { attackAcceptances.values.compactMap(\.value).max() }

  public init(_ transactions: [Transaction]) {
    let none = Rate(events: 0, trials: 0)
    var (rejections, acceptances) = (none, none)
    var attacks: [String: Rate] = [:]
    for transaction in transactions {
      switch transaction.kind {
      case .genuine: rejections = rejections.adding(!transaction.isAccepted)
      case .impostor: acceptances = acceptances.adding(transaction.isAccepted)
      case .attack(let species):
        attacks[species] = attacks[species, default: none].adding(transaction.isAccepted)
      }
    }
    falseRejections = rejections
    falseAcceptances = acceptances
    attackAcceptances = attacks
  }

  /// How much the rate of one kind varies with the identities that are claimed: the percentile interval over draws of
  /// identities with replacement. Whoever else takes part is not drawn.
  ///
  /// - Returns: `nil` where an identity is outside of 0…`groupCount` − 1, and where the event never happened or
  ///   always did, which draws cannot doubt.
  public static func interval(
    of kind: Transaction.Kind, in transactions: [Transaction], resampling: Resampling,
    confidence: Double = 0.95
  ) -> ConfidenceInterval? {
    var counts = GroupedRate()
    for transaction in transactions where transaction.kind == kind {
      guard (0..<resampling.groupCount).contains(transaction.identity) else { return nil }
      counts.add(transaction.isAccepted != (kind == .genuine), group: transaction.identity)
    }
    return resampling.interval(confidence: confidence, ofRate: counts.share)
  }
}
