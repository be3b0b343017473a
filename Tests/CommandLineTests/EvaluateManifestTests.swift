import FaceGate
import Foundation
import Testing

@testable import facegate

@Suite("The program: evaluate pad, attention and authentication")
struct EvaluateManifestTests {
  /// The value at some keys of an object in objects.
  private func number(_ json: [String: Any], _ keys: String...) -> Double? {
    let owner = keys.dropLast().reduce(json as [String: Any]?) { $0?[$1] as? [String: Any] }
    return (owner?[keys[keys.count - 1]] as? NSNumber)?.doubleValue
  }

  @Test("Attacks: rates per species, pictures and recordings, what could not be judged")
  func presentationAttacks() throws {
    let data = try PeopleFolder()
    try data.link("people/none.jpg", to: "rocket.jpg")
    try data.folder.write(
      """
      path,label,species,clip,subject
      Obama/1.jpg,bonafide,,c1,o
      Obama/2.jpg,Bona Fide,,c1,o
      Biden/1.jpg,attack,print,,b
      none.jpg,spoof,screen
      missing.jpg,attack,screen
      Obama/3.jpg,attack
      Biden/1.jpg,live

      """, to: "pad.csv")
    let run = try data.run("evaluate pad --manifest pad.csv --root people --out result --json")
    #expect(run.code == 3)
    let summary = try data.json("result/summary.json")
    #expect(NSDictionary(dictionary: try run.json()) == NSDictionary(dictionary: summary))
    #expect(number(summary, "bonaFide") == 2 && number(summary, "attacks") == 3)
    for species in ["print", "screen"] {
      let value = try #require(number(summary, "apcer", species, "value"))
      let interval =
        ((summary["apcer"] as? [String: Any])?[species] as? [String: Any])?["interval"] as? [Double]
      #expect(try #require(interval)[0] <= value && value <= interval?[1] ?? -1)
    }
    #expect(number(summary, "apcer", "screen", "value") == 0)
    #expect(number(summary, "apcer", "screen", "nonResponse") == 2)
    let scores = try data.table("result/scores.csv")
    let threshold = try #require(number(summary, "threshold"))
    let accepted = { (row: [String]) in (Double(row[5]) ?? -1) >= threshold }
    #expect(scores.rows.map { $0[1] } == ["bonafide", "bonafide", "attack", "attack", "attack"])
    #expect(number(summary, "bpcer") == Double(scores.rows[..<2].count { !accepted($0) }) / 2)
    #expect(number(summary, "apcer", "print", "value") == (accepted(scores.rows[2]) ? 1 : 0))
    #expect(summary["acer"] is Double)
    #expect(number(summary, "nonResponse", "attacks") == 2 && number(summary, "nonResponse", "bonaFide") == 0)
    #expect(number(summary, "clips", "bonaFide") == 1)
    #expect(number(summary, "unreadable") == 1 && number(summary, "rowsLeftOut") == 2)
    #expect(scores.rows.map { $0[6].isEmpty } == [true, true, true, false, false])
    #expect(try data.table("result/failures.csv").rows.map { $0[1] } == ["noFace", "unreadable"])
    #expect(
      try data.table("result/problems.csv").rows == [
        ["7", "Obama/3.jpg is an attack without a species"],
        ["8", "Biden/1.jpg was named in line 4 already"],
      ])
    // What the program says that it wrote is there.
    let text = try data.run("evaluate pad --manifest pad.csv --root people --out result")
    let named = try #require(text.output.split(separator: "\n").last).replacing("result/", with: "")
    let files = try data.folder.names(below: "result")
    for name in named.split(separator: ", ") { #expect(files.contains(String(name)), "\(name)") }
    #expect(try data.fromCache("result") == 4)
  }

  @Test("Attention: who was judged wrongly, by condition")
  func attention() throws {
    let data = try PeopleFolder()
    try data.link("people/none.jpg", to: "rocket.jpg")
    try data.folder.write(
      "path,label,condition\nObama/1.jpg,open,portrait\nBiden/1.jpg,attentive,group\n"
        + "Obama/2.jpg,away,speech\nnone.jpg,open,rocket\n", to: "attention.csv")
    let run = try data.run("evaluate attention --manifest attention.csv --root people --out result")
    #expect(run.code == 0)
    let summary = try data.json("result/summary.json")
    #expect(number(summary, "attentive") == 3 && number(summary, "inattentive") == 1)
    #expect(number(summary, "failureToAcquire") == 1)
    let scores = try data.table("result/scores.csv").rows
    #expect(scores.map { $0[1] } == ["1", "1", "0", "1"])
    #expect(scores[0][4] == "1" && scores[2][4] == "0" && scores[2][5] == "lookingAway")
    #expect(scores[3][4].isEmpty && scores[3][7].hasPrefix("no face found"))
    #expect(number(summary, "falseRejection", "trials") == 2)
    #expect(number(summary, "falseRejection", "events") == Double(scores[..<2].count { $0[4] == "0" }))
    #expect(number(summary, "falseAcceptance", "value") == 0)
    let conditions = try #require(summary["conditions"] as? [[String: Any]])
    #expect(conditions.map { $0["condition"] as? String } == ["group", "portrait", "speech"])
  }

  private static let manifest = """
    path,subject,use,claim,species,transaction
    Obama/1.jpg,Barack,enrol
    Biden/1.jpg,Joe,enrol
    none.jpg,Nobody,enrol
    Obama/3.jpg,Barack,probe
    Biden/1.jpg,Joe,probe,Barack
    Obama/1.jpg,,probe,Barack,print
    Obama/2.jpg,Barack,probe,,,t
    Obama/3.jpg,Barack,probe,,,t
    Obama/3.jpg,Nobody,probe

    """

  @Test("The whole policy: owners, strangers and attacks against people who were enrolled")
  func authentication() throws {
    let data = try PeopleFolder()
    try data.link("people/none.jpg", to: "rocket.jpg")
    try data.folder.write(Self.manifest, to: "people.csv")
    let words = "evaluate authentication --manifest people.csv --root people --liveness off"
    let run = try data.run(words + " --out result --workers 2")
    #expect(run.code == 0, "\(run.errorOutput)")
    #expect(run.errorLines.count == 1 && run.errorOutput.hasPrefix("facegate: Nobody is not enrolled: "))
    let table = try data.table("result/transactions.csv")
    #expect(
      table.header == [
        "line", "path", "subject", "claim", "species", "accepted", "score", "error", "frames", "reasons",
      ])
    #expect(table.rows.map { $0[0] } == ["5", "6", "7", "8", "10"])
    #expect(table.rows.map { $0[3] } == ["Barack", "Barack", "Barack", "Barack", "Nobody"])
    #expect(table.rows.map { $0[5] } == ["1", "0", "1", "1", ""])
    #expect(table.rows[1][7] == "authenticationFailed" && !table.rows[1][9].isEmpty)
    #expect((Double(table.rows[0][6]) ?? 0) > 0.6 && (Double(table.rows[1][6]) ?? 1) < 0.4)
    #expect(table.rows[3][8] == "2")
    #expect(table.rows[4][7] == "notEnrolled")
    let summary = try data.json("result/summary.json")
    #expect(number(summary, "people") == 3 && number(summary, "transactions") == 5)
    #expect(number(summary, "failureToEnrol", "events") == 1)
    #expect(number(summary, "frr", "value") == 0 && number(summary, "frr", "trials") == 2)
    #expect(number(summary, "far", "value") == 0 && number(summary, "far", "trials") == 1)
    #expect(number(summary, "iapar", "print", "value") == 1)
    #expect(number(summary, "notEvaluated") == 1)
    #expect(summary["liveness"] as? String == "off")
    #expect(number(summary, "fromCache") == 0)

    // In parts, and with what is known: the same.
    for part in ["1/2", "2/2"] {
      #expect(try data.run(words + " --out other --shard \(part)").code == 0)
    }
    #expect(try data.folder.names(below: "other") == ["cache.sqlite"])
    #expect(try data.run(words + " --out other --json").code == 0)
    #expect(try data.fromCache("other") == 4)
    #expect(try data.summary("other") == data.summary("result"))
    #expect(try data.text("other/transactions.csv") == data.text("result/transactions.csv"))
    // Another rule is another result.
    let live = try data.run(words.replacing("off", with: "passive") + " --out other --json")
    #expect(try live.json()["fromCache"] as? Int == 0)
  }

  @Test("Files and rows that are missing are told, and count in the exit code")
  func missing() throws {
    let data = try PeopleFolder()
    try data.folder.write(
      "path,subject,use,claim\nObama/1.jpg,Barack,enrol\nObama/3.jpg,Barack,probe\ngone.jpg,Barack,probe\n"
        + "away.jpg,Joe,enrol\n", to: "people.csv")
    let words = "evaluate authentication --manifest people.csv --root people --liveness off --out result"
    let run = try data.run(words)
    #expect(run.code == 3)
    #expect(
      try data.table("result/failures.csv").rows == [
        ["away.jpg", "unreadable", "no such file; check the name"],
        ["gone.jpg", "unreadable", "no such file; check the name"],
      ])
    #expect(try data.json("result/summary.json")["unreadable"] as? Int == 2)
    // Once it is there, it is looked at.
    try data.link("people/gone.jpg", to: "obama2.jpg")
    try data.link("people/away.jpg", to: "biden.jpg")
    #expect(try data.run(words).code == 0)
    #expect(try data.fromCache("result") == 1)

    try data.folder.write(
      "path,subject,use,claim\nObama/1.jpg,Barack,enrol\nObama/3.jpg,Joe,probe\n", to: "people.csv")
    let nobody = try data.run(words)
    #expect(nobody.code == 3)
    #expect(
      nobody.errorOutput.hasPrefix(
        "facegate: people.csv: no usable probe; line 3: claims to be 'Joe', who is not enrolled; "))
  }
}
