import Facelatch
import TestSupport
import Testing

@Suite("The programs of one idea each", .timeLimit(.minutes(10)))
struct SmallProgramsTests {
  private func run(
    _ name: String, _ arguments: [String] = [], in folder: String? = nil, answers: String = ""
  ) throws -> CompletedRun {
    var launch = Launch(try Launch.built(name), arguments)
    launch.folder = folder
    return try CompletedRun(launch, CompletedRun.Surroundings(input: Array(answers.utf8)))
  }

  @Test(
    "ComparePhotos", arguments: [("obama2.jpg", "the same person, "), ("biden.jpg", "not the same person, ")])
  func comparePhotos(_ other: String, _ answer: String) throws {
    let folder = try SampleFile.folder("obama.jpg", other)
    let run = try run("ComparePhotos", in: folder.path)
    #expect(run.output.hasPrefix(answer), "\(run.errorOutput)")
    #expect(run.ending == .exit(code: 0))
  }

  @Test(
    "EnrolAndUnlock",
    arguments: [
      ("obama3.jpg", "Let in. The house key lies under the doormat.\n"),
      ("biden.jpg", "Not let in: "),
    ])
  func enrolAndUnlock(_ visitor: String, _ answer: String) throws {
    let folder = try TemporaryFolder()
    let run = try run(
      "EnrolAndUnlock",
      [folder.file("store")] + [visitor, "obama.jpg", "obama2.jpg"].map(SampleFile.picture),
      answers: "correct horse\ncorrect horse\n")
    #expect(
      run.output.hasPrefix(
        "Choose a passcode, ada:\nYour passcode, ada:\n1 of 2 photos kept\n" + answer), "\(run.errorOutput)")
    #expect(run.ending == .exit(code: 0))
  }

  @Test("IdentifyPerson")
  func identifyPerson() throws {
    let folder = try SampleFile.folder("biden.jpg", "obama.jpg")
    let known = try run(
      "IdentifyPerson", [SampleFile.picture("obama3.jpg"), "a.jpg", "b.jpg"], in: folder.path)
    #expect(known.output.hasPrefix("b.jpg, score 0.7"), "\(known.errorOutput)")
    let stranger = try run(
      "IdentifyPerson", [SampleFile.picture("astronaut.png"), "a.jpg", "b.jpg"], in: folder.path)
    #expect(stranger.output.isEmpty)
    #expect(stranger.ending == .exit(code: 0))
  }

  @Test("WatchFrames takes a photo that nothing moves in for no living person")
  func watchFrames() throws {
    let folder = try TemporaryFolder()
    let options = DecodingOptions(maximumSide: 640)
    let photo = try DecodedImage(contentsOf: SampleFile.picture("astronaut.png"), options: options).image
    // The format has pairs of pixels.
    #expect(photo.width.isMultiple(of: 2))
    let frame = SampleFile.yuyv(photo)
    try folder.write(Array([[UInt8]](repeating: frame, count: 12).joined()), to: "frames")
    let run = try run("WatchFrames", [folder.file("frames"), "\(photo.width)", "\(photo.height)"])
    #expect(run.output.hasPrefix("undecided: ") || run.output.hasPrefix("notLive: "), "\(run.errorOutput)")
    #expect(run.output != "undecided: \(LivenessReason.noFace)\n")
    #expect(run.ending == .exit(code: 0))
  }

  @Test("RunNetwork")
  func runNetwork() throws {
    let run = try run("RunNetwork", [SampleFile.path("Tests/InferenceTests/Fixtures/iresnet.onnx")])
    #expect(run.output.contains("["), "\(run.errorOutput)")
    #expect(run.ending == .exit(code: 0))
  }
}
