import Capture
import Matching
import Policy
import Store

extension Gate {
  /// Sets, changes and removes passcodes, and removes people.
  ///
  /// - Parameter makesStore: Whether a missing store is made.
  public func passcodes(makingStore makesStore: Bool = false) throws(StoreError) -> PasscodeManager {
    let opened = try store(makesOne: makesStore)
    return PasscodeManager(store: opened.store, clock: clock, rules: configuration.rules, audit: opened.audit)
  }

  /// Enrols a face of a person who has a passcode, in place of the one that has the same label.
  ///
  /// - Parameters:
  ///   - user: The person; `nil` for the configuration's.
  ///   - label: What the person calls this look.
  ///   - frames: Pictures of this person alone, each looked at for itself; a face that looks like a picture is left out.
  ///   - prompt: Asks for the passcode.
  ///   - finished: Told how many files are done with, each time that one is.
  public func enrol(
    _ user: String? = nil, label: String = "default", from frames: Frames,
    prompt: some PasscodePrompt = TerminalPrompt(), finished: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws(EnrolmentError) -> EnrolmentReport {
    try enrol(
      user, label: label,
      source: OpenedFrames(frames, options: configuration.capture, finished: finished), prompt: prompt)
  }

  /// Enrols a face from frames of somebody's own.
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
  /// - Parameter label: The look; `nil` for all.
  /// - Returns: How many looks were removed.
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
        threshold: recogniser?.matcher.threshold ?? Score(1), audit: opened.audit)
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

  /// What is kept about a person; `nil` for one who is not known.
  public func record(of user: String) throws(StoreError) -> UserRecord? { try store().store.record(of: user) }

  /// The names of all people, sorted.
  public func userNames() throws(StoreError) -> [String] { try store().store.userNames() }

  /// The secrets of a person.
  public func vault(of user: String? = nil) throws(StoreError) -> Vault {
    Vault(store: try store().store, user: user ?? configuration.person, clock: clock)
  }
}
