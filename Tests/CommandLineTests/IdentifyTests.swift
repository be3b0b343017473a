import Foundation
import TestSupport
import Testing

@testable import facelatch

@Suite("The program: identify", .timeLimit(.minutes(10)))
struct IdentifyTests {
  private func copy(_ name: String, to place: String, in folder: TemporaryFolder) throws {
    try folder.write(try [UInt8](Data(contentsOf: URL(fileURLWithPath: Samples.path(name)))), to: place)
  }

  /// A folder with a folder per person.
  private func people() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try copy("obama.jpg", to: "people/Barack Obama/1.jpg", in: folder)
    try copy("obama2.jpg", to: "people/Barack Obama/more/2.jpg", in: folder)
    try copy("astronaut.png", to: "people/Eileen Collins.png", in: folder)
    return folder
  }

  @Test("A folder per person: the right one is found, a stranger and a rocket are nobody")
  func folders() throws {
    let folder = try people()
    let run = try ProgramRun(
      "identify", "--gallery", "people", "--json", PreparedStore.face, PreparedStore.stranger,
      Samples.path("rocket.jpg"), folder: folder.path)
    #expect(run.code == 1)
    #expect(run.keysInOrder(["path", "candidates", "identity", "score", "threshold", "error"]))
    let results = try run.jsonObjects()
    #expect(results.map { $0["identity"] as? String } == ["Barack Obama", nil, nil])
    let names = results.map {
      ($0["candidates"] as? [[String: Any]])?.compactMap { $0["identity"] as? String }
    }
    #expect(names[0] == ["Barack Obama", "Eileen Collins"])
    #expect(names[1]?.count == 2)
    #expect(names[2] == [])
    #expect((results[2]["error"] as? String)?.hasPrefix("no face found") == true)
  }

  @Test("Text names the person, or who is most alike")
  func text() throws {
    let folder = try people()
    let yes = try ProgramRun(
      "identify", "--gallery", folder.file("people"), "--candidates", "1", PreparedStore.face)
    #expect(yes.code == 0)
    #expect(yes.output.hasPrefix("\(PreparedStore.face): Barack Obama, score 0.7"))
    let no = try ProgramRun("identify", "--gallery", folder.file("people") + "/", PreparedStore.stranger)
    #expect(no.code == 1)
    #expect(no.output.contains(": nobody of the gallery; most alike is "))
  }

  @Test("What embed wrote serves as a gallery, by its folder or its index")
  func index() throws {
    let folder = try people()
    try copy("rocket.jpg", to: "people/nobody/1.jpg", in: folder)
    let embed = try ProgramRun("embed", "people", "--out", "index", folder: folder.path)
    #expect(embed.code == 1)
    for gallery in ["index", "index/index.csv", "index/embeddings.npy"] {
      let run = try ProgramRun(
        "identify", "--gallery", gallery, "--json", PreparedStore.face, folder: folder.path)
      #expect(run.code == 0)
      // The best picture of this person lies one folder deeper than the other.
      #expect(["Barack Obama", "more"].contains(try run.json()["identity"] as? String))
    }
  }

  @Test("Pictures in one folder are called by their names")
  func flatIndex() throws {
    let folder = try TemporaryFolder()
    try copy("obama.jpg", to: "photos/Barack, \"the\" first.jpg", in: folder)
    try copy("astronaut.png", to: "photos/Eileen.png", in: folder)
    #expect(try ProgramRun("embed", "photos", "--out", "index", folder: folder.path).code == 0)
    for gallery in ["index", "photos"] {
      let run = try ProgramRun(
        "identify", "--gallery", gallery, "--json", PreparedStore.face, folder: folder.path)
      #expect(try run.json()["identity"] as? String == "Barack, \"the\" first")
    }
  }

  @Test("A gallery that cannot be used is named, with the way out")
  func unusable() throws {
    let folder = try people()
    #expect(try ProgramRun("embed", "people", "--out", "index", folder: folder.path).code == 0)
    let model = try folder.contents("index/model.json")
    let matrix = try folder.contents("index/embeddings.npy")
    let table = try folder.contents("index/index.csv")
    func check(_ part: String, gallery: String = "index") throws {
      let run = try ProgramRun("identify", "--gallery", gallery, PreparedStore.face, folder: folder.path)
      #expect(run.code == 3, "\(part)")
      #expect(run.errorLines.last?.contains(part) == true, "\(run.errorOutput)")
      #expect(run.output.isEmpty)
    }
    try check("none: no such file", gallery: "none")
    try check("is no gallery; name a folder", gallery: "index/model.json")
    try folder.write("{\"model\":\"00\"}", to: "index/model.json")
    try check("index: its embeddings were made with another network; run 'facelatch embed' again")
    try folder.write("no", to: "index/model.json")
    try check("index/model.json: is not as 'facelatch embed' writes it")
    try folder.write(model, to: "index/model.json")
    try folder.write(Array(matrix.dropLast()), to: "index/embeddings.npy")
    try check("index/embeddings.npy: does not hold as many numbers as it says")
    try folder.write(Array(matrix.prefix(20)), to: "index/embeddings.npy")
    try check("index/embeddings.npy: is no float32 matrix")
    try folder.write(
      Array(matrix.prefix(128)) + [UInt8](repeating: 0xff, count: matrix.count - 128),
      to: "index/embeddings.npy")
    try check("index/embeddings.npy: is not as 'facelatch embed' writes it (row 0: ")
    try folder.write(matrix, to: "index/embeddings.npy")
    try folder.write(table + Array("99,a,0,1,9,\n".utf8), to: "index/index.csv")
    try check("names no row of embeddings.npy")
    try folder.write("a,b\n", to: "index/index.csv")
    try check("it has no columns 'row' and 'path'")
    try folder.write("x", to: "empty/notes.txt")
    try check("empty: no picture of this gallery shows a clear face", gallery: "empty")
  }

  @Test("A picture that cannot be read is told and does not stop the others")
  func unreadable() throws {
    let folder = try people()
    let run = try ProgramRun(
      "identify", "--gallery", "people", "--json", "none.jpg", PreparedStore.face, folder: folder.path)
    #expect(run.code == 3)
    let results = try run.jsonObjects()
    #expect(results.map { $0["identity"] as? String } == [nil, "Barack Obama"])
    #expect((results[0]["error"] as? String)?.hasPrefix("no such file") == true)
  }
}

@Suite("Reading galleries", .timeLimit(.minutes(10)))
struct GalleryReadingTests {
  @Test(
    "Tables are read by the rules of RFC 4180",
    arguments: [
      ("", []), ("a,b\n", [["a", "b"]]), ("a,b", [["a", "b"]]), ("a,\n", [["a", ""]]), ("\n", [[""]]),
      ("\"a,b\",\"c\"\"d\"\n\"e\nf\",g\r\n", [["a,b", "c\"d"], ["e\nf", "g"]]), ("\"a\r\"\n", [["a\r"]]),
    ] as [(String, [[String]])])
  func csv(_ text: String, _ rows: [[String]]) {
    #expect(CSVReader.rows(Array(text.utf8)).map { $0.map { String(decoding: $0, as: UTF8.self) } } == rows)
  }

  @Test("What the index writer writes comes back")
  func roundTrip() {
    let fields = ["", "a b", " a", "a\"b", "a,b", "a\nb", "a\rb", "\r", "ü"].map { Array($0.utf8) }
    #expect(CSVReader.rows(CSVLine.bytes(fields) + CSVLine.bytes(fields)) == [fields, fields])
  }

  @Test(
    "A name comes from the first folder, or from the file",
    arguments: [
      ("g/ada/1.jpg", "g", "ada"), ("g/ada/x/1.jpg", "g/", "ada"), ("g/ada.b.jpg", "g", "ada.b"),
      ("ada/1.jpg", ".", "ada"), ("g/.hidden", "g", ".hidden"),
    ])
  func identity(_ path: String, _ folder: String, _ expected: String) {
    #expect(GallerySource.identity(of: Path(path), below: Path(folder)) == expected)
  }

  @Test(
    "The folder of a path",
    arguments: [("a/b", "a"), ("a", "."), ("/a", "/"), ("a/b/", "a"), ("/a/b", "/a")])
  func parent(_ path: String, _ expected: String) {
    #expect(Path(path).parentFolder == Path(expected))
  }

  @Test(
    "Bytes in base 64",
    arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")])
  func base64Vectors(_ text: String, _ expected: String) {
    #expect(base64(Array(text.utf8)) == expected)
  }
}
