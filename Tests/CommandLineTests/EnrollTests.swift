import Facelatch
import Foundation
import TestSupport
import Testing

@Suite("The program: enroll", .timeLimit(.minutes(10)))
struct EnrollTests {
  private static let passcode = PreparedStore.passcode + "\n"

  @Test("Good pictures are kept, the others are named with their reason")
  func good() throws {
    let store = try PreparedStore(isEnrolled: false)
    let run = try store.run(
      "enroll", "--user", "ada", Samples.path("obama.jpg"), PreparedStore.face, Samples.path("rocket.jpg"),
      passcodes: Self.passcode)
    #expect(run.code == 0)
    #expect(run.output == "Enrolled: ada, appearance 1, 2 templates from 3 frames\n")
    #expect(run.errorLines.count == 1)
    #expect(run.errorOutput.contains("rocket.jpg: No face found"))
    let record = try #require(try store.record)
    #expect(record.appearances.map(\.label) == ["default"])
    #expect(record.appearances.first?.templates.count == 2)
  }

  @Test("A folder stands for its pictures, the second appearance stands beside the first")
  func secondAppearance() throws {
    let store = try PreparedStore()
    try FileManager.default.createDirectory(
      atPath: store.folder.file("frames"), withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: PreparedStore.face, toPath: store.folder.file("frames/1.jpg"))
    for replaced in [false, true] {
      let run = try store.run(
        "enroll", "--user", "ada", "--appearance", "2", "--json", store.folder.file("frames"),
        passcodes: Self.passcode)
      #expect(run.code == 0)
      #expect(
        run.keysInOrder([
          "enrolled", "user", "appearance", "templates", "replaced", "appearances", "frames", "path",
          "verdict",
          "reason", "resemblances", "error",
        ]))
      let result = try run.json()
      #expect(result["enrolled"] as? Bool == true)
      #expect(result["replaced"] as? Bool == replaced)
      #expect(result["appearances"] as? Int == 2)
      #expect(result["error"] is NSNull)
      let frames = try #require(result["frames"] as? [[String: Any]])
      #expect(frames.map { $0["verdict"] as? String } == ["kept"])
    }
  }

  @Test("Without a usable face nothing is enrolled")
  func noFace() throws {
    let store = try PreparedStore(isEnrolled: false)
    let run = try store.run(
      "enroll", "--user", "ada", "--json", Samples.path("rocket.jpg"), Samples.path("several-faces.jpg"),
      passcodes: Self.passcode)
    #expect(run.code == 3)
    #expect(
      run.errorLines.last
        == "facelatch: 0 of 2 frames show a usable face; give at least 1, from the front and in good light")
    let frames = try #require(try run.json()["frames"] as? [[String: Any]])
    #expect(frames.map { $0["verdict"] as? String } == ["rejected", "rejected"])
    #expect(try store.record?.isEnrolled == false)
  }

  @Test("Pictures of two people are refused")
  func twoPeople() throws {
    let store = try PreparedStore(isEnrolled: false)
    let run = try store.run(
      "enroll", "--user", "ada", Samples.path("obama.jpg"), PreparedStore.face, PreparedStore.stranger,
      passcodes: Self.passcode)
    #expect(run.code == 3)
    #expect(run.errorOutput.contains("biden.jpg: shows another person than the others"))
    #expect(try store.record?.isEnrolled == false)
  }

  @Test("It needs a passcode, and the right one")
  func passcode() throws {
    let store = try PreparedStore(isEnrolled: false)
    let wrong = try store.run("enroll", "--user", "ada", "--json", PreparedStore.face, passcodes: "nope\n")
    #expect(wrong.code == 1)
    #expect(try wrong.jsonError().name == "authenticationFailed")
    let nobody = try store.run("enroll", "--user", "eve", "--json", PreparedStore.face, passcodes: "nope\n")
    #expect(nobody.code == 1)
    #expect(try nobody.jsonError() == ("com.apple.LocalAuthentication", -5, "passcodeNotSet"))
    #expect(nobody.errorOutput.contains("user \"eve\" has no passcode; set one first"))
    #expect(try store.record?.isEnrolled == false)
  }

  @Test(
    "What cannot be frames is told before anybody is asked",
    arguments: [
      ("none.jpg", "none.jpg: no such file; check the name"),
      ("clip.avi", "clip.avi: no such file; check the name"),
    ])
  func wrongFrames(_ name: String, _ beginning: String) throws {
    let store = try PreparedStore()
    let run = try store.run("enroll", "--user", "ada", name)
    #expect(run.code == 3)
    #expect(run.errorOutput.hasPrefix("facelatch: " + beginning))
    #expect(run.errorLines.count == 1)
  }

  @Test("A face that is somebody else's too is enrolled with a warning")
  func resemblance() throws {
    let store = try PreparedStore()
    #expect(try store.run("passcode", "set", "--user", "eve", passcodes: "1234\n").code == 0)
    let run = try store.run("enroll", "--user", "eve", "--json", PreparedStore.face, passcodes: "1234\n")
    #expect(run.code == 0)
    #expect(run.errorOutput.contains("warning: This face is so like the one of \"ada\""))
    let others = try #require(try run.json()["resemblances"] as? [[String: Any]])
    #expect(others.map { $0["user"] as? String } == ["ada"])
  }

  @Test("There are two appearances only")
  func thirdAppearance() throws {
    let run = try PreparedStore().run("enroll", "--user", "ada", "--appearance", "3", PreparedStore.face)
    #expect(run.code == 2)
    #expect(run.errorOutput.hasPrefix("facelatch: '--appearance' takes 1, 2, not '3'"))
  }
}
