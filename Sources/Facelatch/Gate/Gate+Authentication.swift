import Capture
import Findings
import Matching
import Policy
import Store

extension Gate {
  /// Whether an evaluation could begin now. Changes and charges nothing.
  ///
  /// - Parameters:
  ///   - policy: What the person would have to show.
  ///   - user: Whose record counts; `nil` for the configuration's person.
  ///   - frames: What a camera would see; `nil` for the configured frames.
  /// - Returns: Why not; `nil` when it could.
  public func refusal(_ policy: Policy, user: String? = nil, from frames: Frames? = nil) -> Refusal? {
    let opened: OpenedStore
    do throws(StoreError) {
      opened = try store()
    } catch {
      return Refusal(.biometryNotAvailable, obstacles: [.store(error)])
    }
    let frames = frames ?? configuration.frames
    let (recogniser, trouble) = presentRecogniser(frames)
    do throws(Refusal) {
      try evaluator(opened, recogniser).canEvaluate(
        policy, user: user ?? configuration.person, highest: frames?.highestAssurance ?? .challenge,
        least: configuration.leastAssurance ?? .nothing)
      return nil
    } catch {
      return Refusal(error.error, obstacles: trouble + absence(opened) + error.obstacles)
    }
  }

  /// Lets a person in by the face or the passcode, or says why not. Waits for camera and person.
  ///
  /// - Parameters:
  ///   - user: Who claims to be there; `nil` for the configuration's person.
  ///   - request: Policy, words for the person, cancellation.
  ///   - frames: What the camera sees; `nil` for the configured frames, where there are none the passcode alone counts.
  ///   - prompt: Asks for passcode and choices.
  /// - Returns: Success with a token for the vault, or the error with everything that stood in the way.
  public func authenticate(
    _ user: String? = nil, _ request: AuthenticationRequest = AuthenticationRequest(),
    from frames: Frames? = nil,
    prompt: some PasscodePrompt = TerminalPrompt()
  ) -> Outcome {
    evaluate(user, request, from: frames, prompt)
  }

  /// Lets a person in by the face or the passcode, or says why not, on a thread of its own, which the prompt is asked on.
  ///
  /// Cancelling the task cancels the evaluation, as `request.cancellation` does.
  ///
  /// - Parameters:
  ///   - user: Who claims to be there; `nil` for the configuration's person.
  ///   - request: Policy, words for the person, cancellation.
  ///   - frames: What the camera sees; `nil` for the configured frames, where there are none the passcode alone counts.
  ///   - prompt: Asks for passcode and choices.
  /// - Returns: Success with a token for the vault, or the error with everything that stood in the way.
  public func authenticate(
    _ user: String? = nil, _ request: AuthenticationRequest = AuthenticationRequest(),
    from frames: Frames? = nil,
    prompt: some PasscodePrompt = TerminalPrompt()
  ) async -> Outcome {
    await withTaskCancellationHandler {
      await onOwnThread { self.evaluate(user, request, from: frames, prompt) }
    } onCancel: {
      request.cancellation.cancel(.app)
    }
  }

  private func evaluate(
    _ user: String?, _ request: AuthenticationRequest, from named: Frames?, _ prompt: some PasscodePrompt
  ) -> Outcome {
    let opened: OpenedStore
    do throws(StoreError) {
      opened = try store()
    } catch {
      return Outcome(error: .biometryNotAvailable, obstacles: [.store(error)])
    }
    let frames = named ?? configuration.frames
    let (recogniser, trouble) = presentRecogniser(frames)
    let evaluator = evaluator(opened, recogniser)
    let user = user ?? configuration.person
    let request = demanding(request)
    var outcome: Outcome
    if let recogniser, let frames {
      recogniser.models.prefetch([.embedding, .iris])
      outcome = evaluator.evaluate(
        request, user: user, frames: OpenedFrames(frames, options: configuration.capture),
        reader: reader(
          recogniser.models, isSequence: frames.showSequence, liveness: configuration.liveness,
          least: request.leastAssurance),
        limit: frames.highestAssurance, prompt: prompt)
    } else {
      outcome = evaluator.evaluate(request, user: user, prompt: prompt)
    }
    // In front, since the cause of the error comes last.
    if !outcome.authenticated { outcome.obstacles = trouble + absence(opened) + outcome.obstacles }
    return outcome
  }

  /// Runs one evaluation on frames of somebody's own, for example of a camera that a program drives.
  ///
  /// - Parameters:
  ///   - user: Who claims to be there; `nil` for the configuration's person.
  ///   - request: Policy, words for the person, cancellation.
  ///   - source: Gives the frames.
  ///   - isSequence: Whether they show one scene in its order, and not single pictures.
  ///   - prompt: Asks for passcode and choices.
  /// - Returns: Success with a token for the vault, or the error with everything that stood in the way.
  /// - Throws: `GateError` where networks or decision point cannot be used.
  public func authenticate(
    _ user: String? = nil, _ request: AuthenticationRequest = AuthenticationRequest(),
    source: some FrameSource,
    isSequence: Bool, prompt: some PasscodePrompt = TerminalPrompt()
  ) throws(GateError) -> Outcome {
    let recogniser = try recogniser()
    let opened: OpenedStore
    do throws(StoreError) {
      opened = try store()
    } catch {
      return Outcome(error: .biometryNotAvailable, obstacles: [.store(error)])
    }
    let request = demanding(request)
    return evaluator(opened, recogniser).evaluate(
      request, user: user ?? configuration.person, frames: source,
      reader: reader(
        recogniser.models, isSequence: isSequence, liveness: configuration.liveness,
        least: request.leastAssurance),
      limit: isSequence ? .challenge : .picture, prompt: prompt)
  }

  /// What is asked for with what the configuration asks for at least.
  private func demanding(_ request: AuthenticationRequest) -> AuthenticationRequest {
    var request = request
    request.leastAssurance = max(request.leastAssurance, configuration.leastAssurance ?? .nothing)
    return request
  }

  /// Networks and decision point where there is something to look at, or what is wrong with them. A passcode can be asked
  /// for without.
  private func presentRecogniser(_ frames: Frames?) -> (Recogniser?, [Obstacle]) {
    guard let frames, frames.arePresent else { return (nil, []) }
    if case .command(let command) = frames {
      // Told before anybody is asked for anything; the passcode still counts.
      do throws(CaptureError) {
        _ = try CommandFrames.program(command)
      } catch {
        return (nil, [.engine(EngineFailure(.frames, error.description))])
      }
    }
    do throws(GateError) {
      return (try recogniser(), [])
    } catch {
      return (nil, [.engine(error.failure)])
    }
  }

  private func absence(_ opened: OpenedStore) -> [Obstacle] {
    opened.isMissing ? [.noStore(directory: configuration.location.directory)] : []
  }

  /// Whether there is a source of frames and a model, enrolled or not.
  public func canRecognise() -> Bool { presentRecogniser(configuration.frames).0 != nil }
}
