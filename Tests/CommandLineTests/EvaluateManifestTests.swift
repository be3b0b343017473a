import Facelatch
import Foundation
import TestSupport
import Testing

@testable import facelatch

@Suite("The program: evaluate pad, attention and authentication", .timeLimit(.minutes(10)))
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

  @Test("The whole policy: owners are let in, strangers are not, attacks count by species")
  func authentication() throws {
    let data = try PeopleFolder()
    try data.link("people/none.jpg", to: "rocket.jpg")
    try data.folder.write(
      """
      path,subject,use,claim,species
      Obama/1.jpg,Barack,enrol
      Biden/1.jpg,Joe,enrol
      none.jpg,Nobody,enrol
      Obama/3.jpg,Barack,probe
      Biden/1.jpg,Joe,probe,Barack
      Obama/1.jpg,,probe,Barack,print
      Obama/3.jpg,Nobody,probe
      later.jpg,Joe,probe,Barack

      """, to: "people.csv")
    let words = "evaluate authentication --manifest people.csv --root people --liveness off --out result"
    let run = try data.run(words)
    #expect(run.code == 3)
    #expect(run.errorOutput.contains("facelatch: line 9: later.jpg: no such file; check the name\n"))
    let table = try data.table("result/transactions.csv")
    let column = { (name: String) in table.header.firstIndex(of: name) ?? 0 }
    #expect(table.rows.map { $0[column("line")] } == ["5", "6", "7", "8", "9"])
    #expect(table.rows.map { $0[column("claim")] } == ["Barack", "Barack", "Barack", "Nobody", "Barack"])
    #expect(
      table.rows.map { $0[column("result")] } == [
        "accepted", "refused", "accepted", "notEnrolled", "unreadable",
      ])
    let scores = table.rows.map { Double($0[column("score")]) }
    #expect((scores[0] ?? 0) > 0.6 && (scores[1] ?? 1) < 0.4)
    let summary = try data.json("result/summary.json")
    #expect(number(summary, "people") == 3 && number(summary, "transactions") == 5)
    #expect(number(summary, "failureToEnrol", "events") == 1)
    #expect(number(summary, "frr", "value") == 0 && number(summary, "frr", "trials") == 1)
    #expect(number(summary, "far", "value") == 0 && number(summary, "far", "trials") == 1)
    #expect(number(summary, "iapar", "print", "value") == 1)
    #expect(summary["liveness"] as? String == "off")

    // A file that has come counts, and nothing else is done again.
    try data.link("people/later.jpg", to: "astronaut.png")
    #expect(try data.run(words).code == 0)
    #expect(try data.fromCache("result") == 3)
    #expect(number(try data.json("result/summary.json"), "far", "trials") == 2)
  }
}
