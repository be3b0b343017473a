import Capture
import Matching
import Policy
import Store

extension Gate {
  /// Sets, changes and removes passcodes, and removes people.
  ///
  /// - Parameter makesStore: Whether a missing store is made; otherwise nobody has a passcode there, and none can be set.
  /// - Throws: `StoreError` where the store cannot be opened.
  public func passcodes(makingStore makesStore: Bool = false) throws(StoreError) -> PasscodeManager {
    let opened = try store(makesOne: makesStore)
    return PasscodeManager(store: opened.store, clock: clock, rules: configuration.rules, audit: opened.audit)
  }

  /// Enrols a face of a person who has a passcode, in place of the one that has the same label. Waits for the person.
  ///
  /// - Parameters:
  ///   - user: The person; `nil` for the configuration's.
  ///   - label: What the person calls this look.
  ///   - frames: Pictures of this person alone, each looked at for itself; a face that looks like a picture is left out.
  ///     `nil` for the configured frames.
  ///   - prompt: Asks for the passcode.
  ///   - finished: Told how many files are done with, each time that one is.
  /// - Returns: What became of each frame.
  /// - Throws: `EnrolmentError`; nothing is changed then.
  public func enrol(
    _ user: String? = nil, label: String = "default", from frames: Frames? = nil,
    prompt: some PasscodePrompt = TerminalPrompt(), finished: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws(EnrolmentError) -> EnrolmentReport {
    guard let frames = frames ?? configuration.frames else {
      throw .engine(
        EngineFailure(.frames, "no camera is configured; name the frames, or set them in the configuration"))
    }
    return try enrol(
      user, label: label,
      source: OpenedFrames(frames, options: configuration.capture, finished: finished), prompt: prompt)
  }

  /// Enrols a face of a person who has a passcode, on a thread of its own, which the prompt is asked on.
  ///
  /// - Parameters:
  ///   - user: The person; `nil` for the configuration's.
  ///   - label: What the person calls this look.
  ///   - frames: Pictures of this person alone; `nil` for the configured frames.
  ///   - prompt: Asks for the passcode.
  ///   - finished: Told how many files are done with, each time that one is.
  /// - Returns: What became of each frame.
  /// - Throws: `EnrolmentError`; nothing is changed then.
  public func enrol(
    _ user: String? = nil, label: String = "default", from frames: Frames? = nil,
    prompt: some PasscodePrompt = TerminalPrompt(), finished: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws(EnrolmentError) -> EnrolmentReport {
    try await onOwnThread { () throws(EnrolmentError) in
      try self.enrol(user, label: label, from: frames, prompt: prompt, finished: finished)
    }
  }

  /// Enrols a face from frames of somebody's own, for example of a camera that a program drives.
  ///
  /// - Parameters:
  ///   - user: The person; `nil` for the configuration's.
  ///   - label: What the person calls this look.
  ///   - source: Gives the frames.
  ///   - prompt: Asks for the passcode.
  /// - Returns: What became of each frame.
  /// - Throws: `EnrolmentError`; nothing is changed then.
  public func enrol(
    _ user: String? = nil, label: String = "default", source: some FrameSource,
    prompt: some PasscodePrompt = TerminalPrompt()
  ) throws(EnrolmentError) -> EnrolmentReport {
    let recogniser: Recogniser
    do throws(GateError) {
      recogniser = try self.recogniser()
    } catch {
      throw .engine(error.failure)
    }
    recogniser.models.prefetch([.embedding, .iris])
    return try enroller(recogniser).enrol(
      user: user ?? configuration.person, label: label, frames: source,
      // The passcode says who it is; what is enrolled shall still be a face before a camera.
      reader: reader(
        recogniser.models, isSequence: false, liveness: configuration.liveness == .off ? .off : nil),
      prompt: prompt)
  }

  /// Removes a look of a person, or all of them, after the passcode was given.
  ///
  /// - Parameters:
  ///   - user: The person.
  ///   - label: The look; `nil` for all.
  ///   - prompt: Asks for the passcode.
  /// - Returns: How many looks were removed.
  /// - Throws: `EnrolmentError`; nothing is changed then.
  @discardableResult
  public func removeFaces(
    of user: String, label: String? = nil, prompt: some PasscodePrompt = TerminalPrompt()
  ) throws(EnrolmentError) -> Int {
    try enroller(nil).remove(user: user, label: label, prompt: prompt)
  }

  private func enroller(_ recogniser: Recogniser?) throws(EnrolmentError) -> Enroller {
    do throws(StoreError) {
      let opened = try store()
      return Enroller(
        store: opened.store, clock: clock, rules: configuration.rules,
        // Nothing is compared where faces are only removed.
        threshold: recogniser?.matcher.threshold ?? Score(1),
        scale: recogniser?.matcher.scale ?? .meanOfCosines, audit: opened.audit)
    } catch {
      throw .store(error)
    }
  }

  /// Why the face of a person would not do now, whatever camera and networks there are; `nil` when it would.
  public func lockOfFace(of user: String) -> Refusal? {
    do throws(StoreError) {
      return refusal(try store(), threshold: Score(1), of: user)
    } catch {
      return Refusal(.biometryNotAvailable, obstacles: [.store(error)])
    }
  }

  private func refusal(_ opened: OpenedStore, threshold: Score, of user: String) -> Refusal? {
    do throws(Refusal) {
      try evaluator(opened, threshold: threshold).canEvaluate(.biometrics, user: user)
      return nil
    } catch {
      return error
    }
  }

  /// What is damaged in the store: one error for each thing; empty for a sound store, and where there is none.
  public func damageOfStore() throws(StoreError) -> [StoreError] {
    let opened = try store()
    return try (opened.store as? SQLiteStore)?.damage() ?? []
  }

  /// The audit log as it was read and checked; `nil` where there is no store.
  ///
  /// - Throws: `StoreError` where store or log cannot be read.
  public func examinedAuditLog() throws(StoreError) -> AuditExamination? {
    guard let store = try store().store as? SQLiteStore else { return nil }
    return try AuditLog(of: store).examined()
  }

  /// What is kept about a person; `nil` for one who is not known.
  ///
  /// - Throws: `StoreError` where the store cannot be opened or read.
  public func record(of user: String) throws(StoreError) -> UserRecord? { try store().store.record(of: user) }

  /// The names of all people, sorted.
  ///
  /// - Throws: `StoreError` where the store cannot be opened or read.
  public func userNames() throws(StoreError) -> [String] { try store().store.userNames() }

  /// The secrets of a person, which the token of a successful evaluation opens.
  ///
  /// - Parameter user: The person; `nil` for the configuration's.
  /// - Throws: `StoreError` where the store cannot be opened.
  public func vault(of user: String? = nil) throws(StoreError) -> Vault {
    let opened = try store()
    return Vault(
      store: opened.store, user: user ?? configuration.person, clock: clock, audit: opened.audit)
  }
}
