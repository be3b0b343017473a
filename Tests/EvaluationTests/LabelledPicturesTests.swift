import Formats
import Testing

@testable import Evaluation

@Suite("Labelled pictures")
struct LabelledPicturesTests {
  @Test(
    "The labels of attacks, as data sets spell them",
    arguments: [
      ("bonafide", true), ("Bona Fide", true), ("bona-fide", true), ("LIVE", true), ("real", true),
      ("genuine", true), ("attack", false), ("Spoof", false), ("fake", false), ("print", nil), ("", nil),
      ("1", nil),
    ] as [(String, Bool?)])
  func attackLabels(_ label: String, _ isPositive: Bool?) throws {
    try check(
      label, isPositive, "species", .presentationAttack, "neither 'bonafide' nor 'attack'")
  }

  @Test(
    "The labels of attention, as data sets spell them",
    arguments: [
      ("attentive", true), ("Open", true), ("yes", true), ("1", true), ("TRUE", true), ("inattentive", false),
      ("closed", false), ("away", false), ("No", false), ("0", false), ("false", false), ("asleep", nil),
      ("", nil),
    ] as [(String, Bool?)])
  func attentionLabels(_ label: String, _ isPositive: Bool?) throws {
    try check(
      label, isPositive, "condition", .attention,
      "neither 'attentive' (or 'open') nor 'inattentive' (or 'closed')")
  }

  private func check(
    _ label: String, _ isPositive: Bool?, _ group: String, _ wording: LabelledPictures.Wording,
    _ expectation: String
  ) throws {
    let good = wording == .attention ? "open" : "live"
    let list = try LabelledPictures(
      csv: ProtocolText.bytes("path,label,\(group)", "x.jpg,\(label),some", "y.jpg,\(good),some"), name: "",
      wording: wording)
    if let isPositive {
      #expect(list.entries.count == 2)
      #expect(list.entries[0].isPositive == isPositive)
      #expect(list.entries[0].group == "some")
      #expect(list.problems.isEmpty)
    } else {
      #expect(list.entries.map(\.path.text) == ["y.jpg"])
      #expect(list.problems.texts == ["line 2: the label '\(label)' of x.jpg is \(expectation)"])
    }
  }

  @Test("Recordings and subjects are taken where they are given")
  func clips() throws {
    let bytes = ProtocolText.bytes(
      "subject,clip,path,label,species", "7,c1,\"a,b.jpg\",attack,print", ",,c.jpg,live,", "8,c2,d.jpg,live,x"
    )
    for text in [bytes, ProtocolText.spreadsheet(bytes)] {
      let list = try LabelledPictures(csv: text, name: "", wording: .presentationAttack)
      #expect(list.entries.map(\.path.text) == ["a,b.jpg", "c.jpg", "d.jpg"])
      #expect(list.entries.map(\.clip) == ["c1", nil, "c2"])
      #expect(list.entries.map(\.subject) == ["7", nil, "8"])
      #expect(list.entries.map(\.group) == ["print", "", "x"])
      #expect(list.problems.isEmpty)
    }
  }

  @Test("Rows that say nothing, or say it again, are left out with line and cause")
  func leftOut() throws {
    let list = try LabelledPictures(
      csv: ProtocolText.bytes(
        "path,label,species", "a,attack,print", ",attack,print", "b,attack,", "b,attack", "a,live,",
        "b,attack,mask", "c"),
      name: "", wording: .presentationAttack)
    #expect(list.entries.map(\.path.text) == ["a", "b"])
    #expect(
      list.problems.texts == [
        "line 3: a path is missing", "line 4: b is an attack without a species",
        "line 5: b is an attack without a species", "line 6: a was named in line 2 already",
        "line 8: the label '' of c is neither 'bonafide' nor 'attack'",
      ])
  }

  @Test("Attention needs no condition, and takes the tables that evaluations of it write")
  func attention() throws {
    let list = try LabelledPictures(
      csv: ProtocolText.bytes("path,label", "a,closed", "b,open"), name: "", wording: .attention)
    #expect(list.entries.map(\.isPositive) == [false, true])
    let written = try LabelledPictures(
      csv: ProtocolText.bytes("path,attentive,condition,subject,judged", "a,1,front,s,0", "b,0,side,,1"),
      name: "", wording: .attention)
    #expect(written.entries.map(\.isPositive) == [true, false])
    #expect(written.entries.map(\.group) == ["front", "side"])
  }

  @Test(
    "A file that is no manifest is refused with file, cause and cure",
    arguments: [
      ("", "its first line does not name the columns path and label"),
      ("path,species\na,b\n", "its first line does not name the columns path and label"),
      ("path,label,species\n", "no row follows the first line"),
      ("path,label,species\na,attack,\n", "no usable row; line 2: a is an attack without a species"),
      ("path,label,species\na,live,\"\nb,live,\n", "the quote in line 2 is never closed"),
    ])
  func unusable(_ text: String, _ cause: String) {
    let error = #expect(throws: DataSetError.self) {
      try LabelledPictures(csv: Array(text.utf8), name: "list.csv", wording: .presentationAttack)
    }
    #expect(error?.description.hasPrefix("list.csv: \(cause); ") == true, "\(String(describing: error))")
  }
}
