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
    /// The recording that the picture was taken from; nothing where it stands alone.
    package let clip: String?
    package let subject: String?
  }

  package let entries: [Entry]
  /// Rows that were left out.
  package let problems: [RowProblem]

  /// Which words a protocol uses.
  package enum Wording: Sendable {
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
  /// - Throws: `EvaluationError.unusableTable` when a column is missing or no row is usable.
  package init(csv bytes: [UInt8], name: String, wording: Wording) throws(EvaluationError) {
    let table = try CSVTable(complete: bytes, name: name)
    guard let path = table.column("path"),
      let label = wording.labelColumns.lazy.compactMap({ table.column($0) }).first
    else {
      throw .unusableTable(
        file: name, cause: "its first line does not name the columns path and label",
        cure: "the table begins with the line path,label,\(wording.groupColumn)")
    }
    let group = table.column(wording.groupColumn)
    let (clip, subject) = (table.column("clip"), table.column("subject"))
    var entries: [Entry] = []
    var problems: [RowProblem] = []
    var lines: [Path: Int] = [:]
    for row in table.rows {
      func refuse(_ cause: String) { problems.append(RowProblem(line: row.line, cause: cause)) }
      let entry = Path(row[path])
      guard !entry.bytes.isEmpty else {
        refuse("a path is missing")
        continue
      }
      guard let isPositive = wording.isPositive(row.text(label)) else {
        refuse("the label '\(printable(row.text(label)))' of \(entry) is \(wording.expectation)")
        continue
      }
      if let earlier = lines[entry.withoutDetours] {
        refuse("\(entry) was named in line \(earlier) already")
        continue
      }
      let kind = row.text(group)
      if wording == .presentationAttack, !isPositive, kind.isEmpty {
        refuse("\(entry) is an attack without a species")
        continue
      }
      lines[entry.withoutDetours] = row.line
      entries.append(
        Entry(
          path: entry, isPositive: isPositive, group: kind,
          clip: row.text(clip).isEmpty ? nil : row.text(clip),
          subject: row.text(subject).isEmpty ? nil : row.text(subject)))
    }
    guard !entries.isEmpty else {
      throw .unusableTable(
        file: name,
        cause: problems.first.map { "no usable row; line \($0.line ?? 0): \($0.cause)" }
          ?? "no row follows the first line", cure: "give labelled pictures")
    }
    self.entries = entries
    self.problems = problems
  }
}
