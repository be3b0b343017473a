import FacelatchTestSupport
import Imaging
import Matching
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("Enrolment")
struct EnrollerTests {
  private let household: Household

  init() throws {
    household = try Household(enrolled: false)
  }

  private func enrol(
    _ frames: [Image], label: String = "default", user: String = Household.user,
    prompt: some PasscodePrompt = ProgrammaticPrompt.always(Household.passcode)
  ) throws(EnrolmentError) -> EnrolmentReport {
    try Enroller(
      store: household.store, clock: household.clock, rules: household.rules, threshold: Score(0.5)
    ).enrol(
      user: user, label: label, frames: FrameList(frames), reader: SyntheticReader(), prompt: prompt)
  }

  private func record() throws -> UserRecord { try #require(try household.store.record(of: Household.user)) }

  private func pictures(of person: UInt8, _ count: UInt8) -> [Image] {
    (0..<count).map { SyntheticFrame.face(person, variation: $0, quality: 150 + $0) }
  }

  @Test("Good frames become templates of the model that made them")
  func enrols() throws {
    let report = try enrol(pictures(of: 1, 3))
    #expect(report.templates == 3 && report.appearances == 1 && !report.replaced && report.warnings.isEmpty)
    #expect(report.frames.map(\.verdict) == [.kept, .kept, .kept])
    let appearance = try #require(try record().appearances.first)
    #expect(appearance.label == "default" && appearance.templates.count == 3)
    #expect(appearance.templates.allSatisfy { $0.modelHash == SyntheticReader.usualModel })
    #expect(try record().enrolmentNonce.count == 16)
    #expect(household.show(1).authenticated)
  }

  @Test("Enrolment needs the passcode")
  func passcode() throws {
    #expect(throws: EnrolmentError.passcode(.refused(.notGiven))) {
      try enrol(pictures(of: 1, 1), prompt: ProgrammaticPrompt())
    }
    #expect(throws: EnrolmentError.passcode(.cancelled)) {
      try enrol(pictures(of: 1, 1), prompt: ProgrammaticPrompt(answer: { _ in .cancelled }))
    }
    #expect(throws: EnrolmentError.self) {
      try enrol(pictures(of: 1, 1), prompt: ProgrammaticPrompt(answer: oneAnswer("wrong")))
    }
    #expect(throws: EnrolmentError.passcode(.notSet(user: "bob"))) {
      try enrol(pictures(of: 1, 1), user: "bob")
    }
    #expect(try !record().isEnrolled)
  }

  @Test("Frames that are not good enough are rejected with their reason")
  func gates() throws {
    let frames = [
      SyntheticFrame.of(.noFace), SyntheticFrame.of(.severalFaces), SyntheticFrame.of(.picture),
      SyntheticFrame.face(1, scene: .inattentiveFace), SyntheticFrame.face(1),
    ]
    #expect(
      try enrol(frames).frames.map(\.verdict) == [
        .rejected(.noFace),
        .rejected(.severalFaces(count: 2)),
        .rejected(.notLive(.movesLikePicture)),
        .rejected(.inattentive(.lookingAway)), .kept,
      ])
  }

  @Test("Without a good frame nothing is enrolled, and the reasons are told")
  func noGoodFrame() throws {
    let frames = [SyntheticFrame.of(.noFace), SyntheticFrame.of(.noFace), SyntheticFrame.of(.severalFaces)]
    do {
      _ = try enrol(frames)
      Issue.record("frames without a face were enrolled")
    } catch {
      #expect(
        error.description
          == "0 of 3 frames show a usable face, 1 are needed: No face found: show one from the front, upright and"
          + " in good light. 2 faces are in view; one person alone is expected.")
    }
    #expect(throws: EnrolmentError.tooFewFrames(usable: 0, needed: 1, frames: [], skippedFrames: 0)) {
      try enrol([])
    }
    #expect(try !record().isEnrolled)
  }

  @Test("Frames of two people are refused and the odd one is named")
  func twoPeople() throws {
    let frames = pictures(of: 1, 3) + [SyntheticFrame.face(2)] + [SyntheticFrame.face(1, variation: 7)]
    let error = #expect(throws: EnrolmentError.self) { try enrol(frames) }
    guard case .severalPeople(let numbers, let seen)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(numbers == [4] && seen.map(\.number) == Array(1...frames.count))
    #expect(try !record().isEnrolled)
  }

  @Test("A broken engine is told as such")
  func brokenEngine() throws {
    #expect(throws: EnrolmentError.engine(EngineFailure(.models, "the model is broken"))) {
      try enrol([SyntheticFrame.face(1), SyntheticFrame.of(.engineTrouble)])
    }
  }

  @Test("Another person's face that matches is warned of, but enrolled")
  func resemblance() throws {
    _ = try enrol(pictures(of: 1, 2))
    try PasscodeManager.fast(household.store, clock: household.clock).set(
      user: "bob", prompt: ProgrammaticPrompt.always(Household.passcode))
    let report = try enrol([SyntheticFrame.face(1, variation: 8)], user: "bob")
    #expect(report.resemblances.map(\.user) == [Household.user])
    #expect(report.resemblances.allSatisfy { $0.score >= Score(0.5) })
    #expect(report.warnings.count == 1 && report.warnings[0].contains(Household.user))
    #expect(try household.store.record(of: "bob")?.isEnrolled == true)
    #expect(try enrol([SyntheticFrame.face(5)], user: "bob").resemblances.isEmpty)
  }

  @Test("A person has two appearances; a third one is refused before any frame is read")
  func appearances() throws {
    _ = try enrol(pictures(of: 1, 1), label: "plain")
    let second = try enrol(pictures(of: 2, 1), label: "beard")
    #expect(second.appearances == 2)
    #expect(throws: EnrolmentError.tooManyAppearances(limit: 2, labels: ["plain", "beard"])) {
      try enrol([SyntheticFrame.of(.engineTrouble)], label: "hat")
    }
    let replacement = try enrol(pictures(of: 3, 1), label: "beard")
    #expect(replacement.replaced && replacement.appearances == 2)
    #expect(
      household.show(1).authenticated && household.show(3).authenticated && !household.show(2).authenticated)
  }

  @Test("Every change of the enrolment changes the nonce, also when it comes back to the same faces")
  func nonce() throws {
    var seen: Set<[UInt8]> = []
    _ = try enrol(pictures(of: 1, 1))
    seen.insert(try record().enrolmentNonce)
    _ = try enrol(pictures(of: 2, 1), label: "beard")
    seen.insert(try record().enrolmentNonce)
    let enroller = Enroller(store: household.store, clock: household.clock, threshold: Score(0.5))
    let prompt = ProgrammaticPrompt.always(Household.passcode)
    #expect(try enroller.remove(user: Household.user, label: "beard", prompt: prompt) == 1)
    seen.insert(try record().enrolmentNonce)
    _ = try enrol(pictures(of: 2, 1), label: "beard")
    seen.insert(try record().enrolmentNonce)
    #expect(seen.count == 4)
    // What is not a change leaves it alone.
    let before = try record().enrolmentNonce
    _ = household.show(1)
    #expect(try record().enrolmentNonce == before)
  }

  @Test("Appearances are removed one by one or all at once, by whoever knows the passcode")
  func removal() throws {
    _ = try enrol(pictures(of: 1, 1), label: "plain")
    _ = try enrol(pictures(of: 2, 1), label: "beard")
    let enroller = Enroller(store: household.store, clock: household.clock, threshold: Score(0.5))
    let prompt = ProgrammaticPrompt.always(Household.passcode)
    #expect(throws: EnrolmentError.passcode(.refused(.notGiven))) {
      try enroller.remove(user: Household.user, prompt: ProgrammaticPrompt())
    }
    #expect(throws: EnrolmentError.unknownAppearance(label: "hat", labels: ["plain", "beard"])) {
      try enroller.remove(user: Household.user, label: "hat", prompt: prompt)
    }
    #expect(try enroller.remove(user: Household.user, prompt: prompt) == 2)
    #expect(household.obstacle(.biometrics) == .biometryNotEnrolled)
  }

  @Test("A passcode that another process changes in between stops the enrolment")
  func changedMeanwhile() throws {
    struct Meddling: FrameSource {
      var frames: FrameList
      let store: any Store
      mutating func next() throws(CaptureError) -> Frame? {
        try? store.update(Household.user) { (record) throws(StoreError) in record?.passcodeVerifier = "other"
        }
        return try frames.next()
      }
    }
    let frames = Meddling(frames: FrameList(pictures(of: 1, 1)), store: household.store)
    #expect(throws: EnrolmentError.store(.changedMeanwhile(user: Household.user))) {
      try Enroller(store: household.store, clock: household.clock, threshold: Score(0.5)).enrol(
        user: Household.user, frames: frames, reader: SyntheticReader(),
        prompt: ProgrammaticPrompt.always(Household.passcode))
    }
    #expect(try !record().isEnrolled)
  }

  @Test("A source that fails counts as far as it goes")
  func failingSource() throws {
    struct Failing: FrameSource {
      var frames: FrameList
      mutating func next() throws(CaptureError) -> Frame? {
        if let frame = try frames.next() { return frame }
        throw .truncated(name: "clip", frames: 1)
      }
    }
    func enrol(_ frames: [Image]) throws -> EnrolmentReport {
      try Enroller(store: household.store, clock: household.clock, threshold: Score(0.5)).enrol(
        user: Household.user, frames: Failing(frames: FrameList(frames)), reader: SyntheticReader(),
        prompt: ProgrammaticPrompt.always(Household.passcode))
    }
    let verdict = EnrolmentFrame.Verdict.rejected(
      .unreadable(CaptureError.truncated(name: "clip", frames: 1)))
    #expect(try enrol(pictures(of: 1, 1)).frames.map(\.verdict) == [.kept, verdict])
    #expect(
      throws: EnrolmentError.tooFewFrames(
        usable: 0, needed: 1, frames: [EnrolmentFrame(number: 1, verdict: verdict)], skippedFrames: 0)
    ) { try enrol([]) }
  }

  @Test("A label that cannot be printed is refused")
  func badLabel() {
    #expect(throws: EnrolmentError.invalidLabel("a\nb")) { try enrol(pictures(of: 1, 1), label: "a\nb") }
  }
}

@Suite("The choice of templates")
struct TemplateSelectionTests {
  private func candidate(_ number: Int, _ person: UInt8, _ variation: UInt8, _ quality: Double) throws
    -> EnrolmentCandidate
  {
    let template = try #require(SyntheticReader.template(person: person, variation: variation))
    return EnrolmentCandidate(number: number, template: template, quality: quality)
  }

  @Test("The best frame comes first and repetitions are left out")
  func repetitions() throws {
    let candidates = try [
      candidate(1, 1, 0, 0.5), candidate(2, 1, 0, 0.9), candidate(3, 1, 0, 0.7), candidate(4, 1, 5, 0.3),
    ]
    #expect(try TemplateSelection(candidates).diverse(limit: 5) == [1, 3])
  }

  @Test("No more than the limit is chosen, and no frame twice")
  func limit() throws {
    let candidates = try (0..<20).map { try candidate($0 + 1, 1, UInt8($0), 0.5) }
    for limit in 1...20 {
      let chosen = try TemplateSelection(candidates).diverse(limit: limit)
      #expect(chosen.count == limit && Set(chosen).count == limit)
    }
  }

  @Test("Among equally different frames the better ones are chosen")
  func quality() throws {
    let candidates = try (0..<10).map { try candidate($0 + 1, 1, UInt8($0 + 1), $0 < 5 ? 0.05 : 0.95) }
    let chosen = try TemplateSelection(candidates).diverse(limit: 5)
    #expect(chosen.allSatisfy { $0 >= 5 })
  }

  @Test("The minority is named as strangers")
  func strangers() throws {
    let candidates = try [
      candidate(3, 1, 0, 1), candidate(5, 2, 0, 1), candidate(6, 1, 1, 1), candidate(9, 1, 2, 1),
      candidate(12, 3, 0, 1),
    ]
    #expect(try TemplateSelection(candidates).strangers(threshold: Score(0.5)) == [5, 12])
  }

  @Test("One frame alone and no frame at all have no strangers")
  func few() throws {
    #expect(try TemplateSelection([candidate(1, 1, 0, 1)]).strangers(threshold: Score(0.9)).isEmpty)
    #expect(try TemplateSelection([]).strangers(threshold: Score(0.9)).isEmpty)
    #expect(try TemplateSelection([]).diverse(limit: 3).isEmpty)
  }
}
