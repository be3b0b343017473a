import Foundation
import Testing

@testable import FaceAnalysis

/// The table of the manifest's keys in `Documentation/ModelPack.md`.
struct ManifestTableTests {
  private static let networks = ["detector", "mesh", "iris", "embedding", "presentationAttack"]

  /// The keys in the first column, each for itself: `*` stands for every network, `….key` for another key of the same
  /// object as the one before.
  private static func documentedKeys() throws -> [String] {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Documentation/ModelPack.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    var keys: [String] = []
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cell = line.split(separator: "|")[0]
      for match in cell.matches(of: /`([^`]+)`/) {
        var key = String(match.1)
        if key.hasPrefix("….") {
          let former = try #require(keys.last)
          key = former.split(separator: ".").dropLast().joined(separator: ".") + key.dropFirst()
        }
        keys += key.hasPrefix("*") ? networks.map { $0 + key.dropFirst() } : [key]
      }
    }
    return keys
  }

  /// The keys that the reader asks for in a manifest that has every object that there can be.
  private static func knownKeys() throws -> Set<String> {
    let pack = try ModelPack.bundled()
    let url = URL(filePath: pack.directory.appending(ModelPack.manifestName).text)
    let reader = ManifestReader(directory: pack.directory)
    let document = try #require(
      reader.reader.document([UInt8](try Data(contentsOf: url)), byteLimit: ManifestReader.byteLimit))
    #expect(reader.version(of: document) == ModelPack.formatVersion)
    #expect(reader.parts(of: document)?.presentationAttack != nil)
    #expect(reader.reader.faults.isEmpty)
    return reader.reader.knownKeys
  }

  @Test("every key that the reader knows stands in the table once, and no other one does")
  func keys() throws {
    let documented = try Self.documentedKeys()
    let known = try Self.knownKeys()
    #expect(known.contains("embedding.operatingPoints[].verification.falseNonMatchInterval"))
    #expect(known.subtracting(documented).sorted() == [])
    #expect(Set(documented).subtracting(known).sorted() == [])
    #expect(documented.count == Set(documented).count)
  }
}
