import Capture
import FacelatchTestSupport
import Foundation
import Imaging
import Synchronization
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

/// What a face is worth, who asks for how much, and what comes of less.
@Suite("Assurance")
struct AssuranceTests {
  /// Counts the frames that are looked at.
  private final class Count: Sendable {
    let frames = Mutex(0)
  }

  /// A reader of synthetic frames whose looks are counted.
  private struct CountingReader: FaceReading {
    let count: Count
    var reader: SyntheticReader

    var modelHash: String { reader.modelHash }
    var requirement: LivenessRequirement { reader.requirement }
    var findings: LivenessFindings? { reader.findings }

    mutating func read(_ frame: Frame) throws(EngineFailure) -> FaceReadingOutcome {
      count.frames.withLock { $0 += 1 }
      return try reader.read(frame)
    }

    mutating func template() throws(EngineFailure) -> TemplateReading { try reader.template() }
  }

  private let household: Household
  private let folder: TemporaryFolder
  private let count = Count()

  init() throws {
    folder = try TemporaryFolder()
    household = try Household(audit: AuditLog(path: Path(folder.file("audit.jsonl"))))
  }

  private func evaluate(
    _ requirement: LivenessRequirement, least: Assurance = .nothing, limit: Assurance = .challenge,
    policy: Policy = .biometrics, person: UInt8 = Household.owner, passcode: String? = nil
  ) -> Outcome {
    household.evaluator.evaluate(
      AuthenticationRequest(policy: policy, leastAssurance: least), user: Household.user,
      frames: FrameList([SyntheticFrame.face(person)]),
      reader: CountingReader(count: count, reader: SyntheticReader(requirement: requirement)), limit: limit,
      prompt: passcode.map { ProgrammaticPrompt(answer: oneAnswer($0)) } ?? ProgrammaticPrompt())
  }

  private func lastEntry() throws -> AuditEntry {
    let line = try #require(try TestFile.text(folder.file("audit.jsonl")).split(separator: "\n").last)
    return try JSONDecoder().decode(AuditEntry.self, from: Data(line.utf8))
  }

  @Test("Each is worth more than those before it, and is reached by what it asks for")
  func order() {
    #expect(Assurance.allCases.map(\.rawValue) == ["none", "picture", "motion", "challenge"])
    #expect(Assurance.allCases.shuffled().sorted() == Assurance.allCases)
    #expect(Assurance.allCases.map(\.requirement.assurance) == Assurance.allCases)
    #expect(LivenessRequirement.allCases.map(\.assurance.requirement) == LivenessRequirement.allCases)
  }

  @Test("Outcome, token and log say what the face was worth", arguments: LivenessRequirement.allCases)
  func told(requirement: LivenessRequirement) throws {
    let outcome = evaluate(requirement)
    #expect(outcome.authenticated)
    #expect(outcome.assurance == requirement.assurance)
    #expect(outcome.releaseToken?.assurance == requirement.assurance)
    let entry = try lastEntry()
    #expect(entry.assurance == requirement.assurance && entry.liveness == requirement)
  }

  @Test(
    "After the passcode and after failure there is none; that no proof was asked for is told all the same")
  func none() throws {
    let passcode = evaluate(
      .motion, least: .challenge, policy: .deviceOwner, passcode: Household.passcode)
    #expect(passcode.method == .passcode)
    #expect(passcode.assurance == nil && passcode.releaseToken?.assurance == nil)
    #expect(try lastEntry().assurance == nil)
    let stranger = evaluate(.off, person: Household.stranger)
    #expect(!stranger.authenticated && stranger.assurance == nil)
    #expect(try lastEntry().assurance == nil)
    #expect(try lastEntry().liveness == .off)
  }

  @Test(
    "What can never be worth enough is refused before a frame is looked at or an attempt charged",
    arguments: [
      (LivenessRequirement.passive, Assurance.challenge, Assurance.motion, Assurance.picture),
      (.motion, .picture, .motion, .picture), (.off, .challenge, .picture, .nothing),
      (.motion, .challenge, .challenge, .motion),
    ])
  func refused(
    requirement: LivenessRequirement, limit: Assurance, least: Assurance, highest: Assurance
  ) throws {
    let outcome = evaluate(requirement, least: least, limit: limit)
    #expect(outcome.error == .biometryNotAvailable)
    #expect(outcome.obstacles == [.blocked(.assuranceOutOfReach(highest: highest, least: least))])
    #expect(count.frames.withLock { $0 } == 0)
    #expect(try household.attempts().failedMatches == 0)
    // The passcode takes its place where the policy has one.
    let owner = evaluate(
      requirement, least: least, limit: limit, policy: .deviceOwner, passcode: Household.passcode)
    #expect(owner.method == .passcode)
    #expect(count.frames.withLock { $0 } == 0)
  }

  @Test("As much as is asked for, or more, is compared")
  func enough() {
    #expect(evaluate(.motion, least: .motion).assurance == .motion)
    #expect(evaluate(.challenge, least: .picture).assurance == .challenge)
  }

  @Test("The question beforehand has the same answer, and the reason has both values")
  func question() throws {
    let refusal = #expect(throws: Refusal.self) {
      try household.evaluator.canEvaluate(
        .biometrics, user: Household.user, highest: .picture, least: .motion)
    }
    #expect(refusal?.error == .biometryNotAvailable)
    let sentence = try #require(refusal?.obstacles.last?.description)
    #expect(
      sentence
        == "What is shown has the assurance picture at most, and motion is asked for: show a camera or a recording, and no single picture."
    )
    try household.evaluator.canEvaluate(.deviceOwner, user: Household.user, highest: .picture, least: .motion)
    try household.evaluator.canEvaluate(.biometrics, user: Household.user, highest: .motion, least: .motion)
  }

  @Test("What frames can be worth at most follows from what they are")
  func frames() throws {
    let picture = SamplePicture.path("obama.jpg")
    let recording = try folder.write(
      try TestFile.bytes(picture.text) + TestFile.bytes(picture.text), to: "clip.jpg")
    let image = Image(width: 1, height: 1)
    for (frames, highest) in [
      (.picture(picture), .picture), (.recording(Path(recording)), .challenge),
      (.files([picture, picture]), .challenge), (.folder("/f"), .challenge), (.command(["cam"]), .challenge),
      (.standardInput, .challenge), (.pictures([image, image]), .picture),
      (.sequence([image], framesPerSecond: 30), .challenge),
    ] as [(Frames, Assurance)] {
      #expect(frames.highestAssurance == highest, "\(frames)")
    }
  }
}
