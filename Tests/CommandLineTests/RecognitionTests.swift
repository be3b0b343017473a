import Foundation
import TestSupport
import Testing

@testable import facelatch

@Suite("The program: inspect", .timeLimit(.minutes(10)))
struct InspectTests {
  @Test("A portrait has one face, in the documented keys and their order")
  func portrait() throws {
    let run = try ProgramRun("inspect", "--json", Samples.path("astronaut.png"))
    #expect(run.code == 0)
    #expect(run.errorOutput.isEmpty)
    let picture = try run.json()
    #expect(picture["image"] as? String == Samples.path("astronaut.png"))
    #expect(picture["width"] as? Int == 512)
    #expect(picture["height"] as? Int == 512)
    let faces = try #require(picture["faces"] as? [[String: Any]])
    #expect(faces.count == 1)
    let face = try #require(faces.first)
    let box = try #require(face["box"] as? [Double])
    #expect(box.count == 4)
    // The face of the portrait, found by eye.
    #expect(abs(box[0] + box[2] / 2 - 225) < 15)
    #expect(abs(box[1] + box[3] / 2 - 128) < 20)
    #expect((face["landmarks5"] as? [[Double]])?.map(\.count) == [2, 2, 2, 2, 2])
    #expect(Set((face["pose"] as? [String: Double] ?? [:]).keys) == ["yaw", "pitch", "roll"])
    #expect(Set((face["gaze"] as? [String: Double] ?? [:]).keys) == ["yaw", "pitch"])
    let eyes = try #require(face["eyes"] as? [String: Double])
    #expect(eyes.keys.sorted() == ["left", "right"])
    #expect(eyes.values.allSatisfy { (0...1).contains($0) })
    #expect(face["attentive"] as? Bool != nil)
    let quality = try #require(face["quality"] as? [String: Any])
    #expect((0...1).contains(try #require(quality["overall"] as? Double)))
    #expect(quality["reasons"] is [String])
    let recognition = try #require(face["recognition"] as? [String: Any])
    #expect(recognition["comparable"] as? Bool == true)
    #expect(recognition["reason"] is NSNull)
    #expect(try #require(recognition["length"] as? Double) > 8)
    #expect((recognition["turned"] as? [Double])?.count == 3)
    let passive = try #require((face["liveness"] as? [String: Any])?["passive"] as? Double)
    #expect((0...1).contains(passive))
    #expect((face["liveness"] as? [String: Any])?["threshold"] is Double)

    let keys = [
      "image", "width", "height", "faces", "box", "score", "landmarks5", "pose", "eyes", "gaze", "attentive",
    ]
    .compactMap { run.output.range(of: "\"\($0)\":")?.lowerBound }
    #expect(keys.count == 11)
    #expect(keys == keys.sorted())
  }

  @Test("Several pictures give one object each, in their order, whichever is ready first")
  func several() throws {
    let names = ["several-faces.jpg", "rocket.jpg", "obama3.jpg", "astronaut.png"].map(Samples.path)
    let run = try ProgramRun(bytes: (["inspect", "--json", "--threads", "2"] + names).map { Array($0.utf8) })
    let objects = try run.jsonObjects()
    #expect(objects.compactMap { $0["image"] as? String } == names)
    #expect(objects.map { ($0["faces"] as? [Any])?.count } == [2, 0, 1, 1])
    #expect(run.code == 1)
  }

  @Test("A picture without a face is told and answers no")
  func noFace() throws {
    let run = try ProgramRun("inspect", Samples.path("rocket.jpg"))
    #expect(run.code == 1)
    #expect(run.output.contains("no face"))
    #expect(run.errorOutput.isEmpty)
  }

  @Test("The annotated picture is the picture with something drawn into it")
  func annotated() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      "inspect", Samples.path("obama3.jpg"), "--annotate", "out.png", folder: folder.path)
    #expect(run.code == 0)
    let original = try DecodedPicture.decode(Samples.path("obama3.jpg"))
    let drawn = try DecodedPicture.decode(folder.file("out.png"))
    #expect(drawn.width == original.width)
    #expect(drawn.height == original.height)
    let changed = zip(original.pixels, drawn.pixels).reduce(0) { $0 + ($1.0 == $1.1 ? 0 : 1) }
    #expect(changed > 100)
    #expect(changed < original.pixels.count / 4)
    #expect(folder.names == ["out.png"])
  }

  @Test("Text says what it sees")
  func text() throws {
    let run = try ProgramRun("inspect", Samples.path("obama.jpg"))
    #expect(run.code == 0)
    #expect(run.output.contains("1 face"))
    #expect(run.output.contains("quality"))
  }
}

@Suite("The program: compare", .timeLimit(.minutes(10)))
struct CompareTests {
  @Test(
    "The same person is accepted",
    arguments: [("obama.jpg", "obama2.jpg"), ("obama.jpg", "obama3.jpg"), ("obama2.jpg", "obama3.jpg")])
  func same(_ first: String, _ second: String) throws {
    let run = try ProgramRun("compare", "--json", Samples.path(first), Samples.path(second))
    #expect(run.code == 0)
    let result = try run.json()
    #expect(result["match"] as? Bool == true)
    let score = try #require(result["score"] as? Double)
    let threshold = try #require(result["threshold"] as? Double)
    #expect(score >= threshold)
    #expect(score > 0.6)
    let rate = try #require(result["fmr"] as? Double)
    #expect(rate > 0 && rate <= 1e-5)
    #expect((result["model"] as? String)?.count == 64)
  }

  @Test(
    "Other people are refused",
    arguments: [("obama.jpg", "biden.jpg"), ("obama2.jpg", "astronaut.png"), ("astronaut.png", "biden.jpg")])
  func other(_ first: String, _ second: String) throws {
    let run = try ProgramRun("compare", "--json", Samples.path(first), Samples.path(second))
    #expect(run.code == 1)
    let result = try run.json()
    #expect(result["match"] as? Bool == false)
    #expect(try #require(result["score"] as? Double) < 0.3)
  }

  @Test("Several pictures of a person say more than one, on the scale of the same threshold")
  func sets() throws {
    func score(_ arguments: [String]) throws -> Double {
      try #require(
        try ProgramRun(bytes: (["compare", "--json"] + arguments).map { Array($0.utf8) })
          .json()["score"] as? Double)
    }
    let own = ["obama.jpg", "obama2.jpg", "obama3.jpg"].map(Samples.path)
    let singles = try [score([own[0], own[2]]), score([own[1], own[2]])]
    let both = try score([own[0], own[1], "--", own[2]])
    #expect(both > singles.reduce(0, +) / 2)
    #expect(try score([own[2], "--", own[0], own[1]]) == both)
    let run = try ProgramRun("compare", own[0], own[1], "--", Samples.path("biden.jpg"))
    #expect(run.code == 1)
    #expect(
      run.output.hasPrefix("Not the same person: \(own[0]), \(own[1]) and \(Samples.path("biden.jpg"))\n"))
  }

  @Test("The order of the two pictures makes no difference")
  func symmetry() throws {
    let one = try ProgramRun("compare", "--json", Samples.path("obama.jpg"), Samples.path("biden.jpg")).json()
    let other = try ProgramRun("compare", "--json", Samples.path("biden.jpg"), Samples.path("obama.jpg"))
      .json()
    #expect(one["score"] as? Double == other["score"] as? Double)
  }

  @Test("For people it says score, false-match rate, threshold, model and verdict")
  func text() throws {
    let run = try ProgramRun("compare", Samples.path("obama.jpg"), Samples.path("obama2.jpg"))
    #expect(run.code == 0)
    #expect(run.errorOutput.isEmpty)
    for part in ["The same person", "score", "false-match rate", "a match from", "below 1 in ", "model"] {
      #expect(run.output.contains(part), "\(part)")
    }
  }

  @Test("Where it cannot tell, it says which picture is to blame and why")
  func cannotTell() throws {
    let run = try ProgramRun(
      "compare", "--json", Samples.path("rocket.jpg"), Samples.path("several-faces.jpg"))
    #expect(run.code == 3)
    #expect(run.errorLines.count == 2)
    #expect(run.errorLines.first?.contains("rocket.jpg: no face") == true)
    #expect(run.errorLines.last?.contains("several-faces.jpg: ") == true)
    let result = try run.json()
    #expect(result["match"] is NSNull)
    #expect(result["score"] is NSNull)
    #expect((result["errors"] as? [String])?.count == 2)
  }

  @Test("A picture with several faces counts when the user says which", arguments: ["largest", "central"])
  func several(_ which: String) throws {
    let run = try ProgramRun(
      "compare", Samples.path("several-faces.jpg"), Samples.path("obama.jpg"), "--several", which)
    #expect(run.code == 0 || run.code == 1)
    #expect(run.errorOutput.isEmpty)
  }
}

@Suite("The program: embed", .timeLimit(.minutes(10)))
struct EmbedTests {
  @Test("Every picture is in the index, in order, with its row or the reason")
  func contents() throws {
    let folder = try TemporaryFolder()
    try folder.write("text", to: "in/b/notes.jpg")
    try folder.write("text", to: "in/notes.txt")
    for (from, to) in [
      ("obama.jpg", "in/b/10.jpg"), ("obama2.jpg", "in/b/9.jpg"), ("rocket.jpg", "in/a,\"1\".jpg"),
      ("astronaut.png", "in/without ending"), ("several-faces.jpg", "in/c.jpg"),
    ] {
      try folder.write(try [UInt8](Data(contentsOf: URL(fileURLWithPath: Samples.path(from)))), to: to)
    }
    let run = try ProgramRun(
      "embed", "in", "missing.jpg", "--out", "new/out", "--json", folder: folder.path)
    #expect(run.code == 3)
    let result = try run.json()
    #expect(result["pictures"] as? Int == 7)
    #expect(result["rows"] as? Int == 4)
    #expect(result["failed"] as? Int == 3)
    #expect(run.errorLines.count == 3)

    let matrix = try NPYMatrix(folder.contents("new/out/embeddings.npy"))
    #expect(matrix.shape == [4, result["dimensions"] as? Int ?? 0])
    for row in matrix.rows {
      #expect(abs(row.reduce(0) { $0 + $1 * $1 } - 1) < 1e-5)
    }
    let index = try CSVTable(folder.contents("new/out/index.csv"))
    #expect(index.header == ["row", "path", "face", "quality", "length", "error"])
    #expect(
      index.rows.map { $0[1] } == [
        "in/a,\"1\".jpg", "in/b/9.jpg", "in/b/10.jpg", "in/b/notes.jpg", "in/c.jpg", "in/without ending",
        "missing.jpg",
      ])
    #expect(index.rows.map { $0[0] } == ["", "0", "1", "", "2", "3", ""])
    for row in index.rows {
      #expect(row[0].isEmpty == !row[5].isEmpty)
      #expect(row[0].isEmpty == row[4].isEmpty)
      #expect(row[0].isEmpty || row[2] == "0")
      #expect(row[0].isEmpty == row[3].isEmpty)
    }
    #expect(index.rows[0][5].hasPrefix("no face"))
    #expect(index.rows[6][5].hasPrefix("no such file"))
    // The two pictures of one person are close, the other person is not.
    let rows = matrix.rows
    #expect(zip(rows[0], rows[1]).reduce(0) { $0 + $1.0 * $1.1 } > 0.6)
    #expect(zip(rows[0], rows[3]).reduce(0) { $0 + $1.0 * $1.1 } < 0.3)
    let model =
      try JSONSerialization.jsonObject(with: Data(folder.contents("new/out/model.json"))) as? [String: Any]
    #expect(model?["model"] as? String == result["model"] as? String)
    #expect(
      try folder.names(below: "new/out")
        == [".facelatch-folder", "embeddings.npy", "index.csv", "model.json"])
  }

  @Test("The number of workers changes nothing in the files")
  func workers() throws {
    let folder = try TemporaryFolder()
    for threads in ["1", "3"] {
      let run = try ProgramRun(
        "embed", ".", "--root", Samples.folder, "--out", folder.file(threads), "--threads", threads)
      #expect(run.code == 1)
    }
    for name in ["embeddings.npy", "index.csv", "model.json"] {
      #expect(try folder.contents("1/\(name)") == folder.contents("3/\(name)"), "\(name)")
    }
    let index = try CSVTable(folder.contents("1/index.csv"))
    #expect(index.rows.map { $0[1] }.contains("obama.jpg"))
  }

  @Test("A list names pictures relative to the root, from a file or standard input")
  func list() throws {
    let folder = try TemporaryFolder()
    try folder.write("obama3.jpg\r\n\nastronaut.png", to: "list.txt")
    let fromFile = try ProgramRun(
      "embed", "--root", Samples.folder, "--list", folder.file("list.txt"), "--out", folder.file("a"))
    #expect(fromFile.code == 0)
    let fromInput = try ProgramRun(
      "embed", "--root", Samples.folder, "--list", "-", "--out", folder.file("b"),
      input: "obama3.jpg\nastronaut.png\n")
    #expect(fromInput.code == 0)
    let index = try CSVTable(folder.contents("a/index.csv"))
    #expect(index.rows.map { $0[1] } == ["obama3.jpg", "astronaut.png"])
    #expect(try folder.contents("a/index.csv") == folder.contents("b/index.csv"))
  }

  @Test(
    "Several faces: all of them, one, or none, as asked",
    arguments: [("all", ["0", "1"], 0), ("central", ["0"], 0), ("refuse", [""], 1)])
  func several(_ which: String, _ rows: [String], _ code: Int32) throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      "embed", Samples.path("several-faces.jpg"), "--out", folder.file("o"), "--several", which)
    #expect(run.code == code)
    let index = try CSVTable(folder.contents("o/index.csv"))
    #expect(index.rows.map { $0[0] } == rows)
  }

  @Test("The embedding is the one that compare uses")
  func agreesWithCompare() throws {
    let folder = try TemporaryFolder()
    let names = [Samples.path("obama.jpg"), Samples.path("astronaut.png")]
    _ = try ProgramRun("embed", names[0], names[1], "--out", folder.file("o"))
    let rows = try NPYMatrix(folder.contents("o/embeddings.npy")).rows
    let score = try #require(
      try ProgramRun("compare", "--json", names[0], names[1]).json()["score"] as? Double)
    #expect(abs(Double(zip(rows[0], rows[1]).reduce(0) { $0 + $1.0 * $1.1 }) - score) < 1e-5)
  }

  @Test("A name that is not UTF-8 stands in the index byte for byte")
  func rawName() throws {
    let folder = try TemporaryFolder()
    let name: [UInt8] = [0x66, 0xff] + Array(".jpg".utf8)
    try OutputFile.write(Array("text".utf8), to: folder.root.appending(name))
    let run = try ProgramRun("embed", ".", "--out", "o", folder: folder.path)
    #expect(run.code == 3)
    let index = try folder.contents("o/index.csv")
    #expect(index.split(separator: 0x0a).last?.starts(with: [0x2c] + name + [0x2c, 0x2c, 0x2c]) == true)
  }
}

@Suite("The program: demo and doctor", .timeLimit(.minutes(10)))
struct DemoAndDoctorTests {
  @Test("The demo tells the whole story and ends well")
  func demo() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun("demo", environment: ["TMPDIR": folder.path])
    #expect(run.code == 0)
    #expect(folder.names.isEmpty)
    #expect(run.errorOutput.isEmpty)
    #expect(!run.output.contains("UNEXPECTED"))
    #expect(run.output.contains("All 21 verdicts are as they should be."))
    #expect(run.output.split(separator: "\n").count { $0.contains(" accepted ") } == 3)
    #expect(run.output.split(separator: "\n").count { $0.contains(" refused ") } == 3)
    #expect(run.output.split(separator: "\n").count { $0.contains("refused: authenticationFailed") } == 4)
    #expect(run.output.split(separator: "\n").count { $0.contains("refused: biometryLockout") } == 2)
    #expect(run.output.contains("'open sesame'"))
  }

  @Test("The demo fails where a verdict is not what it should be")
  func wrongVerdict() throws {
    let folder = try TemporaryFolder()
    for name in DemoStory.pictures {
      let source = name == "obama2.jpg" ? "biden.jpg" : name
      try FileManager.default.copyItem(atPath: Samples.path(source), toPath: folder.file(name))
    }
    let run = try ProgramRun("demo", "--samples", folder.path)
    #expect(run.code == 1)
    // Two comparisons, and everything that needs the enrolment of two pictures of one person.
    #expect(run.output.split(separator: "\n").count { $0.contains("UNEXPECTED") } > 2)
    #expect(run.output.contains("of 21 verdicts are NOT as they should be"))
  }

  @Test("The demo without its pictures says so")
  func noSamples() throws {
    let run = try ProgramRun("demo", "--samples", TemporaryFolder().path)
    #expect(run.code == 3)
    #expect(run.errorLines.count == 1)
  }

  @Test("The doctor finds everything in order and names it")
  func doctor() throws {
    let run = try ProgramRun("doctor")
    #expect(run.code == 0)
    #expect(run.errorOutput.isEmpty)
    for part in [
      "instruction sets: baseline", "libjpeg-turbo ", "libpng 1.", "embedding", "Everything is there.",
    ] {
      #expect(run.output.contains(part), "\(part)")
    }
    let facts = try ProgramRun("doctor", "--json").json()
    let pack = try #require(facts["modelPack"] as? [String: Any])
    let networks = try #require(pack["networks"] as? [[String: Any]])
    #expect(
      networks.compactMap { $0["role"] as? String } == ["detector", "mesh", "iris", "embedding", "passive"])
    #expect(networks.allSatisfy { $0["usable"] as? Bool == true })
    #expect((facts["problems"] as? [Any])?.isEmpty == true)
  }

  @Test("The instruction set that the environment asks for is in use", arguments: ["baseline"])
  func forcedInstructionSet(_ name: String) throws {
    let facts = try ProgramRun("doctor", "--json", environment: ["FACELATCH_ISA": name]).json()
    #expect((facts["processor"] as? [String: Any])?["active"] as? String == name)
  }

  @Test("An instruction set that does not exist is a problem that the doctor names")
  func unknownInstructionSet() throws {
    let run = try ProgramRun("doctor", environment: ["FACELATCH_ISA": "mmx"])
    #expect(run.code == 4)
    #expect(
      run.errorOutput.hasPrefix(
        "facelatch: FACELATCH_ISA: 'mmx' is not available here; unset it, or choose one of "))
  }
}

@Suite("The program: model packs", .timeLimit(.minutes(10)))
struct ModelPackTests {
  private static let bundled = URL(fileURLWithPath: Samples.folder).deletingLastPathComponent()
    .appendingPathComponent("Models").path

  /// A copy of the bundled pack whose manifest went through `change`.
  private func pack(in folder: TemporaryFolder, _ change: (String) -> String = { $0 }) throws -> String {
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.bundled)
    where name.hasSuffix(".onnx") {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: Self.bundled + "/" + name)
    }
    let manifest = try String(contentsOfFile: Self.bundled + "/model-pack.json", encoding: .utf8)
    try folder.write(change(manifest), to: "model-pack.json")
    return folder.path
  }

  private func check(_ pack: String, _ part: String) throws {
    for arguments in [
      ["inspect", Samples.path("obama3.jpg")],
      ["compare", Samples.path("obama3.jpg"), Samples.path("biden.jpg")],
      ["doctor"], ["demo"], ["embed", Samples.path("obama3.jpg"), "--out", pack + "/out"],
    ] {
      let run = try ProgramRun(bytes: (arguments + ["--models", pack]).map { Array($0.utf8) })
      #expect(run.code == 4, "\(arguments)")
      #expect(run.errorLines.contains { $0.contains(part) }, "\(arguments): \(run.errorOutput)")
    }
  }

  @Test("A complete copy of the pack works")
  func copy() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun("doctor", "--models", pack(in: folder))
    #expect(run.code == 0)
  }

  @Test("An empty folder is no pack")
  func empty() throws {
    try check(TemporaryFolder().path, "model-pack.json")
  }

  @Test("A manifest that is no JSON")
  func malformed() throws {
    let folder = try TemporaryFolder()
    try check(pack(in: folder) { String($0.dropLast(200)) }, "model-pack.json")
  }

  @Test("A network that is not the file that the manifest describes")
  func exchanged() throws {
    let folder = try TemporaryFolder()
    let path = try pack(in: folder)
    try FileManager.default.removeItem(atPath: folder.file("face-detector.onnx"))
    try FileManager.default.copyItem(
      atPath: Self.bundled + "/iris.onnx", toPath: folder.file("face-detector.onnx"))
    try check(path, "face-detector.onnx")
  }

  @Test("A network that is missing")
  func missing() throws {
    let folder = try TemporaryFolder()
    let path = try pack(in: folder)
    try FileManager.default.removeItem(atPath: folder.file("face-mesh.onnx"))
    try check(path, "face-mesh.onnx")
  }
}
