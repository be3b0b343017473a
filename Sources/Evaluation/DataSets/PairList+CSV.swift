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
  /// - Throws: `EvaluationError.unusableTable` when a column is missing or no row is usable.
  package init(csv bytes: [UInt8], name: String, identityIsFolder: Bool = false) throws(EvaluationError) {
    let table = try CSVTable(complete: bytes, name: name)
    guard let pathA = table.column("path_a"), let pathB = table.column("path_b"),
      let same = table.column("same")
    else {
      throw .unusableTable(
        file: name, cause: "its first line does not name the columns path_a, path_b and same",
        cure: "a list of pairs begins with the line path_a,path_b,same")
    }
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
    for row in table.rows {
      guard let isGenuine = Self.isGenuine(row.text(same)) else {
        builder.refuse(
          line: row.line, "the label '\(printable(row.text(same)))' is neither 1 (the same person) nor 0")
        continue
      }
      let (one, other) = (Path(row[pathA]), Path(row[pathB]))
      _ = builder.add(
        one, other, isGenuine: isGenuine, fold: row.text(fold), line: row.line,
        objection: identityIsFolder
          ? FolderNames.objection(to: one, other, isGenuine: isGenuine)
          : names.objection(
            to: (one, row.text(identityColumns?.0)), (other, row.text(identityColumns?.1)),
            isGenuine: isGenuine))
    }
    guard !builder.pairs.isEmpty else {
      throw .unusableTable(
        file: name, cause: builder.emptiness, cure: "give pairs of pictures")
    }
    let paths = builder.pictures.paths
    let people =
      identityIsFolder
      ? ListedIdentities(foldersOf: paths)
      : names.names(of: paths).map { ListedIdentities(names: $0) }
        ?? ListedIdentities(connecting: paths, by: builder.pairs)
    self.init(builder, people)
  }

  static func isGenuine(_ label: String) -> Bool? {
    switch label.lowercased() {
    case "1", "true", "yes", "same", "genuine": true
    case "0", "false", "no", "different", "impostor": false
    default: nil
    }
  }
}
