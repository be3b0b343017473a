public import Foundation

/// The state of what an app can be authenticated with, to notice that it changed since last time.
public final class LADomainState: NSObject, Sendable {
  /// The biometric part.
  public let biometry: LADomainStateBiometry

  /// The companion devices; on Linux always empty.
  public let companion: LADomainStateCompanion

  /// All parts in one value; `nil` while there is nothing to authenticate with.
  public var stateHash: Data? { biometry.stateHash }

  init(biometryType: LABiometryType, enrolmentHash: Data?) {
    biometry = LADomainStateBiometry(biometryType: biometryType, stateHash: enrolmentHash)
    companion = LADomainStateCompanion()
    super.init()
  }
}

/// The biometric part of a domain state.
public final class LADomainStateBiometry: NSObject, Sendable {
  /// The kind of biometry of this machine.
  public let biometryType: LABiometryType

  /// Changes with every change of the enrolment; `nil` while nobody is enrolled. It differs between
  /// applications.
  public let stateHash: Data?

  init(biometryType: LABiometryType, stateHash: Data?) {
    self.biometryType = biometryType
    self.stateHash = stateHash
    super.init()
  }
}

/// The companion devices of a domain state. Linux knows none.
public final class LADomainStateCompanion: NSObject, Sendable {
  /// The kinds of companions that are paired: none.
  public var availableCompanionTypes: Set<LACompanionType> { [] }

  /// All companions in one value: `nil`, there are none.
  public var stateHash: Data? { nil }

  /// The value of one kind of companion: `nil`, there are none.
  public func stateHash(for companionType: LACompanionType) -> Data? { nil }
}
