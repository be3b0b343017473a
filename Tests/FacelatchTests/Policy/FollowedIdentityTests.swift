import FacelatchTestSupport
import Matching
import Testing

@testable import Facelatch
@testable import Policy

struct FollowedIdentityTests {
  private func template(_ person: UInt8, _ variation: UInt8 = 0) throws -> FaceTemplate {
    try #require(SyntheticReader.template(person: person, variation: variation))
  }

  /// Whether each of the templates is taken for the person of those before.
  private func taken(_ templates: [FaceTemplate]) -> [Bool] {
    var identity = FollowedIdentity()
    return templates.map { identity.takes($0) }
  }

  @Test("Frames of one person are taken, one of somebody else ends the track and begins the next")
  func change() throws {
    let many = try (0..<100).map { try template(1, UInt8($0)) }
    let others = [try template(2), try template(2, 1), try template(1)]
    #expect(taken(many + others) == Array(repeating: true, count: 100) + [false, true, false])
  }

  @Test("Any two frames that are compared show one person, and a candidate spreads over the whole time")
  func compared() throws {
    var frames = ComparedFrames()
    for index in 0..<300 { frames.append(try template(1, UInt8(index % 200)), quality: 0.5) }
    #expect(frames.count == 300 && frames.areOfOnePerson)
    #expect(frames.candidate.templates.count == 16 && frames.candidate.qualities.count == 16)
    #expect(frames.candidate.templates.last == (try template(1, 99)))
    frames.append(try template(2), quality: 0.5)
    #expect(!frames.areOfOnePerson)
  }
}
