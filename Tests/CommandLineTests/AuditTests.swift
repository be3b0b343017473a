import Facelatch
import Foundation
import TestSupport
import Testing

@Suite("The program: audit", .timeLimit(.minutes(10)))
struct AuditTests {
  private func log(_ store: PreparedStore) -> String { store.directory + "/audit.jsonl" }

  @Test("It shows what was decided, who asked and which secret was meant, and that nothing is missing")
  func shows() throws {
    let store = try PreparedStore()
    #expect(try store.run("vault", "put", "--user", "ada", "mail", input: Array("x".utf8)).code == 0)
    let get = try store.run(
      "vault", "get", "--user", "ada", "mail", "--reason", "to read mail",
      passcodes: "\(PreparedStore.passcode)\n")
    #expect(get.code == 0)
    #expect(try store.run("vault", "list", "--user", "ada").code == 0)
    #expect(try store.run("vault", "remove", "--user", "ada", "mail").code == 0)
    let run = try store.run("audit")
    #expect(run.code == 0 && run.errorOutput.isEmpty)
    let lines = run.output.split(separator: "\n")
    let events = lines.map { $0.split(separator: "  ")[1] }
    #expect(
      events == ["secret-put", "charge", "authentication", "secret-get", "secret-list", "secret-removal"])
    #expect(lines[0].contains("\"mail\"") && lines[3].contains("\"mail\"") && lines[5].contains("\"mail\""))
    #expect(
      lines[2].contains("by passcode") && lines[2].contains("/facelatch [")
        && lines[2].contains("to read mail"))

    let json = try store.run("audit", "--json").json()
    #expect(json["sound"] as? Bool == true && (json["faults"] as? [String])?.isEmpty == true)
    let entries = try #require(json["entries"] as? [[String: Any]])
    #expect(entries.count == 6)
    #expect(entries[2]["threshold"] == nil && entries[2]["pid"] as? Int != nil)
    #expect(entries[1]["evaluation"] as? Int == entries[2]["evaluation"] as? Int)
  }

  @Test("A cut or changed log is told with the exit code 1, and one person's entries are shown alone")
  func cut() throws {
    let store = try PreparedStore()
    for key in ["a", "b", "c"] {
      #expect(try store.run("vault", "put", "--user", "ada", key, input: Array("x".utf8)).code == 0)
    }
    #expect(try store.run("audit", "--user", "bob").output.isEmpty)
    let lines = try TestFile.text(log(store)).split(separator: "\n")
    try TestFile.write(Array((lines[..<2].joined(separator: "\n") + "\n").utf8), to: log(store), mode: 0o600)
    let cut = try store.run("audit", "--json")
    #expect(cut.code == 1)
    #expect(cut.errorOutput.contains("the audit log is damaged: 1 entry is missing at the end"))
    #expect(try cut.json()["faults"] as? [String] == ["1 entry is missing at the end"])
    #expect(try store.run("audit").output.split(separator: "\n").count == 2)
  }

  @Test("A try that is killed while it compares is in the log")
  func killed() throws {
    let store = try PreparedStore()
    let verifier = try PasscodeHash.make(Array(PreparedStore.passcode.utf8))
    try SQLiteStore(directory: Path(store.directory)).update("ada") { (record) throws(StoreError) in
      record?.passcodeVerifier = verifier
    }
    let terminal = try store.terminal("authenticate", "--user", "ada")
    try terminal.sees("Passcode for ada: ")
    terminal.types("wrong")
    let path = log(store)
    try waitUntil("the charge") { ((try? TestFile.text(path)) ?? "").contains("\"charge\"") }
    terminal.send(SIGKILL)
    _ = try terminal.exitStatus()
    let entries = try #require(try store.run("audit", "--json").json()["entries"] as? [[String: Any]])
    #expect(entries.first?["event"] as? String == "charge")
    #expect(try store.record?.attempts.failedPasscodes == 1)
  }

  @Test("Where there is no store there is no log, and none is made")
  func noStore() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun("audit", "--store", folder.file("none"))
    #expect(run.code == 0 && run.output.isEmpty && run.errorLines.count == 1)
    #expect(folder.names.isEmpty)
  }
}
