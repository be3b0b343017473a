import Facelatch
import Foundation
import TestSupport
import Testing

/// The story of the stranger who was let in because the picture was upside down.
@Suite("The program: upside-down faces", .timeLimit(.minutes(10)))
struct UpsideDownTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A sample, turned by 180° and written as it was seen.
  private func upsideDown(_ sample: String) throws -> String {
    let image = try DecodedImage(contentsOf: sample).image.turned(.half)
    return try folder.write(try image.pngData(), to: "turned.png")
  }

  @Test(
    "A stranger is never compared upside down: no score, no attempt, and the sentence says what helps",
    arguments: ["biden.jpg", "astronaut.png"])
  func stranger(sample: String) throws {
    let store = try PreparedStore()
    let stranger = try upsideDown(Samples.path(sample))
    let run = try store.run(
      "authenticate", "--user", "ada", "--policy", "biometrics", "--liveness", "off", "--json", stranger)
    #expect(run.code != 0)
    let result = try run.json()
    #expect(result["authenticated"] as? Bool == false)
    #expect(result["score"] is NSNull)
    #expect(try store.record?.attempts.failedMatches == 0)

    let comparison = try ProgramRun("compare", stranger, stranger)
    #expect(comparison.code == 3)
    #expect(!comparison.output.contains("The same person"))
  }

  @Test("An upside-down face says so, and what to do about it")
  func sentence() throws {
    let run = try ProgramRun("compare", try upsideDown(PreparedStore.face), PreparedStore.face)
    #expect(run.code == 3)
    #expect(run.errorOutput.contains("upside down"))
    #expect(run.errorOutput.contains("turned by 180°"))
  }

  @Test("The owner under a camera that hangs upside down is let in by '--turn 180', and by nothing else")
  func turned() throws {
    let store = try PreparedStore()
    let owner = try upsideDown(PreparedStore.face)
    func run(_ more: String...) throws -> ProgramRun {
      let arguments = ["authenticate", "--user", "ada", "--policy", "biometrics", "--liveness", "off"]
      return try ProgramRun(
        bytes: (arguments + more + [owner]).map { Array($0.utf8) },
        environment: ["FACELATCH_STORE": store.directory])
    }
    #expect(try run().code == 1)
    #expect(try run("--turn", "90").code == 1)
    #expect(try run("--turn", "180").code == 0)
  }

  @Test("A turn that is no quarter is wrong usage")
  func wrongTurn() throws {
    let run = try ProgramRun("inspect", "--turn", "45", PreparedStore.face)
    #expect(run.code == 2)
    #expect(run.errorOutput.contains("'--turn' takes 0, 90, 180 or 270, not 45"))
  }
}
