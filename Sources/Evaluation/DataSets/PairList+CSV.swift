import Formats
import Platform

extension PairList {
  /// Reads pairs from a table: `path_a,path_b,same[,fold][,identity_a,identity_b]`.
  ///
  /// Rows without a path, with an unknown label, with a pair that came before, or with names that contradict the label
  /// or an earlier row are left out and listed in `problems`.
  ///
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - name: What to call the file in errors.
  ///   - identityIsFolder: Whether the folder that a picture lies in names the person, as in LFW. Otherwise identities
  ///     come from their columns, or where these do not name everybody, from the genuine pairs.
  /// - Throws: `DataSetError.unusableTable` when a column is missing or no row is usable.
  package init(csv bytes: [UInt8], name: String, identityIsFolder: Bool = false) throws(DataSetError) {
    let table = try CSVTable(complete: bytes, name: name)
    let positions = try table.positions(
      of: [["path_a"], ["path_b"], ["same"]], header: "path_a,path_b,same", file: name)
    let (pathA, pathB, same) = (positions[0], positions[1], positions[2])
    let fold = table.column("fold")
    let identityColumns = table.column("identity_a").flatMap { a in
      table.column("identity_b").map { (a, $0) }
    }
    var names = PictureNames()
    if let identityColumns, !identityIsFolder {
      for row in table.rows {
        guard let isGenuine = Self.isGenuine(row.text(same)) else { continue }
        names.take(
          (Path(row[pathA]), row.text(identityColumns.0)), (Path(row[pathB]), row.text(identityColumns.1)),
          isGenuine: isGenuine)
      }
    }
    var builder = PairListBuilder()
    var reader = RowReader()
    for row in table.rows {
      reader.take(line: row.line) { () throws(RowRefusal) in
        guard let isGenuine = Self.isGenuine(row.text(same)) else { throw .unknownSameness(row.text(same)) }
        let (one, other) = (Path(row[pathA]), Path(row[pathB]))
        try builder.add(
          one, other, isGenuine: isGenuine, fold: row.text(fold), line: row.line,
          objection: identityIsFolder
            ? FolderNames.objection(to: one, other, isGenuine: isGenuine)
            : names.objection(
              to: (one, row.text(identityColumns?.0)), (other, row.text(identityColumns?.1)),
              isGenuine: isGenuine))
      }
    }
    guard !builder.pairs.isEmpty else {
      throw .unusableTable(file: name, .nothingUsable(.pairs, first: reader.problems.first))
    }
    let paths = builder.pictures.paths
    let people =
      identityIsFolder
      ? ListedIdentities(foldersOf: paths)
      : names.names(of: paths).map { ListedIdentities(names: $0) }
        ?? ListedIdentities(connecting: paths, by: builder.pairs)
    self.init(builder, people, problems: reader.problems)
  }

  static func isGenuine(_ label: String) -> Bool? {
    switch label.lowercased() {
    case "1", "true", "yes", "same", "genuine": true
    case "0", "false", "no", "different", "impostor": false
    default: nil
    }
  }
}
