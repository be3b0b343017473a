import Foundation
import Testing

/// The folders of `Sources/Inference` know each other in one direction, the order of the table in
/// `Documentation/Architecture.md`. Files beside the folders are known to all of them and know none.
@Suite("Folders of Inference")
struct FolderOrderTests {
  private static let package = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL
  private static let sources = package.appending(path: "Sources/Inference")

  /// The first column of the table.
  private static func documentedOrder() throws -> [String] {
    let page = try String(
      contentsOf: package.appending(path: "Documentation/Architecture.md"), encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let heading = try #require(lines.firstIndex { $0.hasPrefix("| folder of `Sources/Inference` |") })
    return lines[(heading + 2)...].prefix { $0.hasPrefix("| `") }
      .map { String($0.dropFirst(3).prefix { $0 != "`" }) }
  }

  private static func files() throws -> [SwiftSource] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let parts = path.split(separator: "/")
      return SwiftSource(
        folder: parts.count > 1 ? String(parts[0]) : "", file: path,
        text: try String(contentsOf: sources.appending(path: path), encoding: .utf8))
    }
  }

  /// A line for every mention of a type that is declared in a folder further to the right.
  private static func violations(in files: [SwiftSource], order: [String]) -> [String] {
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    var declared: [String: SwiftSource] = [:]
    for file in files {
      for type in file.declaredTypes { declared[type] = file }
    }
    return files.flatMap { file in
      file.mentions(module: "Inference").compactMap { name, line in
        guard let home = declared[name], places[home.folder] ?? -1 > places[file.folder] ?? -1 else {
          return nil
        }
        return "\(file.file):\(line): \(name) is declared in \(home.file)"
      }
    }
  }

  @Test("mention no type of a folder to their right")
  func oneDirection() throws {
    let files = try Self.files()
    #expect(files.count > 50)
    #expect(files.flatMap(\.declaredTypes).count > 80)
    for violation in Self.violations(in: files, order: try Self.documentedOrder()) {
      Issue.record("\(violation), a folder to its right")
    }
  }

  @Test("are those of the table, and none else")
  func documented() throws {
    let folders = Set(try Self.files().map(\.folder)).subtracting([""])
    #expect(folders == Set(try Self.documentedOrder()))
    #expect(try Self.documentedOrder().first == "Tensors")
    #expect(try Self.documentedOrder().last == "Execution")
  }

  @Test("are told with file, line and type when they do; comments, strings and members are no mentions")
  func detection() {
    let files = [
      SwiftSource(
        folder: "Left", file: "Left/A.swift",
        text: """
          /// Right is only told about, /* and so it is here.
          struct A {
            /* Right /* Right */ Right */
            let text = "Right \\"Right\\" \\(name(Left.self) + "Right" + kind.Right)"
            let other = kind.Right
            let wrong: [Right] = []
            let told = "\\(Right.self)"
            let qualified = Inference.Right()
          }
          """),
      SwiftSource(folder: "Right", file: "Right/B.swift", text: "public final class Right { let a: A }"),
      SwiftSource(
        folder: "Right", file: "Right/C.swift", text: "private struct A {}\nextension A { struct B {} }"),
      SwiftSource(folder: "", file: "Beside.swift", text: "enum Beside { case a(A) }"),
    ]
    #expect(
      Self.violations(in: files, order: ["Left", "Right"]) == [
        "Left/A.swift:6: Right is declared in Right/B.swift",
        "Left/A.swift:7: Right is declared in Right/B.swift",
        "Left/A.swift:8: Right is declared in Right/B.swift",
        "Beside.swift:1: A is declared in Left/A.swift",
      ])
  }
}
