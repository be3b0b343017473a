import Platform

/// What is wrong with an audit log. Lines are counted in the file, from 1; numbers are those that the entries carry.
public enum AuditFault: Sendable, Equatable, CustomStringConvertible {
  /// The line is no entry: cut short by a full disk, of an earlier version, or by another hand.
  case notAnEntry(line: Int)
  /// The entry does not have the digest that the next one knows it by.
  case changed(line: Int)
  /// Entries before this line are gone; so many, by the numbers.
  case missing(count: Int, beforeLine: Int)
  /// The number is not the one that follows, and no higher one: the line was put in or moved.
  case disordered(line: Int)
  /// The store knows of so many entries more than the file has.
  case cutAtEnd(count: Int)
  /// The last entry is not the one that the store knows.
  case unknownToStore(line: Int)

  public var description: String {
    switch self {
    case .notAnEntry(let line): "line \(line) is no entry"
    case .changed(let line): "line \(line) was changed"
    case .missing(let count, let line): "\(Self.entries(count)) before line \(line) missing"
    case .disordered(let line): "line \(line) does not belong where it stands"
    case .cutAtEnd(let count): "\(Self.entries(count)) missing at the end"
    case .unknownToStore(let line): "line \(line) is not the one that the store knows"
    }
  }

  private static func entries(_ count: Int) -> String { count == 1 ? "1 entry is" : "\(count) entries are" }
}
