import Facelatch
import FacelatchTestSupport
import TestSupport
import Testing

/// What stands in README's section "In your own program", without its printing.
@Suite("README's examples", .timeLimit(.minutes(10)))
struct ReadmeTests {
  @Test("Two photos, three lines, in code that waits")
  func comparison() throws {
    let gate = try Gate()
    let verdict = try gate.compare(
      Path(SampleFile.picture("obama.jpg")), Path(SampleFile.picture("obama2.jpg")))
    #expect(verdict.isMatch)
    #expect(throws: GateError.picture(.notFound(path: "a.jpg"))) {
      try gate.compare("a.jpg", "b.jpg")
    }
  }

  @Test("Two photos, three lines, in asynchronous code")
  func asynchronousComparison() async throws {
    let gate = try Gate()
    let rocket = SampleFile.picture("rocket.jpg")
    await #expect(throws: GateError.noUsableFace(picture: rocket, .noFace)) {
      try await gate.compare(Path(rocket), Path(SampleFile.picture("obama.jpg")))
    }
    do throws(GateError) {
      _ = try await gate.compare("a.jpg", "b.jpg")
      Issue.record("there are no such files")
    } catch {
      guard case .picture = error else { throw error }
    }
  }

  @Test("People and passcodes")
  func people() async throws {
    let folder = try TemporaryFolder()
    let prompt = ProgrammaticPrompt.always("correct horse")

    let gate = try Gate(Configuration(user: "ada", store: Path(folder.file("store"))))
    try gate.passcodes(makingStore: true).set(user: "ada", prompt: prompt)
    let report = try await gate.enrol(from: .picture(Path(SampleFile.picture("obama.jpg"))), prompt: prompt)
    try gate.vault().put(Array("secret".utf8), key: "mail")

    let request = AuthenticationRequest(policy: .deviceOwner, reason: "open the safe")
    let outcome = await gate.authenticate(
      nil, request, from: .picture(Path(SampleFile.picture("obama3.jpg"))), prompt: prompt)

    #expect(report.templates == 1)
    #expect(outcome.method == .biometrics)
    let token = try #require(outcome.releaseToken)
    #expect(try gate.vault().get("mail", releasedBy: token) == Array("secret".utf8))
  }

  @Test("Frames of a camera library")
  func frames() async throws {
    let store = try TemporaryFolder()
    let prompt = ProgrammaticPrompt.always("correct horse")
    let gate = try Gate(Configuration(user: "ada", store: Path(store.file("store"))))
    try gate.passcodes(makingStore: true).set(user: "ada", prompt: prompt)
    _ = try await gate.enrol(from: .picture(Path(SampleFile.picture("obama.jpg"))), prompt: prompt)
    let photo = try DecodedImage(
      contentsOf: SampleFile.picture("obama.jpg"), options: DecodingOptions(maximumSide: 640)
    ).image
    let buffers = [[UInt8]](repeating: SampleFile.yuyv(photo), count: 6)
    let (width, height) = (photo.width, photo.height)

    let images = try buffers.map { buffer in
      try Image(bytes: buffer, width: width, height: height, format: .yuyv, bytesPerRow: 2 * width)
    }
    let outcome = await gate.authenticate(
      nil, AuthenticationRequest(policy: .biometrics), from: .sequence(images, framesPerSecond: 30),
      prompt: prompt)

    // Six pictures of one moment show a face, and nobody who moves.
    #expect(!outcome.authenticated)
    #expect(outcome.frames == 6)
    let liveness = try #require(outcome.liveness)
    #expect(liveness.requirement == .motion)
    #expect(liveness.outcome != .live)
    #expect(!liveness.reasons.isEmpty)
  }

  @Test("A server's pool of analysers")
  func server() async throws {
    struct Server {
      let gate: Gate
      let pool = AnalyzerPool(limit: 2)

      func faces(_ upload: [UInt8]) async throws -> [Face] {
        let image = try DecodedImage(bytes: upload, name: "upload").image
        return try await pool.withAnalyzer(of: gate.models()) { (analyzer) throws(ModelPackError) in
          try analyzer.analyze(image)
        }
      }
    }
    let server = Server(gate: try Gate())
    let upload = try TestFile.bytes(SampleFile.picture("several-faces.jpg"))
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 { group.addTask { try await server.faces(upload).count } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == [2, 2, 2, 2])
  }
}
