import Formats

extension PairList {
  /// Reads pairs from a table: `path_a,path_b,same[,fold][,identity_a,identity_b]`.
  ///
  /// Rows without a path, with an unknown label, or with a pair that came before are left out and listed in `problems`.
  ///
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - name: What to call the file in errors.
  ///   - identityIsFolder: Whether the folder that a picture lies in names the person, as in LFW. Otherwise identities
  ///     come from their columns, or where there are none, from the genuine pairs.
  /// - Throws: `EvaluationError.unusableTable` when a column is missing or no row is usable.
  package init(csv bytes: [UInt8], name: String, identityIsFolder: Bool = false) throws(EvaluationError) {
    let table = CSVTable(bytes)
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
    var builder = PairListBuilder()
    var names: [Int: String] = [:]
    for row in table.rows {
      guard let isGenuine = Self.isGenuine(row.text(same)) else {
        builder.refuse(
          line: row.line, "the label '\(printable(row.text(same)))' is neither 1 (the same person) nor 0")
        continue
      }
      guard
        let (one, other) = builder.add(
          Path(row[pathA]), Path(row[pathB]), isGenuine: isGenuine, fold: row.text(fold), line: row.line)
      else { continue }
      if let identityColumns, !identityIsFolder {
        for (picture, name) in [(one, row.text(identityColumns.0)), (other, row.text(identityColumns.1))] {
          if let known = names[picture], known != name, !name.isEmpty {
            builder.refuse(
              line: row.line,
              "calls \(builder.pictures.paths[picture]) '\(printable(name))' and not '\(printable(known))'")
          } else if !name.isEmpty {
            names[picture] = name
          }
        }
      }
    }
    guard !builder.pairs.isEmpty else {
      throw .unusableTable(
        file: name,
        cause: builder.problems.first.map { "no usable row; line \($0.line ?? 0): \($0.cause)" }
          ?? "no row follows the first line", cure: "give pairs of pictures")
    }
    let paths = builder.pictures.paths
    if identityIsFolder {
      self.init(builder, identityNames: paths.map { $0.folderName })
    } else if identityColumns != nil, paths.indices.allSatisfy({ names[$0] != nil }) {
      self.init(builder, identityNames: paths.indices.map { names[$0] })
    } else {
      self.init(builder, identityNames: nil)
    }
  }

  static func isGenuine(_ label: String) -> Bool? {
    switch label.lowercased() {
    case "1", "true", "yes", "same", "genuine": true
    case "0", "false", "no", "different", "impostor": false
    default: nil
    }
  }
}

extension Path {
  /// The name of the folder that an entry lies in; nothing for a bare name.
  var folderName: String? {
    let parts = bytes.split(separator: UInt8(ascii: "/"))
    return parts.count > 1 ? String(decoding: parts[parts.count - 2], as: UTF8.self) : nil
  }
}
