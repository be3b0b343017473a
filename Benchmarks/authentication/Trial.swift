import FaceGate

/// Enrols people and evaluates probes with the whole policy engine, over a store in memory.
struct Trial {
  let people: People
  let faces: CapturedFaces
  let rules: PolicyRules
  let threshold: Score
  private let store = MemoryStore()
  private let clock = SystemClock()

  /// The passcode `benchmark` at the least cost that libsodium accepts: a real one takes half a second per person,
  /// which would measure nothing here.
  private static let verifier =
    "$argon2id$v=19$m=8,t=1,p=1$yAIwpxksm6cdNkwMJIUx6w$FAbgvRpZ2LAbCgDforYDvAsPhoOeuSenM1oXd3sHRqc"

  private static let prompt = ProgrammaticPrompt(answer: { _ in .passcode(Array("benchmark".utf8)) })

  init(people: People, faces: CapturedFaces, rules: PolicyRules, threshold: Score) throws {
    self.people = people
    self.faces = faces
    self.rules = rules
    self.threshold = threshold
  }

  func run() throws -> String {
    let enrolment = try enrol()
    let genuine = try probe(enrolment.enrolled)
    let strangers = try intrude(enrolment.enrolled)
    return """
      failure to enrol, no usable picture   \(enrolment.failures)
      enrolled only without some pictures   \(enrolment.repeated)
      false rejection, all probes           \(genuine.all)
      false rejection, of usable probes     \(genuine.usable)
      false acceptance, of strangers        \(strangers.once)
      false acceptance, all against all     \(strangers.all.events) of \(strangers.all.trials) (not independent)
      """
  }

  // MARK: - Steps

  private func enrol() throws -> (enrolled: [People.Person], failures: Rate, repeated: Rate) {
    let enroller = Enroller(store: store, clock: clock, rules: rules, threshold: threshold)
    var enrolled: [People.Person] = []
    var (failures, repeated) = (Rate(), Rate())
    for person in people.enrolled {
      try reset(person.name)
      var pictures = Array(person.enrolled)
      var isRepeated = false
      var isDone = false
      while !isDone, !pictures.isEmpty {
        do throws(EnrolmentError) {
          _ = try enroller.enrol(
            user: person.name, frames: FrameList(pictures.map(CapturedReader.frame)),
            reader: CapturedReader(faces: faces), prompt: Self.prompt)
          enrolled.append(person)
          isDone = true
        } catch {
          // The person takes the pictures away that it complains about, and tries again.
          guard case .severalPeople(let numbers) = error else { break }
          pictures = pictures.enumerated().filter { !numbers.contains($0.offset + 1) }.map(\.element)
          isRepeated = true
        }
      }
      failures.add(!isDone)
      if isDone { repeated.add(isRepeated) }
    }
    return (enrolled, failures, repeated)
  }

  private func probe(_ enrolled: [People.Person]) throws -> (all: Rate, usable: Rate) {
    var (all, usable) = (Rate(), Rate())
    for person in enrolled {
      for picture in person.probes {
        let outcome = try evaluate(picture, as: person.name)
        all.add(!outcome.authenticated)
        if outcome.score != nil { usable.add(!outcome.authenticated) }
      }
    }
    return (all, usable)
  }

  /// Every stranger claims once to be somebody, each time another one, and then to be everybody.
  private func intrude(_ enrolled: [People.Person]) throws -> (once: Rate, all: Rate) {
    var (once, all) = (Rate(), Rate())
    for (number, stranger) in people.strangers.enumerated() {
      for (index, person) in enrolled.enumerated() {
        let outcome = try evaluate(stranger, as: person.name)
        all.add(outcome.authenticated)
        if index == number % enrolled.count { once.add(outcome.authenticated) }
      }
    }
    return (once, all)
  }

  // MARK: - Parts

  /// One evaluation of somebody who has all attempts left, with one frame.
  private func evaluate(_ picture: Int, as user: String) throws -> AuthenticationOutcome {
    try reset(user)
    let evaluator = PolicyEvaluator(
      store: store, clock: clock, rules: rules, threshold: threshold, modelHash: faces.modelHash)
    return evaluator.evaluate(
      AuthenticationRequest(policy: .biometrics, reason: "benchmark"), user: user,
      frames: FrameList([CapturedReader.frame(picture)]), reader: CapturedReader(faces: faces),
      prompt: Self.prompt)
  }

  /// Gives back all attempts, as if the passcode had just been given.
  private func reset(_ user: String) throws {
    let now = clock.now()
    try store.update(user) { (record) throws(StoreError) in
      var known = record ?? UserRecord(name: user, passcodeVerifier: Self.verifier)
      known.attempts = AttemptState(lastPasscode: now)
      record = known
    }
  }
}
