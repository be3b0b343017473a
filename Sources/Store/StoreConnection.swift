import Database

/// A connection to the store's database.
typealias StoreConnection = SQLiteConnection<StoreError>

extension StoreError: DatabaseFailure {
  package init(_ error: DatabaseError) {
    self =
      switch error.kind {
      case .busy: .busy(path: error.path, seconds: error.patienceSeconds)
      case .damaged: .notAStore(path: error.path, reason: error.message)
      case .inaccessible: .cannotAccess(path: error.path, reason: error.message)
      case .other: .database(path: error.path, reason: error.message)
      }
  }

  package var isBusy: Bool {
    if case .busy = self { true } else { false }
  }
}
