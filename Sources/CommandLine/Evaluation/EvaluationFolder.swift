import Evaluation
import Facelatch
import Platform

/// The folder that evaluations write to, which is theirs alone.
struct EvaluationFolder {
  /// What is written last: whoever finds it finds everything that belongs to it.
  static let summary = "summary.json"

  private let folder: OutputFolder
  /// Whether no cell of a table begins like a formula.
  private let isSpreadsheetSafe: Bool

  /// - Parameter isShared: Whether others may measure into the same folder: shards, which write nothing but the cache.
  init(_ path: Path, isShared: Bool = false, isSpreadsheetSafe: Bool = false) throws(Failure) {
    self.isSpreadsheetSafe = isSpreadsheetSafe
    folder = try Failure.whenFilling { () throws(OutputFolderError) in
      try OutputFolder(path, kind: "evaluate", seal: Self.summary, isShared: isShared)
    }
  }

  /// Writes a file, which appears when it is complete.
  func write(
    _ name: String, _ body: ((_ bytes: [UInt8]) throws(Failure) -> Void) throws(Failure) -> Void
  ) throws(Failure) {
    let file = try Failure.whenFilling { () throws(OutputFolderError) in try folder.file(name) }
    let isGuarded = isSpreadsheetSafe && name.hasSuffix(".csv")
    try body { (bytes) throws(Failure) in
      let bytes = isGuarded ? CSVLine.spreadsheetSafe(bytes) : bytes
      try Failure.whenWriting { () throws(FileError) in try file.write(bytes) }
    }
    try Failure.whenWriting { () throws(FileError) in try file.finish() }
  }

  func write(_ name: String, text: String) throws(Failure) {
    try write(name) { (write) throws(Failure) in try write(Array(text.utf8)) }
  }

  /// Removes what an earlier evaluation left, before another one writes: tables of two would not fit together.
  func removeEarlierFiles() throws(Failure) {
    try Failure.whenFilling { () throws(OutputFolderError) in try folder.removeEarlierFiles() }
  }

  /// Writes `problems.csv` and `failures.csv`, before anything else, and says what is in them.
  func write<Reading>(
    problems: [RowProblem], pictures: [Path], outcomes: [PictureOutcome<Reading>], _ console: Console
  ) throws(Failure) {
    try removeEarlierFiles()
    try write("problems.csv") { (write) throws(Failure) in try ProblemTables.problems(problems, to: write) }
    try write("failures.csv") { (write) throws(Failure) in
      try ProblemTables.failures(pictures, outcomes, to: write)
    }
    let failures = zip(pictures, outcomes).compactMap { path, outcome in
      outcome.failure.map { "\(path): \($0)" }
    }
    Self.note(problems.map { $0.text }, in: "problems.csv", console)
    Self.note(failures, in: "failures.csv", console)
  }

  /// Tells the first few of many troubles.
  static func note(_ lines: [String], in file: String, _ console: Console) {
    let shown = 10
    for line in lines.prefix(shown) { console.note("facelatch: \(line)") }
    if lines.count > shown { console.note("facelatch: \(grouped(lines.count - shown)) more in \(file)") }
  }
}
