import Capture
import Matching
import Store

/// Enrols faces, and removes them again.
public struct Enroller: Sendable {
  private let store: any Store
  private let clock: any Clock
  private let rules: PolicyRules
  private let threshold: Score
  private let agreementThreshold: Score
  private let scale: EvidenceScale
  private let audit: AuditLog?

  /// Most frames that are read, and most good ones that are compared with each other.
  private static let frameLimit = 5_000
  private static let candidateLimit = 200

  /// Makes an enroller.
  ///
  /// - Parameters:
  ///   - threshold: The lowest score that counts as a match; another person's face that reaches it is warned of.
  ///   - agreementThreshold: The score that each frame has to reach with the most typical frame to count as the same
  ///     person; `nil` for `threshold`. A lower one forgives differences of light and pose.
  ///   - scale: How evidence of several pictures is scored.
  public init(
    store: any Store, clock: any Clock = SystemClock(), rules: PolicyRules = .faceID, threshold: Score,
    agreementThreshold: Score? = nil, scale: EvidenceScale = .meanOfCosines, audit: AuditLog? = nil
  ) {
    self.store = store
    self.clock = clock
    self.rules = rules
    self.threshold = threshold
    self.agreementThreshold = agreementThreshold ?? threshold
    self.scale = scale
    self.audit = audit
  }

  /// Enrols a look of a person, in place of the one that has the same label.
  ///
  /// - Parameters:
  ///   - user: A person with a passcode, who is asked for it first.
  ///   - label: What the person calls this look.
  ///   - frames: Pictures of this person alone.
  ///   - reader: Turns frames into templates.
  ///   - prompt: Asks for the passcode.
  public func enrol(
    user: String, label: String = "default", frames: some FrameSource, reader: some FaceReading,
    prompt: some PasscodePrompt
  ) throws(EnrolmentError) -> EnrolmentReport {
    try audited(.enrolment, user, model: reader.modelHash) { () throws(EnrolmentError) in
      guard PlainText.isName(label) else { throw .invalidLabel(label) }
      let verifier = try authorise(user, prompt, "to enrol a face")
      try checkRoom(user, label)
      return try enrol(user, label, verifier, try read(frames, reader))
    }
  }

  /// Removes a look of a person, or all of them.
  ///
  /// - Parameter label: The look; `nil` for all.
  /// - Returns: How many looks were removed.
  @discardableResult
  public func remove(
    user: String, label: String? = nil, prompt: some PasscodePrompt
  ) throws(EnrolmentError) -> Int {
    try audited(.enrolmentRemoval, user, model: nil) { () throws(EnrolmentError) in
      let verifier = try authorise(user, prompt, "to remove a face")
      let nonce = try newNonce()
      let removed: (count: Int, labels: [String]) = try change(user, verifier) { record in
        let before = record.appearances
        record.appearances.removeAll { label == nil || $0.label == label }
        if record.appearances != before { record.enrolmentNonce = nonce }
        return (before.count - record.appearances.count, before.map(\.label))
      }
      if removed.count == 0, let label { throw .unknownAppearance(label: label, labels: removed.labels) }
      return removed.count
    }
  }

  // MARK: - Steps

  private func authorise(
    _ user: String, _ prompt: some PasscodePrompt, _ reason: String
  ) throws(EnrolmentError) -> String {
    let manager = PasscodeManager(store: store, clock: clock, rules: rules, audit: audit)
    defer { prompt.finish() }
    do throws(PasscodeError) {
      return try manager.authorise(user: user, prompt: prompt, reason: reason)
    } catch {
      throw .passcode(error)
    }
  }

  /// Refuses a third look before any frame is read.
  private func checkRoom(_ user: String, _ label: String) throws(EnrolmentError) {
    let record = try check { () throws(StoreError) in try store.record(of: user) }
    try Self.checkRoom(record?.appearances ?? [], label, rules)
  }

  private static func checkRoom(
    _ appearances: [Appearance], _ label: String, _ rules: PolicyRules
  ) throws(EnrolmentError) {
    let others = appearances.map(\.label).filter { $0 != label }
    guard others.count < rules.appearancesPerPerson else {
      throw .tooManyAppearances(limit: rules.appearancesPerPerson, labels: others)
    }
  }

  /// Looks at all frames and tells the good ones from the others.
  private func read(
    _ frames: some FrameSource, _ reader: some FaceReading
  ) throws(EnrolmentError) -> FramesSeen {
    var (frames, reader) = (frames, reader)
    var verdicts: [EnrolmentFrame] = []
    var candidates: [EnrolmentCandidate] = []
    while verdicts.count < Self.frameLimit, candidates.count < Self.candidateLimit {
      let number = verdicts.count + 1
      let frame: Frame?
      do throws(CaptureError) {
        frame = try frames.next()
      } catch {
        verdicts.append(
          EnrolmentFrame(number: number, origin: error.origin, verdict: .rejected(.unreadable(error))))
        if error.isFinal { break }
        continue
      }
      guard let frame else { break }
      switch try judged(frame, &reader) {
      case .rejected(let obstacle):
        verdicts.append(
          EnrolmentFrame(number: number, origin: frame.origin, verdict: .rejected(obstacle)))
      case .usable(let template, let quality):
        verdicts.append(EnrolmentFrame(number: number, origin: frame.origin, verdict: .spare))
        candidates.append(EnrolmentCandidate(number: number, template: template, quality: quality))
      }
    }
    return FramesSeen(verdicts: verdicts, candidates: candidates, skippedCount: frames.skippedFrameCount)
  }

  /// What all frames came to.
  private struct FramesSeen {
    let verdicts: [EnrolmentFrame]
    let candidates: [EnrolmentCandidate]
    let skippedCount: Int
  }

  private enum Judgement {
    case usable(FaceTemplate, quality: Double)
    case rejected(Obstacle)
  }

  private func judged(
    _ frame: Frame, _ reader: inout some FaceReading
  ) throws(EnrolmentError) -> Judgement {
    do throws(EngineFailure) {
      switch try reader.read(frame) {
      case .face(_, let inattention?) where rules.requiresAttention:
        return .rejected(.inattentive(inattention))
      case .face(let quality, _):
        switch try reader.template() {
        case .template(let template): return .usable(template, quality: quality)
        case .unusable(let obstacle): return .rejected(obstacle)
        }
      case .unusable(let obstacle): return .rejected(obstacle)
      case .notLive(let reason): return .rejected(.notLive(reason))
      case .several(let count): return .rejected(.severalFaces(count: count))
      }
    } catch {
      throw .engine(error)
    }
  }

  private func enrol(
    _ user: String, _ label: String, _ verifier: String, _ seen: FramesSeen
  ) throws(EnrolmentError) -> EnrolmentReport {
    let (verdicts, candidates) = (seen.verdicts, seen.candidates)
    let needed = rules.minimumTemplatesPerAppearance
    guard candidates.count >= needed else {
      throw .tooFewFrames(
        usable: candidates.count, needed: needed, frames: verdicts, skippedFrames: seen.skippedCount)
    }
    let selection: TemplateSelection
    do throws(MatchingError) {
      selection = try TemplateSelection(candidates)
    } catch {
      throw .engine(EngineFailure(.models, error.description))
    }
    let strangers = selection.strangers(threshold: agreementThreshold)
    guard strangers.isEmpty else { throw .severalPeople(frameNumbers: strangers, frames: verdicts) }

    let chosen = selection.diverse(limit: rules.templatesPerAppearance).map { candidates[$0] }
    let templates = chosen.map(\.template)
    let resemblances = try resemblances(of: templates, to: user)
    let nonce = try newNonce()
    let rules = rules
    let written: Result<(replaced: Bool, count: Int), EnrolmentError> = try change(user, verifier) { record in
      do throws(EnrolmentError) { try Self.checkRoom(record.appearances, label, rules) } catch {
        return .failure(error)
      }
      let appearance = Appearance(label: label, templates: templates)
      let place = record.appearances.firstIndex { $0.label == label }
      if let place { record.appearances[place] = appearance } else { record.appearances.append(appearance) }
      record.enrolmentNonce = nonce
      return .success((place != nil, record.appearances.count))
    }
    let (replaced, count) = try written.get()
    var report = EnrolmentReport(
      frames: verdicts, skippedFrames: seen.skippedCount, label: label, templates: templates.count,
      replaced: replaced, appearances: count,
      resemblances: resemblances)
    for candidate in chosen { report.frames[candidate.number - 1].verdict = .kept }
    return report
  }

  /// Other people whose enrolled faces match the new templates.
  private func resemblances(
    of templates: [FaceTemplate], to user: String
  ) throws(EnrolmentError) -> [EnrolmentReport.Resemblance] {
    var found: [EnrolmentReport.Resemblance] = []
    guard let face = try? MeanTemplate(templates) else { return [] }
    for other in try check({ () throws(StoreError) in try store.userNames() }) where other != user {
      let record = try check { () throws(StoreError) in try store.record(of: other) }
      // Looks of another model cannot be compared, and so cannot be mistaken either.
      let best = record?.appearances.compactMap { $0.reference() }
        .compactMap { enrolled in try? scale.score(enrolled, face) }.max()
      if let best, best >= threshold { found.append(.init(user: other, score: best)) }
    }
    return found.sorted { $0.score > $1.score }
  }

  // MARK: - Store

  private func newNonce() throws(EnrolmentError) -> [UInt8] {
    try check { () throws(StoreError) in try Sodium.randomBytes(16) }
  }

  /// Changes the record of a person whose passcode is still the one that was given.
  private func change<Result>(
    _ user: String, _ verifier: String, _ body: (inout UserRecord) -> Result
  ) throws(EnrolmentError) -> Result {
    try check { () throws(StoreError) in
      try store.update(user) { (record) throws(StoreError) in
        guard var known = record, known.passcodeVerifier == verifier else {
          throw .changedMeanwhile(user: user)
        }
        let result = body(&known)
        record = known
        return result
      }
    }
  }

  private func check<Result>(_ body: () throws(StoreError) -> Result) throws(EnrolmentError) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      throw .store(error)
    }
  }

  private func audited<Result>(
    _ event: AuditEntry.Event, _ user: String, model: String?, _ body: () throws(EnrolmentError) -> Result
  ) throws(EnrolmentError) -> Result {
    let begin = clock.now()
    let result: Swift.Result<Result, EnrolmentError>
    do throws(EnrolmentError) {
      result = .success(try body())
    } catch {
      result = .failure(error)
    }
    var entry = AuditEntry(at: clock.now(), event: event, user: user, outcome: "success")
    entry.note(begin: begin)
    entry.model = model
    if case .failure(let error) = result {
      (entry.outcome, entry.reasons) = (error.auditName, [error.description])
      // The failure is what counts; one that cannot be written down does not hide it.
      try? audit?.append(entry)
      throw error
    }
    let success = entry
    try check { () throws(StoreError) in try audit?.append(success) }
    return try result.get()
  }
}

extension EnrolmentError {
  /// The word for this error in the audit log.
  fileprivate var auditName: String {
    switch self {
    case .passcode(let error): error.auditName
    case .tooFewFrames: "tooFewFrames"
    case .severalPeople: "severalPeople"
    case .tooManyAppearances: "tooManyAppearances"
    case .unknownAppearance: "unknownAppearance"
    case .invalidLabel: "invalidLabel"
    case .engine: "engine"
    case .store: "store"
    }
  }
}
