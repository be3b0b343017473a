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
}
