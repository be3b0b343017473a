import Platform
import Testing

@Suite("Folders of results", .timeLimit(.minutes(10)))
struct OutputFolderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var out: Path { folder.path("out") }

  private func opened(_ path: Path? = nil, kind: String = "embed", isShared: Bool = false) throws
    -> OutputFolder
  {
    try OutputFolder(path ?? out, kind: kind, seal: "seal", isShared: isShared)
  }

  private func refusal(_ body: () throws -> Void) -> OutputFolderError? {
    #expect(throws: OutputFolderError.self) { try body() }
  }

  private func write(_ text: String, _ name: String, in results: OutputFolder) throws {
    let file = try results.file(name)
    try file.write(Array(text.utf8))
    try file.finish()
  }

  private func text(_ name: String) throws -> String { try folder.text("out/" + name) }

  @Test("A new folder and its files are the owner's alone")
  func modes() throws {
    try write("x", "table", in: opened(folder.path("a/b")))
    #expect(try folder.status("a").permissions == 0o700)
    #expect(try folder.status("a/b").permissions == 0o700)
    #expect(try folder.status("a/b/table").permissions == 0o600)
    #expect(try folder.status("a/b/.facelatch-folder").permissions == 0o600)
  }

  @Test("An empty folder is taken; one with files of somebody is refused and left as it is")
  func foreign() throws {
    try Folder.make(out)
    _ = try opened()
    let other = folder.path("other")
    try Folder.make(other)
    try folder.make("other/notes", "mine")
    #expect(refusal { _ = try opened(other) } == .foreign(other))
    #expect(try Folder.names(in: other) == [Array("notes".utf8)])
  }

  @Test("Only runs of the same kind come back to a folder")
  func kinds() throws {
    try write("one", "table", in: opened())
    #expect(refusal { _ = try opened(kind: "evaluate") } == .otherKind(out, kind: "embed"))
    try write("two", "table", in: opened())
    #expect(try text("table") == "two")
  }

  @Test("One run at a time, but for those that share")
  func locks() throws {
    do {
      let first = try opened()
      #expect(refusal { _ = try opened() } == .busy(out))
      #expect(refusal { _ = try opened(isShared: true) } == .busy(out))
      withExtendedLifetime(first) {}
    }
    let shared = try opened(isShared: true)
    _ = try opened(isShared: true)
    #expect(refusal { _ = try opened() } == .busy(out))
    withExtendedLifetime(shared) {}
  }

  @Test("What a run did not write is neither replaced nor removed")
  func owns() throws {
    try write("a", "table", in: opened())
    try folder.make("out/scores", "mine")
    let results = try opened()
    #expect(refusal { _ = try results.file("scores") } == .foreignFile(out.appending("scores")))
    try results.removeEarlierFiles()
    #expect(try text("scores") == "mine")
    #expect(throws: SystemError(code: ENOENT)) { try folder.status("out/table") }
  }

  @Test("A line that a killed run left unfinished in the mark names nothing")
  func tornMark() throws {
    try write("a", "table", in: opened())
    let mark = out.appending(OutputFolder.markName)
    let descriptor = mark.withCString { open($0, O_WRONLY | O_APPEND) }
    try writeAll(Array("sco".utf8), toDescriptor: descriptor)
    close(descriptor)
    try write("b", "counts", in: opened())
    #expect(try text(OutputFolder.markName) == "Facelatch embed\ntable\ncounts\n")
  }

  @Test("A mark that is a link, or no mark at all, is refused")
  func forgedMarks() throws {
    for make in [
      { (folder: TemporaryFolder) throws in try folder.link("out/.facelatch-folder", to: "../victim") },
      { (folder: TemporaryFolder) throws in try folder.make("out/.facelatch-folder", "Other\n../victim\n") },
    ] {
      let folder = try TemporaryFolder()
      try folder.make("victim", "mine")
      try Folder.make(folder.path("out"))
      try make(folder)
      #expect(refusal { _ = try opened(folder.path("out")) } != nil)
      #expect(try folder.text("victim") == "mine")
    }
  }

  @Test("A mark leads to no file outside of its folder")
  func escapingMark() throws {
    try folder.make("victim", "mine")
    try Folder.make(out)
    try folder.make("out/.facelatch-folder", "Facelatch embed\n../victim\n..\n")
    try opened().removeEarlierFiles()
    #expect(try folder.text("victim") == "mine")
  }

  @Test("Files that belong together are read together, or not at all")
  func together() throws {
    let read = { (change: () throws -> Void) in
      try OutputFolder.readingWhole(out, seal: "seal") { () throws in
        try change()
        return true
      }
    }
    let results = try opened()
    try write("1", "table", in: results)
    #expect(try read {} == nil)
    try write("1", "seal", in: results)
    #expect(try read {} == true)
    #expect(try read { try results.breakSeal() } == nil)
    #expect(try read {} == nil)
    try write("1", "seal", in: results)
    #expect(try read { try write("2", "seal", in: results) } == nil)
    #expect(try read {} == true)
  }
}
