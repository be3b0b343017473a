import Facelatch
import Foundation
import TestSupport
import Testing

@testable import facelatch

/// A folder whose name is no UTF-8, in which the program finds and leaves what it works on.
private struct RawFolder {
  let parent: TemporaryFolder
  let path: Path

  init() throws {
    parent = try TemporaryFolder()
    path = parent.root.appending([0x6f, 0xff])
    try Folder.make(path)
  }

  func file(_ name: String) -> Path { path.appending(name) }

  func link(_ name: String, to target: String) throws {
    guard file(name).withCString({ symlink(target, $0) }) == 0 else { throw SystemError.last }
  }

  func names() throws -> [String] {
    try Folder.names(in: path).map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  func text(_ name: String) throws -> String {
    String(decoding: try FileReader.contents(of: file(name), limit: 1 << 30), as: UTF8.self)
  }

  /// Runs the program; `@` in front of a word stands for the folder.
  func run(_ words: String, environment: [String: String] = [:]) throws -> ProgramRun {
    let arguments = words.split(separator: " ").map { word in
      word.first == "@" ? file(String(word.dropFirst())).bytes : Array(word.utf8)
    }
    return try ProgramRun(bytes: arguments, environment: environment)
  }
}

@Suite("The program: paths that are not UTF-8", .timeLimit(.minutes(5)))
struct RawPathTests {
  private static let pictures = "\(Samples.path("obama.jpg")) \(Samples.path("obama2.jpg"))"

  @Test("A model pack is found in such a folder")
  func models() throws {
    let folder = try RawFolder()
    let bundled = try ModelPack.bundled().directory
    for name in try Folder.names(in: bundled) where name.first != UInt8(ascii: ".") {
      try folder.link(String(decoding: name, as: UTF8.self), to: bundled.appending(name).text)
    }
    let run = try folder.run("compare \(Self.pictures) --models @ --json")
    #expect(run.code == 0, "\(run.errorOutput)")
    let missing = try folder.run("compare \(Self.pictures) --models @missing")
    #expect(missing.code == 4)
    #expect(missing.errorOutput.contains("missing"))
  }

  @Test("A store is made and found in such a folder")
  func store() throws {
    let folder = try RawFolder()
    let set = try ProgramRun(
      bytes: ["passcode", "set", "--user", "ada", "--store"].map { Array($0.utf8) } + [folder.file("s").bytes]
        + ["--passcode-fd", "3"].map { Array($0.utf8) }, passcodes: "1234\n")
    #expect(set.code == 0, "\(set.errorOutput)")
    #expect(try Folder.names(in: folder.file("s")).contains(Array("store.key".utf8)))
    #expect(try folder.run("users list --store @s").output == "ada\n")
    let missing = try folder.run("users list --store @missing")
    #expect(missing.errorOutput.contains("There is no store in"), "\(missing.errorOutput)")
    #expect(missing.errorOutput.contains("o\\xff/missing"))
    try folder.link("link", to: "/dev/null")
    let wrong = try folder.run("users list --store @link")
    #expect(wrong.code == 4)
    #expect(
      wrong.errorOutput.hasSuffix(
        "o\\xff/link: is not a folder; move it away or choose another store with --store\n"))
  }

  @Test("tune reads scores there and leaves operating points there, which compare takes")
  func operatingPoints() throws {
    let folder = try RawFolder()
    let rows = (0..<40).flatMap { one in
      ["1,\(0.5 + Double(one) / 100),p\(one),p\(one)"]
        + (0..<one).map { "0,\(Double((one * 31 + $0 * 17) % 97) / 250),p\(one),p\($0)" }
    }
    try OutputFile.write(
      Array((["same,score,identity_a,identity_b"] + rows).joined(separator: "\n").utf8),
      to: folder.file("scores.csv"))
    let tuned = try folder.run("tune --scores @scores.csv --fmr 0.05 --out @points.json")
    #expect(tuned.code == 0, "\(tuned.errorOutput)")
    #expect(tuned.output.contains("o\\xff/points.json\n"))
    #expect(try folder.names() == ["points.json", "scores.csv"])
    let points = try OperatingPointsFile(contentsOf: folder.file("points.json"))
    let compared = try folder.run("compare \(Self.pictures) --operating-points @points.json --json")
    #expect(compared.code == 0, "\(compared.errorOutput)")
    #expect(try compared.json()["threshold"] as? Double == points.operatingPoints[0].threshold)
  }

  @Test("A configuration, which holds text, refuses operating points that it cannot name")
  func configuration() throws {
    let folder = try RawFolder()
    let rows = (0..<4).map { "1,0.\($0 + 5),\($0)" } + (0..<400).map { "0,0.\($0 % 40),\($0 % 4)" }
    try OutputFile.write(
      Array((["same,score,fold"] + rows).joined(separator: "\n").utf8), to: folder.file("scores.csv"))
    let run = try folder.run(
      "tune --scores @scores.csv --fmr 0.1 --out @points.json --config @facelatch.json")
    #expect(run.code == 4)
    #expect(run.errorOutput.contains("o\\xff/points.json: is no name that a configuration can hold"))
    #expect(try !folder.names().contains("facelatch.json"))
  }

  @Test("embed and evaluate read pictures there and leave their results there")
  func results() throws {
    let folder = try RawFolder()
    try Folder.make(folder.file("people/Obama"))
    for name in ["obama.jpg", "obama2.jpg"] {
      try folder.link("people/Obama/\(name)", to: Samples.path(name))
    }
    let embedded = try folder.run("embed @people --out @embedded")
    #expect(embedded.code == 0, "\(embedded.errorOutput)")
    #expect(try Folder.names(in: folder.file("embedded")).count == 4)
    #expect(try folder.text("embedded/index.csv").split(separator: "\n").count == 3)
    let evaluated = try folder.run(
      "evaluate verification --protocol folders --root @people --out @result --workers 1")
    #expect(evaluated.code == 0, "\(evaluated.errorOutput)")
    let names = try Folder.names(in: folder.file("result")).map { String(decoding: $0, as: UTF8.self) }
    #expect(Set(names).isSuperset(of: ["summary.json", "scores.csv", "report.html", "cache.sqlite"]))
    #expect(try folder.names() == ["embedded", "people", "result"])
  }

  @Test("Frames are read there")
  func frames() throws {
    let store = try PreparedStore()
    let folder = try RawFolder()
    try folder.link("face.jpg", to: PreparedStore.face)
    let run = try folder.run(
      "authenticate --user ada --policy biometrics --liveness off @face.jpg",
      environment: ["FACELATCH_STORE": store.directory])
    #expect(run.code == 0, "\(run.output)\(run.errorOutput)")
    let inspected = try folder.run("inspect @face.jpg --annotate @drawn.png --json")
    #expect(inspected.code == 0, "\(inspected.errorOutput)")
    #expect(try folder.names() == ["drawn.png", "face.jpg"])
  }
}
