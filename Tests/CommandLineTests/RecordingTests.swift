import Facelatch
import Foundation
import TestSupport
import Testing

@Suite("The program: recordings as frames", .timeLimit(.minutes(10)))
struct RecordingTests {
  private static let passcode = PreparedStore.passcode + "\n"

  private func bytes(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: Samples.path(name))))
  }

  @Test("A recording enrols; every frame has its verdict, its place and its time")
  func enrol() throws {
    let store = try PreparedStore(isEnrolled: false)
    let recording = try bytes("obama.jpg") + bytes("rocket.jpg") + bytes("rocket.jpg") + bytes("obama3.jpg")
    try store.folder.write(recording, to: "clip")
    let run = try store.run(
      "enroll", "--user", "ada", "--fps", "12.5", "--json", store.folder.file("clip"),
      passcodes: Self.passcode)
    #expect(run.code == 0)
    let frames = try #require(try run.json()["frames"] as? [[String: Any]])
    #expect(frames.map { $0["verdict"] as? String } == ["kept", "rejected", "rejected", "kept"])
    #expect(frames.map { $0["index"] as? Int } == [0, 1, 2, 3])
    #expect(frames.map { $0["seconds"] as? Double } == [0, 0.08, 0.16, 0.24])
    #expect(frames.allSatisfy { $0["path"] as? String == store.folder.file("clip") })
    // Frames of a recording with the same trouble share a line.
    #expect(run.errorLines.count == 1)
    #expect(run.errorOutput.contains("clip: No face found") && run.errorOutput.hasSuffix("(2 frames)\n"))
  }

  @Test("Frames come from standard input; damaged ones are counted")
  func standardInput() throws {
    let store = try PreparedStore()
    let recording = try bytes("rocket.jpg") + [1, 2, 3] + bytes("obama3.jpg")
    let run = try store.run(
      "authenticate", "--user", "ada", "--policy", "biometrics", "--liveness", "off", "--json", "-",
      input: recording)
    #expect(run.code == 0)
    #expect(try run.json()["authenticated"] as? Bool == true)
    #expect(try run.json()["frames"] as? Int == 2)
    #expect(try run.json()["skippedFrames"] as? Int == 1)
  }

  @Test("A recording that is cut off counts as far as it goes")
  func truncated() throws {
    let store = try PreparedStore()
    try store.folder.write(try bytes("obama3.jpg") + bytes("obama3.jpg").prefix(5_000), to: "clip")
    let run = try store.run(
      "authenticate", "--user", "ada", "--policy", "biometrics", "--liveness", "off", "--json",
      store.folder.file("clip"))
    #expect(run.code == 0)
    #expect((try run.json()["reasons"] as? [String])?.isEmpty == true)

    let enrolment = try store.run(
      "enroll", "--user", "ada", store.folder.file("clip"), passcodes: Self.passcode)
    #expect(enrolment.code == 0)
    #expect(enrolment.errorOutput.contains("clip: cut off after 1 frame; record or copy it again"))
  }

  @Test(
    "Standard input without frames is unusable input",
    arguments: [("", "standard input: nothing in it"), ("words", "standard input: is text, not JPEG")])
  func noFrames(input: String, cause: String) throws {
    let store = try PreparedStore()
    let run = try store.run(
      "authenticate", "--user", "ada", "--policy", "biometrics", "--json", "-", input: Array(input.utf8))
    #expect(run.code == 3)
    #expect((try run.json()["reasons"] as? [String])?.first?.hasPrefix(cause) == true)
    #expect(try run.json()["attemptsLeft"] as? Int == 5)
  }

  @Test(
    "What standard input cannot be is told",
    arguments: [
      (["-", "-"], "'-' is given twice"), (["-", "--passcode-fd", "0"], "standard input cannot give both"),
      (["clip.avi", "--fps", "0"], "'--fps' takes a number from 0.001 to 100000, not '0'"),
      (["clip.avi", "--fps", "nan"], "'--fps' takes a number"),
    ])
  func usage(arguments: [String], cause: String) throws {
    let store = try PreparedStore()
    try store.folder.write("", to: "clip.avi")
    for command in ["enroll", "authenticate"] {
      let run = try ProgramRun(
        bytes: ([command, "--user", "ada"] + arguments.map { $0 == "clip.avi" ? store.folder.file($0) : $0 })
          .map { Array($0.utf8) }, environment: ["FACELATCH_STORE": store.directory])
      #expect(run.code == 2)
      #expect(run.errorOutput.contains(cause), "\(run.errorOutput)")
    }
  }
}
