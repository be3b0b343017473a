import Capture
import ErrorRates
import FaceAnalysis
import Facelatch
import Findings
import Formats
import Liveness
import Matching
import Platform
import Workers

/// Evaluates the whole policy over a data set: first everybody is enrolled, then everybody probes.
package struct AuthenticationRun: Sendable {
  /// What came of a transaction.
  package enum Outcome: Sendable, Equatable {
    case evaluated(TransactionReading)
    /// Whom it claims could not be enrolled. The reason is one line.
    case notEnrolled(reason: String)
    /// A file of it cannot be read. The reason is one line.
    case unreadable(reason: String)
  }

  /// What came of an enrolment.
  package enum Enrolment: Sendable, Equatable {
    /// With success or without.
    case tried(EnrolmentReading)
    /// None of the files can be read. The reason is one line.
    case unreadable(reason: String)
  }

  package struct Result: Sendable {
    /// For each transaction, in their order.
    package let outcomes: [Outcome]
    /// For each person, in their order.
    package let enrolments: [Enrolment]
    /// Files that cannot be read, by line.
    package let problems: [RowProblem]
    /// How many transactions were known from earlier runs.
    package let fromCache: Int
  }

  private let trial: AuthenticationTrial
  private let fingerprint: String
  private let cache: ResultCache?
  private let workerCount: Int
  private let digest: @Sendable (Path) -> FileContents

  /// - Parameters:
  ///   - configuration: What decides, but for the store and where frames come from.
  ///   - models: The networks of the configured pack.
  ///   - threshold: The lowest score that counts as a match there.
  ///   - cache: Where results are kept between runs.
  ///   - workers: How many transactions are worked on at a time, at least one.
  ///   - files: The files behind paths: each path itself, or the pictures of a folder.
  ///   - digest: What stands for the content of a file in the cache, or why it cannot be read.
  package init(
    _ configuration: Configuration, models: FaceModels, threshold: Score, cache: ResultCache?, workers: Int,
    files: @escaping @Sendable ([Path]) -> [FrameFile], digest: @escaping @Sendable (Path) -> FileContents
  ) {
    trial = AuthenticationTrial(configuration: configuration, models: models, files: files)
    fingerprint = Self.fingerprint(configuration, models.pack, threshold)
    self.cache = cache
    workerCount = max(1, workers)
    self.digest = digest
  }

  /// Evaluates.
  ///
  /// The result does not depend on the number of workers, nor on what the cache knew. Enrolled templates are in memory
  /// until the end, frames only while they are looked at.
  ///
  /// - Parameters:
  ///   - manifest: Who is enrolled and who probes.
  ///   - progress: Is told how many of the manifest's steps are done.
  /// - Throws: `EvaluationError.engine` or `.unusableCache`.
  package func run(
    _ manifest: AuthenticationManifest, progress: (_ done: Int) -> Void = { _ in }
  ) async throws(EvaluationError) -> Result {
    var done = 0
    var problems: [RowProblem] = []
    var enrolled: [Enrolled] = []
    try await workInOrder(on: manifest.people, lanes: lanes(manifest.people.count)) { _, person in
      self.enrol(person)
    } deliver: { (index, result) throws(EvaluationError) in
      let finished = try result.get()
      enrolled.append(finished)
      problems += finished.problems
      done += manifest.people[index].enrolment.count
      progress(done)
    }
    var outcomes: [Outcome] = []
    outcomes.reserveCapacity(manifest.transactions.count)
    var fromCache = 0
    let jobs = manifest.transactions.map { (transaction: $0, claimed: enrolled[$0.claim]) }
    try await workInOrder(on: jobs, lanes: lanes(jobs.count)) { _, job in
      self.probe(job.transaction, job.claimed)
    } deliver: { (index, result) throws(EvaluationError) in
      let finished = try result.get()
      outcomes.append(finished.outcome)
      problems += finished.problems
      if finished.wasKnown { fromCache += 1 }
      done += 1
      progress(done)
    }
    return Result(
      outcomes: outcomes, enrolments: enrolled.map(\.enrolment),
      problems: problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) }, fromCache: fromCache)
  }

  private func lanes(_ count: Int) -> [Int] { Array(0..<min(workerCount, max(1, count))) }

  // MARK: - One item

  private struct Enrolled: Sendable {
    let enrolment: Enrolment
    /// What stands for the files in the cache.
    var digest: [UInt8] = []
    var problems: [RowProblem] = []
  }

  private func enrol(_ person: AuthenticationManifest.Person) -> Swift.Result<Enrolled, EvaluationError> {
    Swift.Result { () throws(EvaluationError) in
      let files = contents(of: person.enrolment)
      var problems = Problems(paths: person.enrolment, lines: person.lines)
      for (position, reason) in files.unreadable { problems.note(reason, at: position) }
      let readable = person.enrolment.indices.filter { files.unreadable[$0] == nil }
      guard !readable.isEmpty else {
        return Enrolled(enrolment: .unreadable(reason: problems.firstCause), problems: problems.rows)
      }
      let key = ResultCache.Key(content: files.digest, fingerprint: "enrolment\n" + fingerprint)
      if let kept = try cache?.value(of: key), let reading = EnrolmentReading(kept) {
        return Enrolled(
          enrolment: .tried(reading.renumbered(readable)), digest: files.digest, problems: problems.rows)
      }
      let (reading, unreadable) = try trial.enrol(readable.map { person.enrolment[$0] })
      for (position, reason) in unreadable { problems.note(reason, at: readable[position]) }
      if unreadable.count == readable.count {
        return Enrolled(enrolment: .unreadable(reason: problems.firstCause), problems: problems.rows)
      }
      // What is not kept is found again next time, and told again. What is kept has been through its bytes either way.
      if unreadable.isEmpty { try cache?.insert(reading.bytes, for: key) }
      let kept = EnrolmentReading(reading.bytes) ?? reading
      return Enrolled(
        enrolment: .tried(kept.renumbered(readable)), digest: files.digest, problems: problems.rows)
    }
  }

  private struct Probed: Sendable {
    let outcome: Outcome
    var wasKnown = false
    var problems: [RowProblem] = []
  }

  private func probe(
    _ transaction: AuthenticationManifest.Transaction, _ claimed: Enrolled
  ) -> Swift.Result<Probed, EvaluationError> {
    Swift.Result { () throws(EvaluationError) in
      let files = contents(of: transaction.paths)
      guard files.unreadable.isEmpty else { return leftOut(transaction, files.unreadable) }
      guard case .tried(let enrolment) = claimed.enrolment, enrolment.failure == nil else {
        return Probed(outcome: .notEnrolled(reason: claimed.enrolment.failure ?? ""))
      }
      let key = ResultCache.Key(
        content: claimed.digest + Array("\nprobe\n".utf8) + files.digest, fingerprint: fingerprint)
      if let kept = try cache?.value(of: key), let reading = TransactionReading(kept) {
        return Probed(outcome: .evaluated(reading), wasKnown: true)
      }
      let (reading, unreadable) = try trial.probe(transaction.paths, against: enrolment.templates)
      guard unreadable.isEmpty else { return leftOut(transaction, unreadable) }
      try cache?.insert(reading.bytes, for: key)
      return Probed(outcome: .evaluated(reading))
    }
  }

  /// A refusal of what nobody could see would say nothing about the policy.
  private func leftOut(
    _ transaction: AuthenticationManifest.Transaction, _ unreadable: [Int: String]
  ) -> Probed {
    var problems = Problems(paths: transaction.paths, lines: transaction.lines)
    for (position, reason) in unreadable { problems.note(reason, at: position) }
    return Probed(outcome: .unreadable(reason: problems.firstCause), problems: problems.rows)
  }

  /// What stands for the files that can be read, and why others cannot.
  private func contents(of paths: [Path]) -> (digest: [UInt8], unreadable: [Int: String]) {
    var digests: [[UInt8]] = []
    var unreadable: [Int: String] = [:]
    for (position, path) in paths.enumerated() {
      switch digest(path) {
      case .bytes(let bytes): digests.append(bytes)
      case .unreadable(let reason): unreadable[position] = reason
      }
    }
    return (Array(digests.joined(separator: [UInt8(ascii: "\n")])), unreadable)
  }

  /// Files that cannot be read, of one person or transaction.
  private struct Problems {
    let paths: [Path]
    let lines: [Int]
    private var causes: [Int: String] = [:]

    init(paths: [Path], lines: [Int]) {
      self.paths = paths
      self.lines = lines
    }

    mutating func note(_ reason: String, at position: Int) {
      causes[position] = reason
    }

    var rows: [RowProblem] {
      causes.sorted { $0.key < $1.key }.map {
        RowProblem(line: lines[$0.key], .unreadable(paths[$0.key], reason: $0.value))
      }
    }

    var firstCause: String { rows.first?.cause ?? "" }
  }
}

extension AuthenticationRun.Enrolment {
  /// Why nobody is enrolled, in one line; `nil` after success.
  package var failure: String? {
    switch self {
    case .tried(let reading): reading.failure
    case .unreadable(let reason): reason
    }
  }

  /// How an enrolment ended whose files could be read.
  package var reading: EnrolmentReading? {
    guard case .tried(let reading) = self else { return nil }
    return reading
  }
}

extension AuthenticationRun {
  /// Everything besides the frames that an outcome depends on.
  private static func fingerprint(
    _ configuration: Configuration, _ pack: ModelPack, _ threshold: Score
  ) -> String {
    [
      "authentication", Fingerprint.program, Fingerprint.detection(pack), Fingerprint.eyes(pack),
      Fingerprint.embedding(pack),
      pack.presentationAttack.map { Fingerprint.presentationAttack($0) + " \($0.threshold)" } ?? "",
      "\(configuration.rules)", "\(threshold.rawValue)",
      configuration.liveness?.rawValue ?? "as suits the frames", "\(configuration.capture)",
    ].joined(separator: "\n")
  }
}
