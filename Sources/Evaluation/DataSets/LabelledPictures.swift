import Formats
import Platform

/// A protocol that judges single pictures: each has a label that says how it should be judged.
package struct LabelledPictures: Sendable {
  package struct Entry: Hashable, Sendable {
    package let path: Path
    /// Whether it should be accepted: bona fide, or attentive.
    package let isPositive: Bool
    /// The kind of attack, or the condition; empty where none is given.
    package let group: String
    /// The recording that the picture was taken from; `nil` where it stands alone.
    package let clip: String?
    package let subject: String?
  }

  package let entries: [Entry]
  /// Rows that were left out.
  package let problems: [RowProblem]

  /// Which words a protocol uses.
  package enum Wording: Hashable, Sendable {
    /// `path,label,species[,clip,subject]`, labels `bonafide` and `attack`.
    case presentationAttack
    /// `path,label[,condition,subject]`, labels `attentive` and `inattentive`.
    case attention

    var labelColumns: [String] {
      switch self {
      case .presentationAttack: ["label"]
      case .attention: ["label", "attentive", "eyes"]
      }
    }

    var groupColumn: String {
      switch self {
      case .presentationAttack: "species"
      case .attention: "condition"
      }
    }

    func isPositive(_ label: String) -> Bool? {
      let word = label.lowercased().filter { $0.isLetter || $0.isNumber }
      switch self {
      case .presentationAttack:
        if ["bonafide", "live", "real", "genuine"].contains(word) { return true }
        return ["attack", "spoof", "fake"].contains(word) ? false : nil
      case .attention:
        if ["attentive", "open", "yes", "1", "true"].contains(word) { return true }
        return ["inattentive", "closed", "away", "no", "0", "false"].contains(word) ? false : nil
      }
    }

    var expectation: String {
      switch self {
      case .presentationAttack: "neither 'bonafide' nor 'attack'"
      case .attention: "neither 'attentive' (or 'open') nor 'inattentive' (or 'closed')"
      }
    }
  }

  /// Reads a table.
  ///
  /// Rows without a path, with an unknown label, attacks without a species, and rows that name a picture again are left
  /// out and listed in `problems`.
  ///
  /// - Throws: `DataSetError.unusableTable` when a column is missing or no row is usable.
  package init(csv bytes: [UInt8], name: String, wording: Wording) throws(DataSetError) {
    let table = try CSVTable(complete: bytes, name: name)
    let positions = try table.positions(
      of: [["path"], wording.labelColumns], header: "path,label,\(wording.groupColumn)", file: name)
    let columns = Columns(
      path: positions[0], label: positions[1], group: table.column(wording.groupColumn),
      clip: table.column("clip"), subject: table.column("subject"))
    var entries: [Entry] = []
    var lines: [Path: Int] = [:]
    var reader = RowReader()
    for row in table.rows {
      reader.take(line: row.line) { () throws(RowRefusal) in
        let entry = try Entry(row, columns, wording)
        if let earlier = lines[entry.path.withoutDetours] {
          throw .repeatedPicture(entry.path, line: earlier)
        }
        if wording == .presentationAttack, !entry.isPositive, entry.group.isEmpty {
          throw .attackWithoutSpecies(entry.path)
        }
        lines[entry.path.withoutDetours] = row.line
        entries.append(entry)
      }
    }
    guard !entries.isEmpty else {
      throw .unusableTable(file: name, .nothingUsable(.labelledPictures, first: reader.problems.first))
    }
    self.entries = entries
    problems = reader.problems
  }

  /// Where the columns of a table stand.
  fileprivate struct Columns {
    let path: Int
    let label: Int
    let group: Int?
    let clip: Int?
    let subject: Int?
  }
}

extension LabelledPictures.Entry {
  fileprivate init(
    _ row: CSVTable.Row, _ columns: LabelledPictures.Columns, _ wording: LabelledPictures.Wording
  ) throws(RowRefusal) {
    func text(_ column: Int?) -> String? {
      let text = row.text(column)
      return text.isEmpty ? nil : text
    }
    path = try row.path(columns.path)
    guard let isPositive = wording.isPositive(row.text(columns.label)) else {
      throw .unknownLabel(row.text(columns.label), of: path, wording)
    }
    self.isPositive = isPositive
    group = row.text(columns.group)
    clip = text(columns.clip)
    subject = text(columns.subject)
  }
}
