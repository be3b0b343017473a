import Facelatch
import Foundation
import TestSupport
import Testing

@Suite("The program: authenticate", .timeLimit(.minutes(10)))
struct AuthenticateTests {
  private static let passcode = PreparedStore.passcode + "\n"
  private static let keys = [
    "authenticated", "error", "method", "assurance", "score", "threshold", "liveness", "attention",
    "obstacles", "attemptsLeft", "frames",
  ]

  @Test("The enrolled face is let in, in the documented keys and their order")
  func success() throws {
    let store = try PreparedStore()
    let run = try store.run(
      "authenticate", "--user", "ada", "--policy", "biometrics", "--liveness", "off", "--json",
      PreparedStore.face)
    #expect(run.code == 0)
    #expect(run.errorOutput.isEmpty)
    #expect(run.keysInOrder(Self.keys))
    let result = try run.json()
    #expect(result["authenticated"] as? Bool == true)
    #expect(result["error"] is NSNull)
    #expect(result["method"] as? String == "biometrics")
    let score = try #require(result["score"] as? Double)
    #expect(try score >= #require(result["threshold"] as? Double))
    #expect(result["assurance"] as? String == "none")
    #expect((result["liveness"] as? [String: Any])?["required"] as? String == "off")
    #expect(result["attention"] as? Bool == true)
    #expect((result["reasons"] as? [String])?.isEmpty == true)
    #expect(result["attemptsLeft"] as? Int == 5)
    #expect(result["frames"] as? Int == 1)
    #expect(try store.record?.attempts.lastBiometric != nil)
  }

  @Test("Text says who was let in and how, or which error there is")
  func text() throws {
    let store = try PreparedStore()
    let yes = try store.run("authenticate", "--user", "ada", PreparedStore.face)
    #expect(
      yes.output.hasPrefix(
        "Authenticated: ada, by a picture of the face, which proves that somebody has a picture\n  score     0."
      ))
    let no = try store.run("authenticate", "--user", "ada", "--policy", "biometrics", PreparedStore.stranger)
    #expect(
      no.output.hasPrefix(
        "Not authenticated: ada\n  reason    The face is not the enrolled one.\n  error     authenticationFailed (-1)\n"
      ))
    #expect(no.output.contains("  attempts  4 left with the face\n"))
    #expect(no.errorOutput.isEmpty)
  }

  @Test("That no life had to be shown stands in the first line and below, also where nobody is let in")
  func off() throws {
    let store = try PreparedStore()
    let line = "\n  liveness  off: nothing had to show that somebody lives\n"
    let yes = try store.run("authenticate", "--user", "ada", "--liveness", "off", PreparedStore.face)
    #expect(
      yes.output.hasPrefix("Authenticated: ada, by the face, which proves no life: none had to be shown\n"))
    #expect(yes.output.contains(line))
    let no = try store.run(
      "authenticate", "--user", "ada", "--policy", "biometrics", "--liveness", "off", PreparedStore.stranger)
    #expect(no.code == 1 && no.output.contains(line))
  }

  @Test("Where the motion of a head is asked for, a picture is refused before it costs an attempt")
  func assurance() throws {
    let store = try PreparedStore()
    for arguments in [["--assurance", "motion"], ["--liveness", "motion"]] {
      let run = try ProgramRun(
        bytes: (["authenticate", "--user", "ada", "--policy", "biometrics", "--json", PreparedStore.face]
          + arguments).map { Array($0.utf8) }, environment: ["FACELATCH_STORE": store.directory])
      #expect(run.code == 1)
      let result = try run.json()
      #expect(try run.jsonError().name == "biometryNotAvailable")
      #expect(result["obstacles"] as? [String] == ["assuranceOutOfReach"])
      #expect(result["assurance"] is NSNull && result["score"] is NSNull)
      #expect(result["frames"] as? Int == 0 && result["attemptsLeft"] as? Int == 5)
    }
    let owner = try store.run(
      "authenticate", "--user", "ada", "--assurance", "motion", "--json", PreparedStore.face,
      passcodes: Self.passcode)
    #expect(owner.code == 0)
    #expect(try owner.json()["method"] as? String == "passcode")
    #expect(try owner.json()["assurance"] is NSNull)
    let picture = try store.run(
      "authenticate", "--user", "ada", "--assurance", "picture", "--json", PreparedStore.face)
    #expect(try picture.json()["assurance"] as? String == "picture")
  }

  @Test("Five strangers, a process each, lock the face for everybody; the passcode clears it")
  func lockout() throws {
    let store = try PreparedStore()
    func show(_ picture: String) throws -> ProgramRun {
      try store.run("authenticate", "--user", "ada", "--policy", "biometrics", "--json", picture)
    }
    for left in [4, 3, 2, 1, 0] {
      let run = try show(PreparedStore.stranger)
      #expect(run.code == 1)
      #expect(try run.json()["attemptsLeft"] as? Int == left)
      #expect(try run.json()["score"] as? Double != nil)
      #expect(try run.jsonError().name == (left == 0 ? "biometryLockout" : "authenticationFailed"))
    }
    let locked = try show(PreparedStore.face)
    #expect(locked.code == 1)
    #expect(try locked.jsonError() == ("com.apple.LocalAuthentication", -8, "biometryLockout"))
    #expect(try locked.json()["score"] is NSNull)

    let owner = try store.run(
      "authenticate", "--user", "ada", "--json", PreparedStore.face, passcodes: Self.passcode)
    #expect(owner.code == 0)
    #expect(try owner.json()["method"] as? String == "passcode")
    #expect(try show(PreparedStore.face).code == 0)
  }

  @Test("Where the face does not do, the passcode lets in under device-owner, and a wrong one does not")
  func fallback() throws {
    let store = try PreparedStore()
    for (picture, passcodes, method) in [
      (PreparedStore.stranger, "nope\n" + Self.passcode, "passcode"),
      (Samples.path("rocket.jpg"), Self.passcode, "passcode"),
      (Samples.path("several-faces.jpg"), Self.passcode, "passcode"),
      (PreparedStore.face, "", "biometrics"),
      (PreparedStore.stranger, "nope\n", nil),
    ] as [(String, String, String?)] {
      let run = try store.run("authenticate", "--user", "ada", "--json", picture, passcodes: passcodes)
      #expect(run.code == (method == nil ? 1 : 0), "\(picture)")
      #expect(try run.json()["method"] as? String == method)
      if method == nil { #expect(try run.jsonError().name == "authenticationFailed") }
    }
  }

  @Test("A picture without a usable face is told and not charged")
  func unusableFace() throws {
    let store = try PreparedStore()
    for (name, reason) in [
      ("rocket.jpg", "No face found"), ("several-faces.jpg", "2 faces are in view"),
      ("obama2.jpg", "The eyes look elsewhere: look at the camera."),
    ] {
      let run = try store.run(
        "authenticate", "--user", "ada", "--policy", "biometrics", "--json", Samples.path(name))
      #expect(run.code == 1, "\(name)")
      let result = try run.json()
      #expect((result["reasons"] as? [String])?.contains { $0.hasPrefix(reason) } == true, "\(result)")
      #expect(result["attemptsLeft"] as? Int == 5)
      #expect(result["attention"] as? Bool == (name == "obama2.jpg" ? false : nil))
    }
  }

  @Test("A file that is no picture is unusable input")
  func noPicture() throws {
    let store = try PreparedStore()
    try store.folder.write("words", to: "notes.jpg")
    let run = try store.run(
      "authenticate", "--user", "ada", "--policy", "biometrics", "--json", store.folder.file("notes.jpg"))
    #expect(run.code == 3)
    #expect(try run.json()["authenticated"] as? Bool == false)
    #expect(try run.json()["attemptsLeft"] as? Int == 5)
  }

  @Test(
    "Who is not known, or not enrolled, is told by the error of the policy",
    arguments: [
      ("eve", "biometrics", "biometryNotEnrolled", -7), ("eve", "device-owner", "passcodeNotSet", -5),
      ("ada", "biometrics", "biometryNotEnrolled", -7),
    ])
  func notEnrolled(_ user: String, _ policy: String, _ name: String, _ code: Int) throws {
    let store = try PreparedStore(isEnrolled: false)
    let run = try store.run("authenticate", "--user", user, "--policy", policy, "--json", PreparedStore.face)
    #expect(run.code == 1)
    #expect(try run.jsonError() == ("com.apple.LocalAuthentication", code, name))
  }

  @Test("A store that is not there is not made by a question")
  func noStore() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      "authenticate", "--user", "ada", "--store", folder.file("none"), PreparedStore.face)
    #expect(run.code == 1)
    #expect(run.output.contains("passcodeNotSet"))
    #expect(run.output.contains("There is no store in "))
    #expect(folder.names.isEmpty)
  }

  @Test(
    "What makes no sense is wrong usage",
    arguments: [
      (
        ["--challenge", "hop", PreparedStore.face],
        "facelatch: '--challenge hop': no movement is called 'hop'; use random or turn-left, turn-right, blink, nod\n"
      ),
      (
        ["--challenge", "nod,nod", PreparedStore.face],
        "facelatch: '--challenge nod,nod': up to three movements, none twice in a row;"
          + " see 'facelatch authenticate --help'\n"
      ),
      (
        ["--challenge", "nod", "--liveness", "off", PreparedStore.face],
        "facelatch: '--challenge' does not go with '--liveness off'; see 'facelatch authenticate --help'\n"
      ),
      (
        ["--assurance", "motion", "--liveness", "passive", PreparedStore.face],
        "facelatch: '--assurance motion' does not go with '--liveness passive';"
          + " see 'facelatch authenticate --help'\n"
      ),
      (
        ["--assurance", "none", PreparedStore.face],
        "facelatch: '--assurance' takes picture, motion, challenge, not 'none';"
          + " see 'facelatch authenticate --help'\n"
      ),
      (
        ["--policy", "biometrics"],
        "facelatch: 'authenticate' needs FRAMES for '--policy biometrics'; see 'facelatch authenticate --help'\n"
      ),
      (
        ["--policy", "biometric", PreparedStore.face],
        "facelatch: '--policy' takes biometrics, device-owner, not 'biometric'; did you mean 'biometrics'?\n"
      ),
      (
        ["--preset", "faceid", PreparedStore.face],
        "facelatch: '--preset' takes face-id, nist-800-63b, not 'faceid'; did you mean 'face-id'?\n"
      ),
    ])
  func usage(_ arguments: [String], _ line: String) throws {
    let run = try ProgramRun(bytes: (["authenticate", "--user", "ada"] + arguments).map { Array($0.utf8) })
    #expect(run.code == 2)
    #expect(run.errorOutput == line)
  }

  @Test("Under the stricter preset the sixth attempt has to wait")
  func nist() throws {
    let store = try PreparedStore()
    for attempt in 1...6 {
      let run = try store.run(
        "authenticate", "--user", "ada", "--policy", "biometrics", "--preset", "nist-800-63b", "--json",
        PreparedStore.stranger)
      #expect(try run.json()["attemptsLeft"] as? Int == 50 - min(attempt, 5))
    }
  }

  @Test("At a terminal the person chooses the passcode after a failure, or gives up")
  func terminal() throws {
    let store = try PreparedStore()
    let chosen = try store.terminal(
      "authenticate", "--user", "ada", "--reason", "open the door", PreparedStore.stranger)
    try chosen.sees("Face not recognised.")
    try chosen.sees("[p] Enter Passcode")
    chosen.presses("p")
    try chosen.sees("open the door")
    try chosen.sees("Passcode for ada: ")
    chosen.types(PreparedStore.passcode)
    try chosen.sees("Authenticated: ada, by the passcode")
    #expect(try chosen.exitStatus() == 0)
    #expect(!chosen.screen.contains(PreparedStore.passcode))

    let cancelled = try store.terminal("authenticate", "--user", "ada", PreparedStore.stranger)
    try cancelled.sees("[c] Cancel")
    cancelled.presses("\u{3}")
    try cancelled.sees("userCancel (-2)")
    #expect(try cancelled.exitStatus() == 1)
  }

  @Test("Every decision is in the log, without picture, template or passcode")
  func audit() throws {
    let store = try PreparedStore()
    _ = try store.run("authenticate", "--user", "ada", PreparedStore.stranger, passcodes: Self.passcode)
    let text = String(decoding: try store.folder.contents("store/audit.jsonl"), as: UTF8.self)
    let line = try #require(text.split(separator: "\n").last)
    let entry = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(entry["event"] as? String == "authentication")
    #expect(entry["outcome"] as? String == "success")
    #expect(entry["method"] as? String == "passcode")
    #expect(!text.contains(PreparedStore.passcode))
  }
}
