import Evaluation
import Facelatch

extension EvaluationFolder {
  /// Writes `transactions.csv`, `enrolments.csv` and `problems.csv`, and says what is in the last.
  func write(
    _ list: AuthenticationManifest, _ result: AuthenticationEvaluation.Run.Result, _ console: Console
  ) throws(Failure) {
    let problems = (list.problems + result.problems).sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    try removeEarlierFiles()
    try write("problems.csv") { (write) throws(Failure) in try ProblemTables.problems(problems, to: write) }
    try write("enrolments.csv") { (write) throws(Failure) in
      try AuthenticationTables.enrolments(list, result.enrolments, to: write)
    }
    try write("transactions.csv") { (write) throws(Failure) in
      try AuthenticationTables.transactions(list, result.outcomes, to: write)
    }
    Self.note(problems.map(\.text), in: "problems.csv", console)
  }
}

/// What came of every person and transaction, a line each.
private enum AuthenticationTables {
  typealias Run = AuthenticationEvaluation.Run

  /// `left_out` names the frames that were taken for another person's; the enrolment was repeated without them.
  static func enrolments(
    _ list: AuthenticationManifest, _ enrolments: [Run.Enrolment], to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try write(
      CSVLine.bytes(["line", "subject", "files", "result", "templates", "tries", "left_out", "reason"]))
    for (person, enrolment) in zip(list.people, enrolments) {
      let result =
        switch enrolment {
        case .tried(let reading): reading.failure == nil ? "enrolled" : "failed"
        case .unreadable: "unreadable"
        }
      let reading = enrolment.reading
      let leftOut = (reading?.leftOut ?? []).map { place in
        person.enrolment[place.file].description + (place.frame.map { ", frame \($0 + 1)" } ?? "")
      }
      try write(
        CSVLine.bytes([
          "\(person.lines.first ?? 0)", person.name, "\(person.enrolment.count)", result,
          "\(reading?.templateCount ?? 0)", "\(reading?.tries ?? 0)", leftOut.joined(separator: "; "),
          enrolment.failure ?? "",
        ]))
    }
  }

  /// `result` is `accepted`, `refused`, `notEnrolled` or `unreadable`; only the first two count.
  static func transactions(
    _ list: AuthenticationManifest, _ outcomes: [Run.Outcome], to write: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let columns = [
      "line", "transaction", "path", "files", "subject", "claim", "species", "kind", "result", "score",
      "cause", "error", "frames", "reasons",
    ]
    try write(CSVLine.bytes(columns))
    for (transaction, outcome) in zip(list.transactions, outcomes) {
      let kind =
        switch list.kind(of: transaction) {
        case .genuine: "genuine"
        case .impostor: "impostor"
        case .attack: "attack"
        }
      let result: [String] =
        switch outcome {
        case .evaluated(let reading):
          [
            reading.isAccepted ? "accepted" : "refused", reading.score.map { "\($0)" } ?? "",
            reading.cause?.rawValue ?? "", reading.error ?? "", "\(reading.frames)",
            reading.reasons.joined(separator: " "),
          ]
        case .notEnrolled(let reason): ["notEnrolled", "", "", "", "0", reason]
        case .unreadable(let reason): ["unreadable", "", "", "", "0", reason]
        }
      let head = [
        Array("\(transaction.line)".utf8), Array(transaction.name.utf8), transaction.paths[0].bytes,
      ]
      let claim = list.people[transaction.claim].name
      let who = ["\(transaction.paths.count)", transaction.subject, claim, transaction.species, kind]
      try write(CSVLine.bytes(head + (who + result).map { Array($0.utf8) }))
    }
  }
}
