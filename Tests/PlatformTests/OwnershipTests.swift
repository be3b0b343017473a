import Foundation
import Platform
import Testing

/// What this process may do decides which cases can be made at all.
private let isRoot = geteuid() == 0

@Suite("Files that may decide")
struct OwnershipTests {
  private func fault(_ path: Path, _ ownership: Ownership = Ownership()) -> OwnershipFault? {
    do throws(OwnershipFault) {
      try ownership.check(path)
      return nil
    } catch {
      return error
    }
  }

  private func change(_ path: Path, mode: mode_t) { _ = path.withCString { chmod($0, mode) } }

  private func give(_ path: Path, to account: uid_t, group: gid_t = 0) {
    _ = path.withCString { lchown($0, account, group) }
  }

  private func makeFolder(_ path: Path, mode: mode_t) {
    _ = path.withCString { mkdir($0, 0o700) }
    change(path, mode: mode)
  }

  @Test("One's own file below the folder for everybody's temporary files may decide, and so may the system's")
  func sound() throws {
    let folder = try TemporaryFolder()
    try folder.make("f", "content")
    #expect(fault(folder.path("f")) == nil)
    #expect(fault("/bin/sh") == nil)
    #expect(fault("/etc/passwd") == nil)
  }

  @Test(
    "A file that others may write to is refused with its mode, its owner and the cure",
    arguments: [0o602, 0o666, 0o777])
  func openFile(_ mode: Int) throws {
    let folder = try TemporaryFolder()
    try folder.make("f", "content", mode: mode_t(mode))
    let found = try #require(fault(folder.path("f")))
    #expect(found.cause == .writableByOthers && found.entry == folder.path("f"))
    #expect(found.description.contains("has mode \(String(mode, radix: 8))"))
    #expect(found.description.contains("belongs to \(Account.name)"))
    #expect(found.description.contains("chmod go-w '\(folder.path("f"))'"))
  }

  @Test("A folder above in which others may exchange entries is refused and named")
  func openFolder() throws {
    let folder = try TemporaryFolder()
    makeFolder(folder.path("open"), mode: 0o777)
    makeFolder(folder.path("open/inner"), mode: 0o700)
    try folder.make("open/inner/f", "content")
    for name in ["open/inner/f", "open/inner/none", "open/none/none"] {
      let found = try #require(fault(folder.path(name)))
      #expect(found.entry == folder.path("open") && found.path == folder.path(name))
      #expect(found.description.contains("\(folder.path("open")) on the way to it"))
    }
    change(folder.path("open"), mode: 0o1777)
    #expect(fault(folder.path("open/inner/f")) == nil)
    #expect(fault(folder.path("open/inner/none")) == nil)
  }

  @Test("Links are followed, and the folders that they lead through count")
  func links() throws {
    let folder = try TemporaryFolder()
    makeFolder(folder.path("open"), mode: 0o777)
    try folder.make("open/f", "content")
    try folder.make("own", "content")
    try folder.link("to-open", to: "open/f")
    try folder.link("to-own", to: folder.path("own").text)
    try folder.link("around", to: "around")
    #expect(fault(folder.path("to-open"))?.entry == folder.path("open"))
    #expect(fault(folder.path("to-own")) == nil)
    #expect(fault(folder.path("around")) == nil)
    try folder.link("open/to-own", to: "../own")
    #expect(fault(folder.path("open/to-own"))?.entry == folder.path("open"))
    #expect(fault(folder.path("open/../own"))?.entry == folder.path("open"))
  }

  @Test("What is not there is nobody's, where the way to it is sound")
  func missing() throws {
    let folder = try TemporaryFolder()
    #expect(fault(folder.path("none")) == nil)
    #expect(fault(folder.path("none/none")) == nil)
    #expect(fault("") == nil)
  }

  @Test(
    "Another account's file, folder or link is refused", .enabled(if: isRoot, "only root can give files away")
  )
  func foreign() throws {
    let folder = try TemporaryFolder()
    try folder.make("f", "content")
    give(folder.path("f"), to: 1234)
    #expect(fault(folder.path("f"))?.cause == .foreignOwner)
    #expect(fault(folder.path("f"))?.description.contains("belongs to 1234 and has mode 644") == true)
    #expect(fault(folder.path("f"), Ownership(trusting: [1234])) == nil)
    makeFolder(folder.path("theirs"), mode: 0o755)
    try folder.make("theirs/own", "content")
    give(folder.path("theirs"), to: 1234)
    #expect(fault(folder.path("theirs/own"))?.entry == folder.path("theirs"))
    try folder.make("own", "content")
    try folder.link("link", to: "own")
    give(folder.path("link"), to: 1234)
    #expect(fault(folder.path("link"))?.cause == .foreignOwner)
  }

  @Test(
    "A group may write that is the owner's own, and no other",
    .enabled(if: isRoot, "only root can give files away"))
  func groups() throws {
    let folder = try TemporaryFolder()
    try folder.make("own", "content", mode: 0o664)
    #expect(fault(folder.path("own")) == nil)
    try folder.make("others", "content", mode: 0o664)
    give(folder.path("others"), to: 0, group: 1234)
    #expect(fault(folder.path("others"))?.cause == .writableByOthers)
    // The group of all people on some systems, whatever members are listed.
    give(folder.path("others"), to: 0, group: 100)
    #expect(fault(folder.path("others"))?.cause == .writableByOthers)
  }

  @Test("Programs are found as the system finds them, but not in the current folder without a word")
  func programs() throws {
    let folder = try TemporaryFolder()
    try folder.make("program", "#!/bin/sh\n", mode: 0o755)
    try folder.make("data", "content", mode: 0o644)
    #expect(ProgramPath.find("sh") != nil)
    #expect(ProgramPath.find(folder.path("program").text) == folder.path("program"))
    #expect(ProgramPath.find(folder.path("data").text) == nil)
    #expect(ProgramPath.find(folder.path.text) == nil)
    #expect(ProgramPath.find("no such program anywhere") == nil && ProgramPath.find("") == nil)
  }

  @Test("A name has one spelling, however it was typed")
  func spelling() {
    let typed = ["Jos\u{e9}", "Jose\u{301}"].map { Array(normalised($0).utf8) }
    #expect(typed[0] == typed[1] && typed[0] == Array("Jos\u{e9}".utf8))
    #expect(normalised("\u{1112}\u{1161}\u{11ab}").unicodeScalars.count == 1)
    #expect(normalised("") == "" && normalised("ada \u{1F600}") == "ada \u{1F600}")
  }
}
