import Database
import Platform

/// Why a file cannot serve as a cache of results.
package enum CacheFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// The database refused something.
  case database(DatabaseError)
  /// The file holds what another program put there.
  case foreign
  /// The file holds nothing, not even tables.
  case empty
  /// The database found damage when it looked through the file.
  case damaged

  package var description: String {
    switch self {
    case .database(let error):
      switch error.kind {
      case .busy: "other processes kept it busy for \(Int(error.patienceSeconds.rounded())) seconds"
      case .damaged: "is no cache of Facelatch (\(printable(error.message)))"
      case .inaccessible, .other: printable(error.message)
      }
    case .foreign: "is no cache of Facelatch (it is another program's database)"
    case .empty: "is no cache of Facelatch (it is empty)"
    case .damaged: "is no cache of Facelatch (it is damaged)"
    }
  }
}

extension CacheFault: DatabaseFailure {
  package init(_ error: DatabaseError) { self = .database(error) }

  package var isBusy: Bool {
    if case .database(let error) = self { error.isBusy } else { false }
  }
}
