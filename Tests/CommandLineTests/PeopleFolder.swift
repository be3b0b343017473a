import Facelatch
import Foundation
import TestSupport
import Testing

@testable import facelatch

/// A data set of links to the package's pictures in a temporary folder, in which the program runs.
///
/// `people` holds Obama with three pictures, Biden and Astro with one each.
struct PeopleFolder {
  static let pictures = [
    "people/Astro/1.png": "astronaut.png", "people/Biden/1.jpg": "biden.jpg",
    "people/Obama/1.jpg": "obama.jpg", "people/Obama/2.jpg": "obama2.jpg", "people/Obama/3.jpg": "obama3.jpg",
  ]

  let folder: TemporaryFolder

  /// - Parameter links: Names in the folder and the pictures that they stand for.
  init(_ links: [String: String] = Self.pictures) throws {
    folder = try TemporaryFolder()
    for (name, picture) in links { try link(name, to: picture) }
  }

  func link(_ name: String, to picture: String) throws {
    let file = folder.file(name)
    try FileManager.default.createDirectory(
      atPath: URL(fileURLWithPath: file).deletingLastPathComponent().path, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: Samples.path(picture))
  }

  /// Runs the program with these words and paths relative to the folder.
  func run(_ words: String) throws -> ProgramRun {
    try ProgramRun(
      bytes: words.split(separator: " ").map { Array($0.utf8) }, folder: folder.path)
  }

  /// Compares all pictures of `people`.
  func compareAll(_ options: String) throws -> ProgramRun {
    try run("evaluate verification --protocol folders --root people " + options)
  }

  // MARK: - Results

  func json(_ name: String) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(try folder.contents(name)))
    return try #require(object as? [String: Any])
  }

  /// `summary.json` without what differs from run to run.
  func summary(_ result: String) throws -> NSDictionary {
    let volatile = ["seconds", "imagesPerSecond", "fromCache"]
    return NSDictionary(dictionary: try json(result + "/summary.json").filter { !volatile.contains($0.key) })
  }

  func fromCache(_ result: String) throws -> Int? { try json(result + "/summary.json")["fromCache"] as? Int }

  func text(_ name: String) throws -> String { String(decoding: try folder.contents(name), as: UTF8.self) }

  /// A table, each row of which must have as many fields as the first (RFC 4180).
  func table(_ name: String) throws -> CSVTable {
    let table = CSVTable(try folder.contents(name))
    #expect(table.rows.allSatisfy { $0.count == table.header.count }, "\(name)")
    return table
  }
}

/// One evaluation of all pictures against all that nobody disturbs, for several tests.
struct EvaluatedPeople {
  static let once = Result { try EvaluatedPeople() }

  let run: ProgramRun
  private let files: [String: [UInt8]]

  private init() throws {
    let data = try PeopleFolder()
    run = try data.compareAll("--out result --workers 1")
    files = try Dictionary(
      uniqueKeysWithValues: data.folder.names(below: "result").map {
        ("result/" + $0, try data.folder.contents("result/" + $0))
      })
  }

  /// The pictures, and in `result` what the evaluation wrote.
  func data() throws -> PeopleFolder {
    let data = try PeopleFolder()
    for (name, content) in files { try data.folder.write(content, to: name) }
    return data
  }
}
