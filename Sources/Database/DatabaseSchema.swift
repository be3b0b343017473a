/// What a database holds beside rows: tables, indexes, views and triggers, each as the statement that made it.
package struct DatabaseSchema: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let kind: String
    let name: String
    let table: String
    /// Empty for the indexes that a table brings along.
    let statement: String
  }

  private let entries: Set<Entry>

  /// Whether there is nothing at all.
  package var isEmpty: Bool { entries.isEmpty }

  /// Reads the schema of a database.
  package init<Failure>(of connection: SQLiteConnection<Failure>) throws(Failure) {
    var entries: Set<Entry> = []
    let statement = try connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema")
    while try statement.step() {
      entries.insert(
        Entry(
          kind: statement.text(0), name: statement.text(1), table: statement.text(2),
          statement: statement.text(3)))
    }
    self.entries = entries
  }
}
