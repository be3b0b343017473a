import Platform
import Testing

@Suite("Paths")
struct PathTests {
  @Test(
    "Components that lead nowhere are left out",
    arguments: [
      ("a/b", "a/b"), ("./a/./b", "a/b"), ("a//b/", "a/b"), ("/a/./b", "/a/b"), ("//a", "/a"), (".", ""),
      ("..", ".."), ("a/../b", "a/../b"), ("", ""), (".a/b.", ".a/b."),
    ])
  func detours(_ path: String, _ expected: String) {
    #expect(Path(path).withoutDetours == Path(expected))
  }

  @Test(
    "The folder that holds an entry",
    arguments: [
      ("a", "."), ("a/b", "a"), ("a/b/", "a"), ("a//b", "a"), ("/a", "/"), ("//a", "/"), ("/a/b", "/a"),
      ("/", "/"), ("//", "/"), ("a/", "."), ("", "."), ("../a", ".."),
    ])
  func parentFolder(_ path: String, _ expected: String) {
    #expect(Path(path).parentFolder == Path(expected))
  }

  @Test("Links and detours are resolved; where nothing lies, nothing is found")
  func withoutLinks() throws {
    let folder = try TemporaryFolder()
    try folder.make("f", "")
    try folder.link("l", to: "f")
    #expect(folder.path("./l").withoutLinks == folder.path.withoutLinks?.appending("f"))
    #expect(folder.path("missing").withoutLinks == nil)
  }

  @Test("A path is usable when it is not empty and has no zero byte")
  func usable() {
    #expect(Path([0xff]).isUsable && !Path("").isUsable && !Path([0x61, 0]).isUsable)
  }

  @Test("The program's own file is found")
  func executable() throws {
    let path = try #require(Path.executable)
    #expect(path.isAbsolute)
    #expect(try FileStatus(of: path).kind == .regular)
  }

  @Test("Bytes that are no UTF-8 stay in the path, and show as escapes")
  func rawBytes() {
    let path = Path([0x61, 0xff]).appending("b")
    #expect(path.bytes == [0x61, 0xff, 0x2f, 0x62])
    #expect("\(path)" == "a\\xff/b")
    #expect(path.exactText == nil && path.text == "a\u{FFFD}/b")
  }

  @Test(
    "The beginning of a long text is told, and that there is more",
    arguments: [("abc", 3, "abc"), ("abcd", 3, "abc…"), ("a\nb", 2, "a\\n…"), ("", 0, ""), ("é", 0, "…")])
  func limitedText(_ text: String, _ limit: Int, _ expected: String) {
    #expect(printable(text, limit: limit) == expected)
  }
}
