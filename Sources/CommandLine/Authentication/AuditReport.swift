import Facelatch

/// The audit log for people and for programs.
struct AuditReport {
  /// `nil` where there is no store.
  let examination: AuditExamination?
  /// Whose entries are shown; `nil` for everybody's.
  let user: String?

  var isSound: Bool { examination?.faults.isEmpty ?? true }

  /// One line for each entry.
  var lines: [String] { entries.map(Self.line) }

  /// What there is to say about the log as a whole.
  var remarks: [String] {
    guard let examination else { return [] }
    var remarks = examination.faults.map { "the audit log is damaged: \($0)" }
    if examination.unconfirmedCount > 0 {
      remarks.append(
        "\(counted(examination.unconfirmedCount)) at the end of the audit log not confirmed by the store")
    }
    return remarks
  }

  var json: JSON {
    .object([
      "sound": .boolean(isSound),
      "faults": .array((examination?.faults ?? []).map { .string("\($0)") }),
      "unconfirmed": .integer(examination?.unconfirmedCount ?? 0),
      "entries": .array(entries),
    ])
  }

  private var entries: [JSON] {
    (examination?.lines ?? []).map(\.json).filter { entry in
      guard let user else { return true }
      return Self.text(entry["user"])?.utf8.elementsEqual(user.utf8) ?? false
    }
  }

  private func counted(_ count: Int) -> String { count == 1 ? "1 entry is" : "\(grouped(count)) entries are" }

  // MARK: - Words

  /// When, what, who, what came of it; then who asked and why.
  private static func line(_ entry: JSON) -> String {
    var words = ["time", "event", "user"].map { text(entry[$0]) ?? "-" }
    if let key = text(entry["key"]) { words.append("\"\(key)\"") }
    words.append(text(entry["outcome"]) ?? "-")
    if let method = text(entry["method"]) { words.append("by \(method)") }
    if let assurance = text(entry["assurance"]) { words.append("(\(assurance))") }
    var asker = text(entry["program"]) ?? "an unknown program"
    if let pid = text(entry["pid"]) { asker += " [\(pid)]" }
    if let reason = text(entry["reason"]) { asker += ": \(reason)" }
    let reasons = (entry["reasons"]?.elements ?? []).compactMap(text)
    return ([words.joined(separator: "  "), asker] + reasons).map { printable($0) }.joined(separator: "  | ")
  }

  private static func text(_ value: JSON?) -> String? {
    switch value {
    case .string(let text): text
    case .literal(let number): number.text
    default: nil
    }
  }
}
