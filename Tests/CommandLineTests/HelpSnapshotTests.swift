import Foundation
import TestSupport
import Testing

@testable import facelatch

/// The help texts as they stand in `Fixtures/Help`, to be read there like any other text of the product.
///
/// After a change of a text, `FACELATCH_RENEW_SNAPSHOTS=1 swift test --disable-xctest --filter HelpSnapshotTests` writes
/// them anew; the difference belongs into the same commit.
@Suite("Help texts", .timeLimit(.minutes(10)))
struct HelpSnapshotTests {
  private static let folder =
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Fixtures/Help"

  private static let renews = ProcessInfo.processInfo.environment["FACELATCH_RENEW_SNAPSHOTS"] == "1"

  /// The program's own help is called like the program.
  private static let names: [String] = ["facelatch"] + Program.commands.map { $0.specification.name }

  @Test("What the program prints is what was last read and found good", arguments: names)
  func text(_ name: String) throws {
    let run = name == "facelatch" ? try ProgramRun("--help") : try ProgramRun(name, "--help")
    #expect(run.code == 0)
    let path = "\(Self.folder)/\(name).txt"
    if Self.renews { try TestFile.write(Array(run.output.utf8), to: path, mode: 0o644) }
    #expect(try run.output == TestFile.text(path), "see HelpSnapshotTests.swift for how to renew it")
  }

  @Test("No text is left of a command that is gone")
  func leftovers() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(files.sorted() == Self.names.map { $0 + ".txt" }.sorted())
  }
}
