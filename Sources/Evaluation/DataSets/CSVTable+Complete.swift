import Formats
import Platform

extension CSVTable {
  /// Reads a table of which all rows can be taken: otherwise some would be lost without a word.
  ///
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - name: What to call the file in errors.
  init(complete bytes: [UInt8], name: String) throws(DataSetError) {
    self.init(bytes)
    guard let fault else { return }
    throw .unusableTable(file: name, .unreadable(fault))
  }

  /// Where columns stand that have to be there.
  ///
  /// - Parameters:
  ///   - names: For each column the names that it may have, of which the first one found counts.
  ///   - header: The first line of a sound table.
  ///   - file: What to call the file in errors.
  func positions(
    of names: [[String]], header: String, file: String
  ) throws(DataSetError) -> [Int] {
    var positions: [Int] = []
    for alternatives in names {
      guard let position = alternatives.lazy.compactMap({ column($0) }).first else {
        throw .unusableTable(file: file, .missingColumns(names.compactMap(\.first), header: header))
      }
      positions.append(position)
    }
    return positions
  }
}

extension CSVTable.Row {
  /// The field in a column as the path of a file.
  func path(_ column: Int) throws(RowRefusal) -> Path {
    let path = Path(self[column])
    guard !path.bytes.isEmpty else { throw .missingPath }
    return path
  }
}
