import Facelatch
import Foundation
import TestSupport
import Testing

/// A still picture that is played as a recording, which is what an attacker without any effort has.
@Suite("The program: proof of life", .timeLimit(.minutes(10)))
struct LivenessTests {
  private let store: PreparedStore

  init() throws { store = try PreparedStore() }

  /// An MJPEG stream of one picture.
  private func recording(of path: String = PreparedStore.face, frames: Int) throws -> [UInt8] {
    let picture = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    return [UInt8]((0..<frames).map { _ in picture }.joined())
  }

  private func authenticate(_ arguments: String..., input: [UInt8]) throws -> ProgramRun {
    try ProgramRun(
      bytes: (["authenticate", "--user", "ada", "--policy", "biometrics", "--json"] + arguments).map {
        Array($0.utf8)
      }, input: input, environment: ["FACELATCH_STORE": store.directory])
  }

  @Test(
    "A still that is played as a recording does not let in: it is refused with what helps, and not charged")
  func still() throws {
    let run = try authenticate("--fps", "10", "-", input: recording(frames: 50))
    #expect(run.code == 1)
    let result = try run.json()
    let liveness = try #require(result["liveness"] as? [String: Any])
    #expect(liveness["required"] as? String == "motion")
    #expect(liveness["motion"] as? String == "undecided")
    #expect(liveness["outcome"] as? String == "undecided")
    #expect(result["score"] is NSNull)
    #expect(result["attemptsLeft"] as? Int == 5)
    let advice = "The frames are all the same: use a recording that moves."
    #expect((result["reasons"] as? [String])?.contains(advice) == true)
  }

  @Test("Who asks for less gets less: the same recording passes by its looks, or without any proof")
  func less() throws {
    for mode in ["passive", "off"] {
      let run = try authenticate("--liveness", mode, "-", input: recording(frames: 12))
      #expect(run.code == 0, "\(mode)")
      let liveness = try run.json()["liveness"] as? [String: Any]
      #expect(liveness?["required"] as? String == (mode))
    }
  }

  @Test("The movements of a challenge are asked for on standard error; a still makes none of them")
  func challenge() throws {
    // The movement is due at once, since this picture looks straight ahead, and is given up after five seconds.
    let run = try authenticate(
      "--challenge", "turn-left,nod", "--fps", "10", "-",
      input: recording(of: Samples.path("obama.jpg"), frames: 60))
    #expect(run.code == 1)
    let request = "facelatch: Turn your head to your left and back.\n"
    #expect(run.errorOutput.contains(request))
    let result = try run.json()
    #expect((result["liveness"] as? [String: Any])?["required"] as? String == "challenge")
    #expect(result["score"] is NSNull)
    #expect(result["attemptsLeft"] as? Int == 4)
  }

  @Test("A picture's looks are judged, and told")
  func picture() throws {
    let run = try store.run(
      "authenticate", "--user", "ada", "--policy", "biometrics", "--json", PreparedStore.face)
    #expect(run.code == 0)
    let liveness = try #require(try run.json()["liveness"] as? [String: Any])
    #expect(liveness["required"] as? String == "passive")
    #expect((0.5...1).contains(try #require(liveness["passive"] as? Double)))
  }

  @Test("Inspect follows a face through a recording: a line per frame, and one for the whole")
  func inspect() throws {
    let run = try ProgramRun(
      bytes: ["inspect", "--json", "-"].map { Array($0.utf8) }, input: recording(frames: 4))
    #expect(run.code == 0)
    let lines = try run.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(lines.count == 5)
    #expect(lines.dropLast().map { $0["frame"] as? Int } == [0, 1, 2, 3])
    #expect(lines.dropLast().allSatisfy { $0["track"] as? Int == 1 && $0["face"] is [String: Any] })
    let whole = try #require(lines.last)
    #expect(whole["frames"] as? Int == 4)
    #expect(whole["facesSeen"] as? Int == 4)
    #expect((whole["blinks"] as? [Any])?.isEmpty == true)
  }

  @Test("A photo stays a photo to inspect, also beside a recording")
  func mixed() throws {
    let folder = try TemporaryFolder()
    try folder.write(recording(frames: 2), to: "clip.mjpeg")
    let photo = Samples.path("obama.jpg")
    let run = try ProgramRun("inspect", "--json", photo, "clip.mjpeg", photo, folder: folder.path)
    #expect(run.code == 0)
    let lines = try run.jsonObjects()
    #expect(lines.map { $0["image"] as? String } == [photo, nil, nil, nil, photo])
    #expect(lines.map { $0["source"] as? String } == [nil, "clip.mjpeg", "clip.mjpeg", "clip.mjpeg", nil])
    #expect((lines.first?["faces"] as? [Any])?.count == 1)
  }

  @Test("Inspect draws every frame of a recording into a folder")
  func annotated() throws {
    let folder = try TemporaryFolder()
    let clip = folder.file("clip.mjpeg")
    try Data(recording(frames: 2)).write(to: URL(fileURLWithPath: clip))
    let run = try ProgramRun("inspect", clip, "--annotate", folder.file("drawn"))
    #expect(run.code == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("drawn")).sorted()
    #expect(names == ["frame-000000.png", "frame-000001.png"])
  }
}
