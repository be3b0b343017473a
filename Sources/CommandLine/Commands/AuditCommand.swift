import Facelatch

/// `facelatch audit [--user NAME]`: reads and checks the audit log of a store.
struct AuditCommand: Command {
  static let specification = CommandSpecification(
    name: "audit",
    summary: "shows the audit log and checks that it is whole",
    explanation: [
      "Shows what was decided and who asked: every evaluation with the charge that came before its comparison, changes of",
      "passcodes and enrolments, uses of the vault. A charge without an authentication or a change after it is a try that was",
      "broken off. Each line has the SHA-256 of the one before, and the store keeps that of the last one, sealed; so lines that",
      "were changed, removed or put in are told, and a cut at the end too. Whoever holds the store's key can write a log that",
      "fits; ship the log elsewhere if it is to count against its owner.",
    ],
    operands: .none,
    options: [.user, .store, .json, .help],
    examples: [
      .init(command: "facelatch audit", meaning: "everything, the oldest first"),
      .init(
        command: "facelatch audit --user ada", meaning: "what is about one person; all of the log is checked"),
    ],
    outcomes: [
      .init(code: .yes, meaning: "the log is whole"),
      .init(code: .no, meaning: "lines are missing or were changed"),
      .init(code: .usage, meaning: "the command line is wrong"),
      .init(code: .configuration, meaning: "store or log cannot be read"),
    ]
  )

  private let user: String?
  private let options: GateOptions
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(Failure) {
    user = try arguments.text(.user)
    options = try GateOptions(arguments)
    asJSON = arguments.has(.json)
  }

  func run(_ console: Console) async throws(Failure) -> ExitCode {
    let directory = options.configuration.location.directory
    let examination = try Failure.whenStoring { () throws(StoreError) in
      try options.gate().examinedAuditLog()
    }
    if examination == nil { console.note("facelatch: \(Obstacle.noStore(directory: directory))") }
    let report = AuditReport(examination: examination, user: user)
    if asJSON {
      try console.print(report.json.text)
    } else {
      for line in report.lines { try console.print(line) }
    }
    for remark in report.remarks { console.note("facelatch: \(directory): \(remark)") }
    return report.isSound ? .yes : .no
  }
}
