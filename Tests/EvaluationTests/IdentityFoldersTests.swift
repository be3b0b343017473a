import Formats
import Platform
import Testing

@testable import Evaluation

@Suite("Folders of people")
struct IdentityFoldersTests {
  private func folders(_ paths: String...) throws -> IdentityFolders {
    try IdentityFolders(paths.map { Path($0) })
  }

  @Test("The first folder names the person, however deep a picture lies")
  func nested() throws {
    let found = try folders("Ada/1.jpg", "Ada/2019/x/2.jpg", "Bo/Ada/1.jpg", "./Cy/1.jpg", "Cy//2.jpg")
    #expect(found.identities == ["Ada", "Bo", "Cy"])
    #expect(found.identityOfPicture == [0, 0, 1, 2, 2])
    #expect(
      found.pictures.map(\.text) == [
        "Ada/1.jpg", "Ada/2019/x/2.jpg", "Bo/Ada/1.jpg", "./Cy/1.jpg", "Cy//2.jpg",
      ])
    #expect(found.problems.isEmpty)
  }

  @Test("Pictures outside of folders are left out and told; a picture counts once")
  func loose() throws {
    let found = try folders("Ada/1.jpg", "loose.jpg", "./also\n.jpg", "Bo/1.jpg", "Ada/1.jpg", "/2.jpg")
    #expect(found.pictures.map(\.text) == ["Ada/1.jpg", "Bo/1.jpg"])
    #expect(
      found.problems.texts == [
        "loose.jpg lies in no person's folder", "./also\\n.jpg lies in no person's folder",
        "/2.jpg lies in no person's folder",
      ])
    #expect(found.problems.allSatisfy { $0.line == nil })
  }

  @Test("Folders are people byte for byte, also where their names are not UTF-8 or look alike")
  func bytes() throws {
    let names: [[UInt8]] = [[0xff], [0xfe], Array("é".utf8), Array("e\u{301}".utf8), [0xff]]
    let found = try IdentityFolders(names.enumerated().map { Path($1 + Array("/\($0).jpg".utf8)) })
    #expect(found.identityOfPicture == [0, 1, 2, 3, 0])
    #expect(
      found.identities.map { Array($0.utf8) } == [
        Array("\\xff".utf8), Array("\\xfe".utf8), Array("é".utf8), Array("e\u{301}".utf8),
      ])
  }

  @Test(
    "Without two pictures there is nothing to compare", arguments: [[], ["a.jpg", "b.jpg"], ["Ada/1.jpg"]])
  func nothing(_ paths: [String]) {
    #expect(throws: DataSetError.noPairOfPictures) { try IdentityFolders(paths.map { Path($0) }) }
  }
}
