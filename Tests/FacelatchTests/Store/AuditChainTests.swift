import FacelatchTestSupport
import Platform
import TestSupport
import Testing

@testable import Facelatch
@testable import Policy
@testable import Store

@Suite("The chain of the audit log")
struct AuditChainTests {
  private let folder: TemporaryFolder
  private let store: SQLiteStore
  private let log: AuditLog

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore(location: folder.location)
    log = AuditLog(of: store)
  }

  private var path: String { log.path.text }

  private func append(_ names: String...) throws {
    for name in names {
      try log.append(
        AuditEntry(at: TestClock().now(), event: .authentication, user: name, outcome: "success"))
    }
  }

  private func lines() throws -> [String] { try TestFile.text(path).split(separator: "\n").map(String.init) }

  private func write(_ lines: [String]) throws {
    try TestFile.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: path, mode: 0o600)
  }

  @Test("A log that nobody touched is whole, also where there is none yet")
  func whole() throws {
    #expect(try log.examined().faults.isEmpty)
    try append("a", "b", "c")
    let examination = try log.examined()
    #expect(examination.faults.isEmpty && examination.unconfirmedCount == 0)
    #expect(examination.lines.map(\.number) == [1, 2, 3])
    #expect(try AuditLog(path: log.path).examined().faults.isEmpty)
  }

  @Test("Each line has the SHA-256 of the one before, which anybody can check")
  func digests() throws {
    try append("a", "b")
    let lines = try lines()
    #expect(lines[1].contains("\"previous\":\"\(SHA256.hexadecimalDigest(Array(lines[0].utf8)))\""))
    #expect(!lines[0].contains("previous"))
  }

  @Test("A changed line is told, the last one too")
  func changed() throws {
    try append("a", "b", "c")
    let before = try lines()
    for place in 0..<3 {
      var lines = before
      lines[place] = lines[place].replacing("\"success\"", with: "\"failure\"")
      try write(lines)
      #expect(
        try log.examined().faults == [
          place == 2 ? .unknownToStore(line: 3) : .changed(line: place + 1)
        ])
    }
  }

  @Test("Lines that were removed or put in are told, wherever they stand")
  func removed() throws {
    try append("a", "b", "c", "d")
    let lines = try lines()
    try write(Array(lines[1...]))
    #expect(try log.examined().faults == [.missing(count: 1, beforeLine: 1)])
    try write([lines[0], lines[3]])
    #expect(try log.examined().faults == [.missing(count: 2, beforeLine: 2)])
    try write([lines[0], lines[1], lines[1], lines[2], lines[3]])
    #expect(try log.examined().faults == [.disordered(line: 3)])
    try write([lines[0], "nonsense", lines[1], lines[2], lines[3]])
    #expect(try log.examined().faults == [.notAnEntry(line: 2)])
  }

  @Test("A cut at the end is told, and stays for everybody to see when lines follow")
  func cutAtEnd() throws {
    try append("a", "b", "c", "d")
    let before = try lines()
    try write(Array(before[..<2]))
    #expect(try log.examined().faults == [.cutAtEnd(count: 2)])
    try append("e")
    #expect(try log.examined().faults == [.missing(count: 2, beforeLine: 3)])
    try FileRemoval.remove(path)
    #expect(try log.examined().faults == [.cutAtEnd(count: 5)])
    try append("f")
    #expect(try log.examined().faults == [.missing(count: 5, beforeLine: 1)])
  }

  @Test("A process that was killed between line and note leaves a line that counts, and is told")
  func unconfirmed() throws {
    try append("a", "b")
    let head = try #require(try store.auditHead())
    try append("c", "d")
    try store.setAuditHead(head)
    let examination = try log.examined()
    #expect(examination.faults.isEmpty && examination.unconfirmedCount == 2)
    try append("e")
    #expect(try log.examined().faults.isEmpty)
    #expect(try log.examined().unconfirmedCount == 0)
    #expect(try lines().count == 5)
  }

  @Test("A line that a full disk cut short is told, and the chain goes on behind it")
  func cutShort() throws {
    try append("a")
    try TestFile.write(Array((try TestFile.text(path) + "{\"number\":2,\"ti").utf8), to: path, mode: 0o600)
    try append("b", "c")
    #expect(try log.examined().faults == [.notAnEntry(line: 2)])
  }

  @Test("Many writers of several stores' handles make one chain")
  func manyWriters() async throws {
    let directory = Path(folder.store)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<8 {
        group.addTask {
          let log = AuditLog(of: try SQLiteStore(directory: directory))
          for turn in 0..<5 {
            try log.append(
              AuditEntry(
                at: TestClock().now(), event: .authentication, user: "user \(index)", outcome: "\(turn)"))
          }
        }
      }
      try await group.waitForAll()
    }
    let examination = try log.examined()
    #expect(examination.faults.isEmpty && examination.lines.count == 40)
  }
}

private enum FileRemoval {
  static func remove(_ path: String) throws {
    guard unlink(path) == 0 else { throw SystemFailure(path, code: errno) }
  }
}
