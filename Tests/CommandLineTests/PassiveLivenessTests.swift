import Foundation
import TestSupport
import Testing

@Suite("The program: passive liveness", .timeLimit(.minutes(10)))
struct PassiveLivenessTests {
  @Test("A portrait looks live, the same one as a print and on a screen does not")
  func verdicts() throws {
    let fixtures = URL(fileURLWithPath: Samples.folder).deletingLastPathComponent()
      .appendingPathComponent("Tests/LivenessTests/Fixtures")
    let pictures = [
      (Samples.path("astronaut.png"), true), (fixtures.appendingPathComponent("print.png").path, false),
      (fixtures.appendingPathComponent("screen.png").path, false),
    ]
    for (path, isLive) in pictures {
      let faces = try #require(try ProgramRun("inspect", "--json", path).json()["faces"] as? [[String: Any]])
      let liveness = try #require(faces.first?["liveness"] as? [String: Double])
      let score = try #require(liveness["passive"])
      let threshold = try #require(liveness["threshold"])
      #expect((score >= threshold) == isLive, "\(path): \(score)")
      let text = try ProgramRun("inspect", path).output
      #expect(text.contains(isLive ? "looks live" : "looks like a print or a screen"))
    }
  }

  @Test("A pack without a network for it works, and nothing is said about liveness")
  func packWithoutNetwork() throws {
    let folder = try TemporaryFolder()
    let bundled = URL(fileURLWithPath: Samples.folder).deletingLastPathComponent()
      .appendingPathComponent("Models").path
    for name in ["face-detector", "face-embedding", "face-mesh", "iris"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name + ".onnx"), withDestinationPath: bundled + "/\(name).onnx")
    }
    let manifest = try Data(contentsOf: URL(fileURLWithPath: bundled + "/model-pack.json"))
    var parts = try #require(try JSONSerialization.jsonObject(with: manifest) as? [String: Any])
    #expect(parts.removeValue(forKey: "presentationAttack") != nil)
    try folder.write([UInt8](try JSONSerialization.data(withJSONObject: parts)), to: "model-pack.json")

    let run = try ProgramRun("inspect", "--json", Samples.path("obama3.jpg"), "--models", folder.path)
    #expect(run.code == 0)
    #expect(run.errorOutput.isEmpty)
    let faces = try #require(try run.json()["faces"] as? [[String: Any]])
    let liveness = try #require(faces.first?["liveness"] as? [String: Any])
    #expect(liveness["passive"] is NSNull)
    let doctor = try ProgramRun("doctor", "--models", folder.path)
    #expect(doctor.code == 0)
    #expect(doctor.output.contains("passive    none"))
  }
}
