import Foundation
import Testing

@Suite("What the rooms know of each other")
struct ArchitectureTests {
  /// The folder of the package.
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The sources of the package; what symbolic links show again is left out.
  private static func sources() throws -> [String: String?] {
    var sources: [String: String?] = [:]
    for folder in ["Sources", "Models"] {
      let files = try #require(FileManager.default.enumerator(atPath: root.appending(path: folder).path))
      for case let file as String in files {
        guard files.fileAttributes?[.type] as? FileAttributeType == .typeRegular else { continue }
        let path = folder + "/" + file
        sources.updateValue(path.hasSuffix(".swift") ? try text(path) : nil, forKey: path)
      }
    }
    return sources
  }

  @Test("Every import is an arrow of the table, and every arrow of the table an import")
  func table() throws {
    let faults = ArchitectureFaults(
      table: RoomTable(markdown: try Self.text(RoomTable.path)), sources: try Self.sources(),
      package: PackageTargets(manifest: try Self.text("Package.swift")))
    #expect(faults.table.rows.count > 15)
    #expect(faults.files.count > 300)
    for fault in faults.all { Issue.record(Comment(rawValue: fault)) }
  }

  // MARK: - The test itself

  private static let markdown = """
    # Rooms

    | target | folder | job | imports |
    |---|---|---|---|
    | `Platform` | `Sources/Platform` | the ground | |
    | `Low` | `Sources/Low` | C | |
    | `Middle` | `Sources/Middle` | uses `Low` | `Low`, `Platform` |
    | `Inner` | `Sources/Middle/Inner` | lies within | |

    | a | b |
    |---|---|
    """

  private static let manifest = """
    targets: [
      .target(name: "Platform"), .systemLibrary(name: "Low"),
      .target(
        name: "Middle", dependencies: ["Low"]
          + ["Platform"], path: "Sources/Middle", swiftSettings: [.define("X")]),
      .target(name: "Inner", swiftSettings: optimised),
      .executableTarget(name: "Tool", dependencies: ["Middle"], path: "Tests/Tool"),
      .testTarget(name: "MiddleTests", dependencies: ["Middle"]),
    ]
    """

  private static let sound: [String: String?] = [
    "Sources/Platform/C.swift": "#if canImport(Glibc)\n  @_exported import Glibc\n#endif",
    "Sources/Low/low.h": nil, "Sources/Middle/M.swift": "import Low\nimport struct Platform.Path\n",
    "Sources/Middle/Inner/I.swift": "public import Foundation\n// import Low",
  ]

  private static func faults(
    changing file: String? = nil, to text: String = "", table: String = markdown, manifest: String = manifest
  ) -> [String] {
    var sources = sound
    if let file { sources[file] = text }
    return ArchitectureFaults(
      table: RoomTable(markdown: table), sources: sources, package: PackageTargets(manifest: manifest)
    ).all
  }

  @Test("Where all is as the table says, nothing is found")
  func soundPackage() {
    #expect(Self.faults() == [])
  }

  @Test("An import that the table lacks is told with file, line and arrow")
  func addedArrow() {
    #expect(
      Self.faults(changing: "Sources/Middle/Inner/I.swift", to: "\n@testable import Low") == [
        "Sources/Middle/Inner/I.swift:2: the arrow Inner → Low is not in the table of Documentation/Architecture.md (line 8)"
      ])
  }

  @Test("The C library is imported in one room")
  func cLibrary() {
    #expect(
      Self.faults(changing: "Sources/Middle/Other.swift", to: "import Glibc") == [
        "Sources/Middle/Other.swift:1: imports Glibc; only Platform does, import that"
      ])
  }

  @Test("A row that is no longer true is told")
  func staleRow() {
    #expect(
      Self.faults(changing: "Sources/Middle/M.swift", to: "import Low") == [
        "Documentation/Architecture.md:7: no source of Middle imports Platform"
      ])
    #expect(
      Self.faults(table: Self.markdown.replacing("`Low`, `Platform` |", with: "`Low`, `Platform`, `Inner` |"))
        == [
          "Documentation/Architecture.md:7: no source of Middle imports Inner",
          "Package.swift: Middle does not depend on Inner, which Documentation/Architecture.md (line 7) lets it import",
        ])
  }

  @Test("A target without a row, and a row without a target, are told")
  func missingTarget() {
    #expect(
      Self.faults(manifest: Self.manifest.replacing("name: \"Inner\"", with: "name: \"Other\"")) == [
        "Package.swift: the target Other has no row in the table of Documentation/Architecture.md",
        "Documentation/Architecture.md:8: Package.swift has no target Inner",
      ])
  }

  @Test("A dependency that nothing needs is told, and a file in no row's folder")
  func others() {
    #expect(
      Self.faults(
        manifest: Self.manifest.replacing("name: \"Inner\"", with: "name: \"Inner\", dependencies: [\"Low\"]")
      ) == [
        "Package.swift: Inner depends on Low, which is no import of it in Documentation/Architecture.md (line 8)"
      ])
    #expect(
      Self.faults(changing: "Sources/New/N.swift", to: "import Low") == [
        "Sources/New/N.swift:1: no row of the table in Documentation/Architecture.md has this file's folder"
      ])
  }
}
