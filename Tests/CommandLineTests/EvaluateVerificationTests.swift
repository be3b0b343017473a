import Facelatch
import Foundation
import TestSupport
import Testing

@testable import facelatch

@Suite("The program: evaluate verification", .timeLimit(.minutes(10)))
struct EvaluateVerificationTests {
  @Test("Folders of people: all against all, a summary, tables that other programs read")
  func folders() throws {
    let folders = try EvaluatedPeople.once.get()
    let (data, run) = (try folders.data(), folders.run)
    #expect(run.code == 0)
    #expect(run.errorOutput.isEmpty)
    #expect(run.output.contains("comparisons       3 genuine, 7 impostor\n"))
    #expect(run.output.hasSuffix("\nresult/summary.json, scores.csv, counts.csv, report.html\n"))
    #expect(
      try data.folder.names(below: "result") == [
        ".facelatch-folder", "cache.sqlite", "counts.csv", "failures.csv", "problems.csv", "report.html",
        "scores.csv", "summary.json",
      ])

    let summary = try data.json("result/summary.json")
    #expect(summary["pairs"] as? Int == 10)
    #expect(summary["genuine"] as? Int == 3)
    #expect(summary["impostor"] as? Int == 7)
    #expect(summary["failureToAcquire"] as? Int == 0)
    #expect(summary["accuracy"] is NSNull)
    #expect(summary["equalErrorRate"] as? Double == 0)
    #expect(summary["identities"] as? Int == 3)
    #expect(summary["seconds"] is Double && summary["imagesPerSecond"] is Double)
    let points = try #require(summary["operatingPoints"] as? [[String: Any]])
    #expect(points.map { $0["fmr"] as? Double } == [1e-2, 1e-3, 1e-4, 1e-5, 1e-6])
    for point in points {
      #expect(point["threshold"] is NSNull && point["fnmr"] is NSNull && point["interval"] is NSNull)
      #expect(point["supported"] as? Bool == false)
    }
    #expect(points[0]["comparisonsNeeded"] as? Int == 300)

    let scores = try data.table("result/scores.csv")
    #expect(
      scores.header == ["path_a", "path_b", "same", "score", "fold", "identity_a", "identity_b", "error"])
    #expect(scores.rows.count == 10)
    for row in scores.rows {
      let isGenuine = row[0].hasPrefix("Obama") && row[1].hasPrefix("Obama")
      #expect(row[2] == (isGenuine ? "1" : "0"))
      #expect([row[5], row[6]] == [row[0], row[1]].map { String($0.prefix { $0 != "/" }) })
      let score = try #require(Float(row[3]))
      #expect(isGenuine ? score > 0.6 : score < 0.4)
      #expect(row[4].isEmpty && row[7].isEmpty)
    }
    let compared = try ProgramRun("compare", Samples.path("obama.jpg"), Samples.path("obama2.jpg"), "--json")
    let score = try #require(try compared.json()["score"] as? Double)
    let pair = try #require(scores.rows.first { $0[0] == "Obama/1.jpg" && $0[1] == "Obama/2.jpg" })
    #expect(abs(score - (Double(pair[3]) ?? 0)) < 1e-4)

    let counts = try data.table("result/counts.csv")
    #expect(counts.header == ["threshold", "genuine", "impostor"])
    #expect(counts.rows.count == 8193)
    #expect(counts.rows[0] == ["-1.0", "3", "7"])
    #expect(counts.rows.last == ["1.0", "0", "0"])
    let middle = try #require(counts.rows.first { $0[0] == "0.5" })
    #expect(middle == ["0.5", "3", "0"])
    #expect(try data.text("result/failures.csv") == "path,kind,reason\n")
    #expect(try data.text("result/problems.csv") == "line,cause\n")
  }

  @Test("The report stands alone, and shows faces unless it is told not to")
  func report() throws {
    let data = try EvaluatedPeople.once.get().data()
    let shown = try data.text("result/report.html")
    #expect(shown.contains("data:image/png;base64,"))
    #expect(!shown.contains("http://") && !shown.contains("https://") && !shown.contains("src=\"/"))
    let run = try data.compareAll("--out bare --no-images --cache result/cache.sqlite")
    #expect(run.code == 0)
    let bare = try data.text("bare/report.html")
    #expect(bare.contains("Obama/1.jpg"))
    #expect(!bare.contains("data:image") && !bare.contains("<img"))
    #expect(try data.fromCache("bare") == 5)
  }

  @Test("The result does not depend on the number of workers, nor on what was known")
  func workers() throws {
    let other = try EvaluatedPeople.once.get().data()
    let data = try PeopleFolder()
    let run = try data.compareAll("--out result --workers 3 --json")
    #expect(run.code == 0)
    #expect(try data.fromCache("result") == 0)
    #expect(try data.summary("result") == other.summary("result"))
    let again = try data.compareAll("--out result --workers 2 --json")
    #expect(try data.fromCache("result") == 5)
    #expect(try data.json("result/summary.json")["imagesPerSecond"] is NSNull)
    #expect(try data.summary("result") == other.summary("result"))
    for name in ["scores.csv", "counts.csv"] {
      #expect(try data.folder.contents("result/\(name)") == other.folder.contents("result/\(name)"))
    }
    #expect(try again.json()["pairs"] as? Int == 10)
    #expect(
      NSDictionary(dictionary: try again.json())
        == NSDictionary(dictionary: try data.json("result/summary.json")))
    #expect(try data.folder.names == ["people", "result"])
  }

  @Test("Labeled Faces in the Wild: the original list, folds, people against people")
  func lfw() throws {
    var links: [String: String] = [:]
    for (name, picture) in [("Obama_0001", "obama"), ("Obama_0002", "obama2"), ("Obama_0003", "obama3")] {
      links["lfw/Obama/\(name).jpg"] = picture + ".jpg"
    }
    links["lfw/Biden/Biden_0001.jpg"] = "biden.jpg"
    links["lfw/Astro/Astro_0001.jpg"] = "astronaut.png"
    let data = try PeopleFolder(links)
    try data.folder.write(
      "2\t1\r\nObama\t1\t2\r\nObama\t3\tBiden\t1\r\nObama\t1\t3\r\nObama\t2\tAstro\t1\r\n", to: "pairs.txt")
    let run = try data.run(
      "evaluate verification --protocol lfw --pairs pairs.txt --root lfw --out result --fmr 0.5,1")
    #expect(run.code == 0, "\(run.errorOutput)")
    let summary = try data.json("result/summary.json")
    let accuracy = try #require(summary["accuracy"] as? [String: Any])
    #expect(accuracy["mean"] as? Double == 1 && accuracy["standardError"] as? Double == 0)
    #expect((accuracy["folds"] as? [Double])?.count == 2)
    #expect((summary["operatingPoints"] as? [[String: Any]])?.map { $0["fmr"] as? Double } == [0.5, 1])
    let all = try #require(summary["allAgainstAll"] as? [String: Any])
    #expect(all["people"] as? Int == 3 && all["impostor"] as? Int == 3 && all["genuine"] as? Int == 2)
    #expect(try data.table("result/scores.csv").rows.map { $0[4] } == ["0", "0", "1", "1"])
    #expect(
      try data.table("result/identities.csv").rows.sorted { $0[0] < $1[0] }
        == [["Astro", "1"], ["Biden", "1"], ["Obama", "1"]])
    let impostors = try data.table("result/impostors.csv").rows
    #expect(impostors.count == 3)
    #expect(impostors.compactMap { Float($0[3]) } == impostors.compactMap { Float($0[3]) }.sorted(by: >))
    #expect(try data.table("result/counts.csv").rows[0] == ["-1.0", "2", "3"])
  }

  @Test("A messy list: whatever is wrong is told with its line, and the rest is evaluated")
  func messy() throws {
    let data = try PeopleFolder([
      "Obama, Barack/1.jpg": "obama.jpg", "Obama, Barack/2.jpg": "obama2.jpg", "Biden/1.jpg": "biden.jpg",
      "say \"hi\".jpg": "several-faces.jpg", "none.jpg": "rocket.jpg", "Astro/1.png": "astronaut.png",
    ])
    try data.folder.write("no picture", to: "text.jpg")
    let lines = [
      "\u{feff}path_a,path_b,same", #""Obama, Barack/1.jpg","Obama, Barack/2.jpg",1"#,
      #""Obama, Barack/1.jpg",Biden/1.jpg,0"#, #""Obama, Barack/2.jpg","Obama, Barack/1.jpg",1"#,
      "Biden/1.jpg,Astro/1.png,maybe", "Biden/1.jpg,missing.jpg,0", "Biden/1.jpg,text.jpg,0",
      "Biden/1.jpg,none.jpg,0", #"Astro/1.png,"say ""hi"".jpg",0"#, ",Biden/1.jpg,1", "",
    ]
    try data.folder.write(lines.joined(separator: "\r\n"), to: "pairs.csv")
    let run = try data.run("evaluate verification --protocol pairs --pairs pairs.csv --out result")
    #expect(run.code == 3)
    #expect(run.errorLines.count == 6)
    #expect(run.errorLines.allSatisfy { $0.hasPrefix("facelatch: ") })

    let summary = try data.json("result/summary.json")
    func number(_ key: String) -> Int? { summary[key] as? Int }
    #expect(number("pairs") == 6 && number("genuine") == 1 && number("impostor") == 5)
    #expect(number("pairsNotCompared") == 3 && number("pictures") == 8)
    #expect(number("failureToAcquire") == 3 && number("unreadable") == 2 && number("rowsLeftOut") == 3)
    #expect(summary["identities"] is NSNull)
    #expect(
      try data.table("result/problems.csv").rows == [
        ["4", "the same pair as in line 2"],
        ["5", "the label 'maybe' is neither 1 (the same person) nor 0"], ["10", "a path is missing"],
      ])
    let failures = try data.table("result/failures.csv").rows
    #expect(
      failures.map { Array($0[..<2]) } == [
        ["missing.jpg", "unreadable"], ["text.jpg", "unreadable"], ["none.jpg", "noFace"],
      ])
    let scores = try data.table("result/scores.csv").rows
    #expect(scores.map { $0[2] } == ["1", "0", "0", "0", "0", "0"])
    #expect(scores.map { $0[3].isEmpty } == [false, false, true, true, true, false])
    #expect(scores[2][7] == "missing.jpg: no such file; check the name")
    #expect(scores[5][..<2] == ["Astro/1.png", "say \"hi\".jpg"])
    #expect(scores.allSatisfy { $0[5].isEmpty && $0[6].isEmpty })
    #expect(try data.text("result/report.html").contains("say &quot;hi&quot;.jpg"))

    // Several faces in one picture count as none where that is asked for.
    _ = try data.run(
      "evaluate verification --protocol pairs --pairs pairs.csv --out result --several refuse --no-images")
    #expect(try data.json("result/summary.json")["failureToAcquire"] as? Int == 4)
  }

  @Test("A list of which no picture can be read gives a result without rates")
  func nothingReadable() throws {
    let data = try PeopleFolder([:])
    try data.folder.write("path_a,path_b,same,fold\na,b,1,1\nc,d,0,2\n", to: "pairs.csv")
    let run = try data.run("evaluate verification --protocol pairs --pairs pairs.csv --out result")
    #expect(run.code == 3)
    let summary = try data.json("result/summary.json")
    #expect(summary["pairsNotCompared"] as? Int == 2 && summary["equalErrorRate"] is NSNull)
    #expect(try data.table("result/counts.csv").rows[0] == ["-1.0", "0", "0"])
    #expect(try !data.text("result/report.html").contains("nan"))
  }

  @Test("Paths that are not UTF-8 are read and written byte for byte")
  func notUTF8() throws {
    let data = try PeopleFolder(["Obama/1.jpg": "obama.jpg"])
    let name: [UInt8] = [0xff, 0x2e, 0x6a, 0x70, 0x67]
    let target = Samples.path("obama3.jpg")
    let linked = data.folder.root.appending(name).withCString { symlink(target, $0) }
    try #require(linked == 0)
    try data.folder.write(
      Array("path_a,path_b,same\nObama/1.jpg,".utf8) + name + Array(",1\n".utf8), to: "pairs.csv")
    let run = try data.run("evaluate verification --protocol pairs --pairs pairs.csv --out result")
    #expect(run.code == 0)
    #expect(
      try data.folder.contents("result/scores.csv").split(separator: 0x0a)[1].split(separator: 0x2c)[1]
        == name[...])
  }

  @Test("An evaluation leaves no tables of another one in its folder")
  func stale() throws {
    let data = try EvaluatedPeople.once.get().data()
    var mark = try data.text("result/.facelatch-folder")
    for name in ["impostors.csv", "transactions.csv", "enrolments.csv"] {
      mark += name + "\n"
      try data.folder.write("old", to: "result/\(name)")
    }
    try data.folder.write(mark, to: "result/.facelatch-folder")
    try data.folder.write("mine", to: "result/notes.txt")
    // No evaluation has written this one.
    try data.folder.write("mine", to: "result/identities.csv")
    #expect(try data.compareAll("--out result --no-images").code == 0)
    #expect(
      try data.folder.names(below: "result") == [
        ".facelatch-folder", "cache.sqlite", "counts.csv", "failures.csv", "identities.csv", "notes.txt",
        "problems.csv", "report.html", "scores.csv", "summary.json",
      ])
  }

  @Test("A folder with files of somebody is refused before anything is measured, and stays as it is")
  func foreignFolder() throws {
    let data = try PeopleFolder()
    for name in ["scores.csv", "identities.csv"] { try data.folder.write("mine", to: "mine/\(name)") }
    let run = try data.compareAll("--out mine")
    #expect(run.code == 4)
    #expect(run.errorOutput == "facelatch: mine: holds files of yours; name a new or an empty folder\n")
    #expect(try data.folder.names(below: "mine") == ["identities.csv", "scores.csv"])
    #expect(try data.text("mine/scores.csv") == "mine")
  }

  @Test("What an evaluation writes is for its owner alone")
  func modes() throws {
    let data = try PeopleFolder()
    #expect(try data.compareAll("--out result").code == 0)
    #expect(TestFile.mode(data.folder.file("result")) == 0o700)
    for name in try data.folder.names(below: "result") {
      #expect(TestFile.mode(data.folder.file("result/" + name)) == 0o600, "\(name)")
    }
  }

  @Test("Thresholds are not chosen on an evaluation that is not whole")
  func tornResult() throws {
    let data = try EvaluatedPeople.once.get().data()
    #expect(try !data.run("tune --scores result --fmr 0.1").errorOutput.contains("no whole evaluation"))
    try FileManager.default.removeItem(atPath: data.folder.file("result/summary.json"))
    let run = try data.run("tune --scores result --fmr 0.1")
    #expect(run.code == 3)
    #expect(
      run.errorOutput
        == "facelatch: result: holds no whole evaluation; wait for its end, or run it again\n")
  }

  // MARK: - Refusals

  @Test("What cannot be evaluated is named, and no result is written")
  func refusals() throws {
    let data = try PeopleFolder()
    try data.link("flat/1.jpg", to: "obama.jpg")
    try data.folder.write("path_a,path_b,same\na,b,1\"\n\"c,d,0\n", to: "open.csv")
    try data.folder.write("a,b\n", to: "none.csv")
    let cases: [(String, Int32, String)] = [
      (
        "--protocol folders --root nowhere", 3,
        "nowhere: no such folder; name the folder of the pictures with --root"
      ),
      ("--protocol folders --root flat", 3, "flat: no pair of pictures"),
      ("--protocol pairs --pairs missing.csv", 3, "missing.csv: no such file"),
      ("--protocol pairs --pairs none.csv", 3, "none.csv: its first line does not name the columns path_a"),
      ("--protocol pairs --pairs open.csv", 3, "open.csv: the quote in line 3 is never closed"),
      ("--protocol lfw --pairs none.csv", 3, "none.csv: its first line does not name the columns path_a"),
      ("--protocol folders --root people --models nowhere", 4, "nowhere"),
      ("--protocol folders --root people --cache none.csv", 4, "none.csv: is no cache of Facelatch"),
      ("--protocol folders --root people --cache no/where", 4, "no/where: unable to open database file"),
    ]
    for (options, code, words) in cases {
      let run = try data.run("evaluate verification --out result " + options)
      #expect(run.code == code, "\(options)")
      #expect(run.errorLines.count == 1, "\(options): \(run.errorOutput)")
      #expect(
        run.errorOutput.hasPrefix("facelatch: ") && run.errorOutput.contains(words), "\(run.errorOutput)")
      #expect(!FileManager.default.fileExists(atPath: data.folder.file("result/summary.json")))
    }
    try data.folder.write("a file", to: "file")
    #expect(try data.compareAll("--out file").code == 4)
  }
}
