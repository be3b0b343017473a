/// Why what lies at a path must not decide about anything: another account put it there, or could change it.
public struct OwnershipFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is in others' hands.
  public enum Cause: Hashable, Sendable {
    /// The entry belongs to neither the account that runs nor the administrator.
    case foreignOwner
    /// The entry is the home that `HOME` names, and belongs to neither of them, as after `sudo`.
    case foreignHome
    /// Other accounts may write to the entry.
    case writableByOthers
  }

  /// What was to be used.
  public let path: Path
  /// The file itself, or a folder or link on the way to it, which others control.
  public let entry: Path
  /// The name of the account that the entry belongs to, or its number.
  public let owner: String
  /// Who may do what with the entry: the lower twelve bits of its mode.
  public let mode: UInt32
  public let cause: Cause

  public init(path: Path, entry: Path, owner: String, mode: UInt32, cause: Cause) {
    (self.path, self.entry, self.owner, self.mode, self.cause) = (path, entry, owner, mode, cause)
  }

  public var description: String { "\(path): \(reason)" }

  /// What is wrong and what to do, without the path.
  public var reason: String {
    let subject = entry == path ? "" : "\(entry) on the way to it "
    let state = "belongs to \(printable(owner)) and has mode \(String(mode, radix: 8))"
    switch cause {
    case .foreignOwner:
      return "\(subject)\(state), so another account decides with it; use one that belongs to you or to root"
    case .foreignHome:
      return
        "\(subject)\(state), and this runs as \(printable(Account.name(of: geteuid()))): HOME is another account's;"
        + " with sudo say 'sudo -H', or name files of your own"
    case .writableByOthers:
      return "\(subject)\(state), so other accounts can change what decides here; run: chmod go-w '\(entry)'"
    }
  }
}
