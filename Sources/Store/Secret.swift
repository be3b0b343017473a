import Findings

/// A secret as it is kept: its bytes, and what a face has to show at least before they are handed out. Both are sealed
/// together.
public struct Secret: Sendable, Equatable {
  public var value: [UInt8]
  public var leastAssurance: Assurance

  public init(_ value: [UInt8], leastAssurance: Assurance = .nothing) {
    self.value = value
    self.leastAssurance = leastAssurance
  }
}

extension Secret {
  /// What is sealed: one byte for the assurance, then the value.
  var bytes: [UInt8] { [leastAssurance.code] + value }

  /// - Returns: `nil` where the bytes are none of a secret.
  init?(bytes: [UInt8]) {
    guard let code = bytes.first, let assurance = Assurance.allCases.first(where: { $0.code == code })
    else { return nil }
    self.init(Array(bytes.dropFirst()), leastAssurance: assurance)
  }

  /// Before the second version of the format a secret was its value alone, and any success released it.
  static func bytes(ofFirstVersion value: [UInt8]) -> [UInt8] { Secret(value).bytes }
}

extension Assurance {
  /// The byte that stands for it in the store.
  fileprivate var code: UInt8 {
    switch self {
    case .nothing: 0
    case .picture: 1
    case .motion: 2
    case .challenge: 3
    }
  }
}
