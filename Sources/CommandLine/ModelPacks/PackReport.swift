import Facelatch

/// What `pack check` found, for people and for programs.
struct PackReport: Sendable {
  let folder: Path
  let examination: PackExamination

  var text: String {
    let count = examination.problems.count
    let verdict = count == 0 ? "nothing is wrong" : "\(counted(count, "fault")): see below"
    return (["\(folder): \(verdict)"] + examination.lines.map { "  " + $0 }).joined(separator: "\n")
  }

  var json: JSON {
    .object([
      "folder": .string(folder.text), "modelPack": examination.json,
      "faults": .array(examination.problems.map { .string($0.line) }),
    ])
  }
}
