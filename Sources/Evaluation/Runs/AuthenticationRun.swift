import Capture
import FaceAnalysis
import FaceGate
import Formats
import Liveness
import Matching
import Workers

/// Evaluates the whole policy over a data set: several people at a time, each with all transactions that claim them.
package struct AuthenticationRun<Frames: FrameSource & SendableMetatype>: Sendable {
  /// What came of a transaction.
  package enum Outcome: Sendable, Equatable {
    case evaluated(TransactionReading)
    /// Whom it claims could not be enrolled. The reason is one line.
    case notEnrolled(reason: String)
  }

  package struct Result: Sendable {
    /// For each transaction, in their order.
    package let outcomes: [Outcome]
    /// For each person, why the enrolment failed; nothing where it did not, or everything was known already.
    package let enrolmentFailures: [String?]
    /// How many transactions were known from earlier runs.
    package let fromCache: Int
  }

  private let trial: AuthenticationTrial<Frames>
  private let cache: ResultCache?
  private let workerCount: Int
  private let digest: @Sendable ([Path]) -> [UInt8]

  /// - Parameters:
  ///   - models: The networks.
  ///   - rules: Limits and times.
  ///   - threshold: The lowest score that counts as a match.
  ///   - liveness: What proves life; nothing for what suits the frames.
  ///   - cache: Where results are kept between runs.
  ///   - workers: How many people are worked on at a time, at least one.
  ///   - open: Opens the frames behind paths, and says whether they show a scene in its order.
  ///   - digest: What stands for the content of files in the cache.
  package init(
    models: FaceModels, rules: PolicyRules, threshold: Score, liveness: LivenessRequirement?,
    cache: ResultCache?, workers: Int,
    open: @escaping @Sendable ([Path]) -> (frames: Frames, isSequence: Bool),
    digest: @escaping @Sendable ([Path]) -> [UInt8]
  ) {
    trial = AuthenticationTrial(
      models: models, rules: rules, threshold: threshold, liveness: liveness, open: open)
    self.cache = cache
    workerCount = max(1, workers)
    self.digest = digest
  }

  /// Evaluates.
  ///
  /// - Parameters:
  ///   - manifest: Who is enrolled and who probes.
  ///   - shard: Whose part of the people is worked on; nothing for everybody.
  ///   - progress: Is told after every person how many transactions are done.
  /// - Throws: `EvaluationError.engine` or `.unusableCache`.
  package func run(
    _ manifest: AuthenticationManifest, shard: Shard? = nil,
    progress: (_ done: Int, _ fromCache: Int) -> Void = { _, _ in }
  ) async throws(EvaluationError) -> Result {
    var jobs = manifest.people.map { Job(person: $0, transactions: []) }
    for (index, transaction) in manifest.transactions.enumerated() {
      jobs[transaction.claim].transactions.append((index, transaction))
    }
    let chosen = shard?.part(of: Array(jobs.indices)) ?? Array(jobs.indices)
    var outcomes = [Outcome?](repeating: nil, count: manifest.transactions.count)
    var failures = [String?](repeating: nil, count: jobs.count)
    var (done, fromCache) = (0, 0)
    let lanes = Array(0..<min(workerCount, max(1, chosen.count)))
    try await workInOrder(on: chosen.map { jobs[$0] }, lanes: lanes) { _, job in
      self.work(on: job)
    } deliver: { (index, result) throws(EvaluationError) in
      let finished = try result.get()
      for (position, outcome) in finished.outcomes { outcomes[position] = outcome }
      failures[chosen[index]] = finished.enrolmentFailure
      done += finished.outcomes.count
      fromCache += finished.fromCache
      progress(done, fromCache)
    }
    return Result(
      outcomes: outcomes.map { $0 ?? .notEnrolled(reason: "belongs to another shard") },
      enrolmentFailures: failures, fromCache: fromCache)
  }

  private struct Job: Sendable {
    let person: AuthenticationManifest.Person
    var transactions: [(Int, AuthenticationManifest.Transaction)]
  }

  private struct Finished: Sendable {
    var outcomes: [(Int, Outcome)] = []
    var enrolmentFailure: String?
    var fromCache = 0
  }

  private func work(on job: Job) -> Swift.Result<Finished, EvaluationError> {
    Swift.Result { () throws(EvaluationError) in
      var finished = Finished()
      // Enrolled when the first transaction is not known.
      var enrolment: AuthenticationTrial<Frames>.Enrolment?
      let enrolmentDigest = digest(job.person.enrolment)
      for (index, transaction) in job.transactions {
        let key = ResultCache.Key(
          content: enrolmentDigest + digest(transaction.paths), fingerprint: trial.fingerprint)
        if let kept = try cache?.value(of: key), let reading = TransactionReading(kept) {
          finished.outcomes.append((index, .evaluated(reading)))
          finished.fromCache += 1
          continue
        }
        let enrolled =
          if let enrolment { enrolment } else {
            try trial.enrol(job.person.enrolment, as: job.person.name)
          }
        enrolment = enrolled
        switch enrolled {
        case .failed(let reason):
          finished.enrolmentFailure = reason
          finished.outcomes.append((index, .notEnrolled(reason: reason)))
        case .enrolled(let store):
          let reading = try trial.probe(transaction.paths, as: job.person.name, in: store)
          try cache?.insert(reading.bytes, for: key)
          finished.outcomes.append((index, .evaluated(reading)))
        }
      }
      return finished
    }
  }
}

extension AuthenticationTrial {
  /// Everything besides the frames that an outcome depends on.
  var fingerprint: String {
    let pack = models.pack
    return [
      "authentication", Fingerprint.program, Fingerprint.detection(pack), Fingerprint.eyes(pack),
      Fingerprint.embedding(pack),
      pack.presentationAttack.map { Fingerprint.presentationAttack($0) + " \($0.threshold)" } ?? "",
      "\(rules)", "\(threshold.rawValue)", liveness?.rawValue ?? "as suits the frames",
    ].joined(separator: "\n")
  }
}
