import Facelatch
import Foundation
import Testing

@testable import facelatch

/// A folder for a pack of a network that is somebody's own: a copy of the bundled one.
private struct OwnNetwork {
  let data: PeopleFolder
  static let bundled = URL(fileURLWithPath: Samples.folder).deletingLastPathComponent()
    .appendingPathComponent("Models").path
  static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("InferenceTests/Fixtures").path

  init() throws {
    data = try PeopleFolder()
    try FileManager.default.createSymbolicLink(
      atPath: data.folder.file("my.onnx"), withDestinationPath: Self.bundled + "/face-embedding.onnx")
  }

  func new(_ options: String) throws -> ProgramRun { try data.run("pack new --embedding my.onnx " + options) }

  /// The pack as the network was trained.
  func newMine() throws -> ProgramRun {
    try new(
      "--mean 0 --scale 1 --channel-order rgb --name mine --licence Apache-2.0 --origin here --out mine")
  }
}

@Suite("The program: packs of one's own")
struct PackTests {
  @Test("new writes a manifest and the network, says what it found and what it assumed")
  func new() throws {
    let own = try OwnNetwork()
    let run = try own.new("--out mine")
    #expect(run.code == 0, "\(run.errorOutput)")
    #expect(run.errorOutput.isEmpty)
    #expect(
      run.output == """
        Written: mine/model-pack.json
          network    mine/my.onnx, SHA-256 1971ab929f87
          input      data, NCHW, 112×112, RGB, (pixel - 127.5) × 0.007843
          output     fc1, 128 numbers
          assumed    what the file does not tell: --channel-order, --mean, --scale, --alignment
          rates      not measured yet, so 'facelatch compare --models mine' tells scores alone

        """)
    #expect(try own.data.folder.names(below: "mine") == ["model-pack.json", "my.onnx"])
    let pack = try ModelPack(directory: own.data.folder.file("mine")).embedding
    #expect(pack.input.scale == ChannelValues(1 / 127.5))
    #expect(pack.input.offset == ChannelValues(-1))
    #expect(pack.file.licence == "not stated" && pack.file.origin == "my.onnx")
  }

  @Test("new takes mean and scale for each colour, and JSON has them in the order red, green, blue")
  func colours() throws {
    let own = try OwnNetwork()
    let run = try own.new(
      "--json --channel-order bgr --mean 123.675,116.28,103.53 --scale 1/58.395,1/57.12,1/57.375 --out mine")
    #expect(run.code == 0, "\(run.errorOutput)")
    let json = try run.json()
    #expect(json["assumed"] as? [String] == ["alignment"])
    let told = try #require(json["input"] as? [String: Any])
    #expect(told["mean"] as? [Double] == [123.675, 116.28, 103.53])
    let input = try ModelPack(directory: own.data.folder.file("mine")).embedding.input
    #expect(input.channels == .blueGreenRed)
    #expect(input.scale == ChannelValues(red: 1 / 58.395, green: 1 / 57.12, blue: 1 / 57.375))
    #expect(abs(input.offset.red + 123.675 / 58.395) < 1e-6)
    #expect(abs(input.offset.blue + 103.53 / 57.375) < 1e-6)
    #expect(try own.data.run("pack check mine").code == 0)
  }

  @Test("A small network of another size takes a template of its own")
  func otherSize() throws {
    let own = try OwnNetwork()
    let network = OwnNetwork.fixtures + "/iresnet.onnx"
    let refused = try own.data.run("pack new --embedding \(network) --out small")
    #expect(refused.code == 3)
    #expect(refused.errorOutput.contains("takes 40×40, and the usual template is for 112×112; "))
    #expect(!own.data.folder.names.contains("small"))
    try own.data.folder.write(
      "[[13.7, 18.5], [26.3, 18.4], [20, 25.6], [14.8, 33], [25.3, 32.9]]", to: "template.json")
    let run = try own.data.run("pack new --embedding \(network) --alignment template.json --out small")
    #expect(run.code == 0, "\(run.errorOutput)")
    #expect(try own.data.run("pack check small").code == 0)
    let compared = try own.data.run("compare --models small people/Obama/1.jpg people/Obama/2.jpg --json")
    #expect(compared.code == 4)
    #expect(try compared.json()["score"] is Double)
  }

  @Test("A folder that holds anything is left alone, an empty one is taken")
  func occupied() throws {
    let own = try OwnNetwork()
    try own.data.folder.write("precious", to: "mine/notes.txt")
    let run = try own.new("--out mine")
    #expect(run.code == 4)
    #expect(run.errorOutput == "facelatch: mine: is not empty; name a new or an empty folder\n")
    #expect(try own.data.folder.names(below: "mine") == ["notes.txt"])
    try own.data.folder.write("no folder", to: "file")
    #expect(try own.new("--out file").code == 4)
    #expect(try own.data.text("file") == "no folder")
    try FileManager.default.createDirectory(
      atPath: own.data.folder.file("empty"), withIntermediateDirectories: false)
    #expect(try own.new("--out empty").code == 0)
  }

  @Test(
    "What new cannot use, or cannot know, is one line with the cure, and no folder is made",
    arguments: [
      ("--embedding missing.onnx --out new", 3, "missing.onnx: no such file"),
      ("--embedding text --out new", 3, "text: "),
      ("--embedding FIXTURES/mtcnn-output.onnx --out new", 3, "; name one with --output"),
      ("--embedding FIXTURES/mtcnn-output.onnx --output z --out new", 3, "; name one of them with --output"),
      ("--embedding my.onnx --size 96x112 --out new", 3, "it takes pictures of 112×112, and no others; "),
      ("--embedding my.onnx --size 96 --out new", 2, "'--size' takes width and height"),
      ("--embedding my.onnx --layout nhwc --out new", 3, "is no colour picture"),
      ("--embedding my.onnx --mean 1,2 --out new", 2, "'--mean' takes one number, or three"),
      ("--embedding my.onnx --scale 1/0 --out new", 2, "'--scale' takes one number, or three"),
      ("--embedding my.onnx --scale nan --out new", 2, "'--scale' takes one number, or three"),
      ("--embedding my.onnx --channel-order grb --out new", 2, "did you mean"),
      ("--embedding my.onnx --alignment text --out new", 3, "text: not an alignment template (line 1"),
      ("--embedding my.onnx", 2, "'pack new' needs '--out DIR'"),
      ("--out new", 2, "'pack new' needs '--embedding FILE'"),
      (
        "new --embedding my.onnx --out new", 2,
        "'pack new' takes no argument 'new'; name the folder with --out"
      ),
    ])
  func refused(_ options: String, _ code: Int32, _ words: String) throws {
    let own = try OwnNetwork()
    try own.data.folder.write("no network", to: "text")
    let run = try own.data.run("pack new " + options.replacing("FIXTURES", with: OwnNetwork.fixtures))
    #expect(run.code == code)
    #expect(run.output.isEmpty)
    #expect(run.errorLines.count == 1)
    #expect(run.errorOutput.contains(words), "\(run.errorOutput)")
    #expect(!own.data.folder.names.contains("new"))
  }

  @Test("check tells every fault of a manifest on a line of its own, and doctor does, too")
  func check() throws {
    let own = try OwnNetwork()
    #expect(try own.newMine().code == 0)
    let whole = try own.data.run("pack check mine")
    #expect(whole.code == 0)
    #expect(whole.output.hasPrefix("mine: nothing is wrong\n  mine, in mine\n"))
    #expect(whole.output.hasSuffix("  no operating points: scores can be told, nothing can be decided\n"))
    let manifest = try own.data.text("mine/model-pack.json")
    let broken = manifest.replacing("\"NCHW\"", with: "\"planes\"").replacing(
      "\"licence\"", with: "\"license\""
    )
    .replacing("\"dimensions\": 128", with: "\"dimensions\": 0")
    try own.data.folder.write(broken, to: "mine/model-pack.json")
    let faults = [
      "embedding.licence is missing", "embedding.input.layout must be NCHW or NHWC, not \"planes\"",
      "embedding.dimensions must lie between 1 and 65536",
      "the key \"embedding.license\" is unknown, there are file, sha256, licence, origin, input, output, "
        + "dimensions, alignment, agreementExponent, domain, operatingPoints, decisionFalseMatchRate",
    ]
    let run = try own.data.run("pack check mine")
    #expect(run.code == 4)
    #expect(run.output == "mine: 4 faults: see below\n  not usable\n")
    #expect(run.errorLines.map(String.init) == faults.map { "facelatch: mine/model-pack.json: \($0)" })
    let json = try own.data.run("pack check mine --json")
    #expect(json.code == 4)
    #expect(try json.json()["faults"] as? [String] == faults.map { "mine/model-pack.json: \($0)" })
    #expect(try json.json()["modelPack"] is NSNull)
    let doctor = try own.data.run("doctor --models mine")
    #expect(doctor.code == 4)
    #expect(doctor.errorLines.map(String.init) == run.errorLines.map(String.init))
  }

  @Test("check runs the network, so that a manifest that does not fit it is told")
  func misfit() throws {
    let own = try OwnNetwork()
    #expect(try own.newMine().code == 0)
    let manifest = try own.data.text("mine/model-pack.json")
    for (part, other, words) in [
      ("\"dimensions\": 128", "\"dimensions\": 512", "output fc1 has 128 values where 512 are expected"),
      ("\"fc1\"", "\"fc2\"", "fc2"), ("\"width\": 112", "\"width\": 96", "does not fit"),
    ] {
      try own.data.folder.write(manifest.replacing(part, with: other), to: "mine/model-pack.json")
      let run = try own.data.run("pack check mine")
      #expect(run.code == 4)
      #expect(run.errorLines.count == 1)
      #expect(run.errorOutput.contains(words), "\(run.errorOutput)")
      #expect(run.output.contains("embedding  NOT USABLE"))
    }
    try own.data.folder.write(manifest, to: "mine/model-pack.json")
    try FileManager.default.removeItem(atPath: own.data.folder.file("mine/my.onnx"))
    try own.data.folder.write("exchanged", to: "mine/my.onnx")
    let exchanged = try own.data.run("pack check mine")
    #expect(exchanged.code == 4)
    #expect(exchanged.errorOutput.contains("the manifest says 1971ab929f87"))
  }

  @Test("check takes a folder and none of the options of new")
  func checkUsage() throws {
    for (words, cause) in [
      ("pack check", "'pack check' needs the pack's folder DIR"),
      ("pack check mine --out other", "'--out' goes with 'pack new' only"),
      ("pack", "'pack' needs new|check"),
      ("pack chekc mine", "did you mean 'check'?"),
    ] {
      let run = try OwnNetwork().data.run(words)
      #expect(run.code == 2)
      #expect(run.errorOutput.contains(cause), "\(run.errorOutput)")
    }
  }
}

@Suite("The program: a pack without operating points, and how it gets them")
struct UnmeasuredPackTests {
  private static let pair = "people/Obama/1.jpg people/Obama/2.jpg"

  private func own() throws -> OwnNetwork {
    let own = try OwnNetwork()
    let run = try own.newMine()
    #expect(run.code == 0, "\(run.errorOutput)")
    return own
  }

  @Test("compare tells the score of the bundled pack, says that no rate is known and ends with 4")
  func compare() throws {
    let own = try own()
    let text = try own.data.run("compare --models mine " + Self.pair)
    #expect(text.code == 4)
    #expect(text.output.hasPrefix("No decision: people/Obama/1.jpg and people/Obama/2.jpg\n"))
    #expect(text.output.contains("\n  score             0.753 (nobody measured what it stands for)\n"))
    #expect(text.output.contains("\n  false-match rate  not known\n"))
    #expect(
      text.errorOutput
        == "facelatch: mine: the model pack has no operating points, so no false-match rate is known; "
        + "measure them with 'facelatch evaluate verification' and 'facelatch tune'\n")
    let json = try own.data.run("compare --json --models mine " + Self.pair)
    #expect(json.code == 4)
    let bundled = try own.data.run("compare --json " + Self.pair)
    #expect(try json.json()["score"] as? Double == bundled.json()["score"] as? Double)
    for key in ["fmr", "fmrRelation", "threshold", "operatingPoint", "match"] {
      #expect(try json.json()[key] is NSNull, "\(key)")
    }
    let asked = try own.data.run("compare --fmr 1e-3 --models mine " + Self.pair)
    #expect(asked.code == 4)
    #expect(asked.output.isEmpty)
  }

  @Test("identify tells candidates and names nobody")
  func identify() throws {
    let own = try own()
    let words = "identify --models mine --gallery people people/Obama/3.jpg"
    let text = try own.data.run(words)
    #expect(text.code == 4)
    #expect(text.output.hasPrefix("people/Obama/3.jpg: no decision; most alike are Obama 0.8"))
    #expect(text.errorLines.count == 1)
    let json = try own.data.run(words + " --json").json()
    #expect((json["candidates"] as? [Any])?.count == 3)
    for key in ["identity", "threshold", "operatingPoint", "error"] { #expect(json[key] is NSNull, "\(key)") }
  }

  @Test("enroll, authenticate, evaluate authentication and demo refuse, and charge nothing")
  func refusals() throws {
    let own = try own()
    let store = try PreparedStore()
    let models = own.data.folder.file("mine")
    let words = "the model pack has no operating points"
    for arguments in [
      ["enroll", "--user", "ada", Samples.path("obama.jpg")],
      ["authenticate", "--user", "ada", PreparedStore.face], ["demo"],
    ] {
      let run = try ProgramRun(
        bytes: (arguments + ["--models", models]).map { Array($0.utf8) },
        environment: ["FACELATCH_STORE": store.directory])
      #expect(run.code == 4, "\(arguments)")
      #expect(run.errorLines.count == 1)
      #expect(run.errorOutput.contains(words), "\(run.errorOutput)")
    }
    #expect(try store.record?.attempts.failedMatches == 0)
    let doctor = try own.data.run("doctor --models mine")
    #expect(doctor.code == 4)
    #expect(doctor.output.contains("\n  embedding  ok"))
    #expect(doctor.errorOutput.contains(words))
  }

  @Test("From scores over an evaluation to a rate, in a file and in the pack itself")
  func wholeRoad() throws {
    let own = try own()
    let evaluated = try own.data.compareAll("--models mine --out scores --fmr 0.5")
    #expect(evaluated.code == 0, "\(evaluated.errorOutput)")
    #expect(evaluated.output.contains("\nthe model pack has no operating points, so no threshold\n"))
    #expect(try own.data.json("scores/summary.json")["decision"] is NSNull)
    let tuned = try own.data.run(
      "tune --models mine --scores scores --verify scores --fmr 0.5 --source Friends --out points.json")
    #expect(tuned.code == 0, "\(tuned.errorOutput)")

    let decided = try own.data.run("compare --models mine --operating-points points.json --json " + Self.pair)
    #expect(decided.code == 0, "\(decided.errorOutput)")
    let point = try #require(try decided.json()["operatingPoint"] as? [String: Any])
    #expect(point["source"] as? String == "Friends")
    #expect(point["fmr"] as? Double == 0.5)
    #expect(try decided.json()["match"] as? Bool == true)

    let packed = try own.data.run(
      "tune --pack mine --scores scores --verify scores --fmr 0.5 --source Friends")
    #expect(packed.code == 0, "\(packed.errorOutput)")
    let own2 = try own.data.run("compare --models mine --json " + Self.pair)
    #expect(own2.code == 0)
    #expect(try own2.json()["threshold"] as? Double == decided.json()["threshold"] as? Double)
    #expect(try own.data.run("pack check mine").output.hasSuffix("  decides at a false-match rate of 50 %\n"))
    #expect(try own.data.run("doctor --models mine").code == 0)
  }
}
