import ErrorRates
import Formats
import Testing

@testable import Evaluation

@Suite("Lists of pairs")
struct PairListTests {
  private static let head = "path_a,path_b,same"

  private func texts(_ list: PairList) -> [String] {
    list.pairs.map { pair in
      "\(list.pictures[pair.first]) \(list.pictures[pair.second]) \(pair.isGenuine ? 1 : 0)"
    }
  }

  @Test("Two spellings of a path are one picture")
  func spellings() throws {
    let list = try PairList(
      csv: ProtocolText.bytes(Self.head, "a/1.jpg,./b.jpg,1", "a//1.jpg,b.jpg,1", "./b.jpg,b.jpg,1"), name: ""
    )
    #expect(list.pictures.map(\.text) == ["a/1.jpg", "./b.jpg"])
    #expect(
      list.problems.map(\.text) == [
        "line 3: the same pair as in line 2", "line 4: ./b.jpg is paired with itself",
      ])
  }

  @Test("Pairs keep their order, pictures are listed once")
  func plain() throws {
    let bytes = ProtocolText.bytes(Self.head, "a.jpg,b.jpg,1", "b.jpg,c.jpg,0", "", "c.jpg,d.jpg,1")
    for text in [bytes, ProtocolText.spreadsheet(bytes)] {
      let list = try PairList(csv: text, name: "pairs.csv")
      #expect(list.pictures.map(\.text) == ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
      #expect(texts(list) == ["a.jpg b.jpg 1", "b.jpg c.jpg 0", "c.jpg d.jpg 1"])
      #expect(list.genuineCount == 2)
      #expect(list.folds.isEmpty && list.pairs.allSatisfy { $0.fold == nil })
      #expect(list.problems.isEmpty)
    }
  }

  @Test(
    "A label is known by its usual words, in any case",
    arguments: [
      ("1", true), ("true", true), ("Yes", true), ("SAME", true), ("genuine", true), ("0", false),
      ("False", false), ("no", false), ("different", false), ("Impostor", false), ("2", nil), ("", nil),
      (" 1", nil), ("-1", nil), ("1.0", nil),
    ] as [(String, Bool?)])
  func label(_ label: String, _ isGenuine: Bool?) throws {
    let list = try PairList(
      csv: ProtocolText.bytes(Self.head, "a,b,\(label)", "c,d,1"), name: "")
    if let isGenuine {
      #expect(list.pairs.count == 2 && list.pairs[0].isGenuine == isGenuine)
    } else {
      #expect(list.pairs.count == 1)
      #expect(list.problems.texts == ["line 2: the label '\(label)' is neither 1 (the same person) nor 0"])
      #expect(list.pictures.map(\.text) == ["c", "d"])
    }
  }

  @Test("Quotes, commas and line breaks in paths, and columns in any order, are understood")
  func quotes() throws {
    let text = ProtocolText.bytes(
      "note,SAME, path_b ,path_a", #"x,1,"she said ""a, b"".jpg",a.jpg"#, "\"two", "lines\",0,b,\"a", "b\"",
      "only a note")
    for bytes in [text, ProtocolText.spreadsheet(text)] {
      let list = try PairList(csv: bytes, name: "")
      #expect(list.pictures[..<2].map(\.text) == ["a.jpg", #"she said "a, b".jpg"#])
      #expect(list.pairs.count == 2)
      #expect(list.problems.texts == ["line 6: the label '' is neither 1 (the same person) nor 0"])
    }
    let list = try PairList(csv: text, name: "")
    #expect(list.pictures[2].text == "a\nb")
  }

  @Test("Paths are bytes: names that are not UTF-8 stay what they are, and apart")
  func notUTF8() throws {
    let rows: [[UInt8]] = [[0xff], [0xfe]].map { Array("a,".utf8) + $0 + Array(".jpg,0\n".utf8) }
    let list = try PairList(csv: Array((Self.head + "\n").utf8) + rows.joined(), name: "")
    #expect(list.pictures.map(\.bytes) == [[0x61], [0xff] + Array(".jpg".utf8), [0xfe] + Array(".jpg".utf8)])
    #expect(list.identities == ["a", "\\xff.jpg", "\\xfe.jpg"])
    #expect(list.identityOfPicture == [0, 1, 2])
  }

  @Test("Rows that say nothing, or say it again, are left out with line and cause")
  func leftOut() throws {
    let list = try PairList(
      csv: ProtocolText.bytes(
        Self.head, "a,b,1", ",b,1", "a,,0", "a,b", "c,c,1", "b,a,1", "a,b,1", "b,a,0", "c,d,maybe\u{1b}[31m",
        "d,c,0"),
      name: "")
    #expect(texts(list) == ["a b 1", "d c 0"])
    #expect(
      list.problems.texts == [
        "line 3: a path is missing", "line 4: a path is missing",
        "line 5: the label '' is neither 1 (the same person) nor 0", "line 6: c is paired with itself",
        "line 7: the same pair as in line 2", "line 8: the same pair as in line 2",
        "line 9: contradicts line 2, which counts",
        "line 10: the label 'maybe\\x1b[31m' is neither 1 (the same person) nor 0",
      ])
    #expect(list.pictures.map(\.text) == ["a", "b", "d", "c"])
  }

  @Test("Folds are numbered as they come; a row without one has none")
  func folds() throws {
    let list = try PairList(
      csv: ProtocolText.bytes(Self.head + ",fold", "a,b,1,second", "c,d,0,first", "e,f,1,", "g,h,0,second"),
      name: "")
    #expect(list.folds == ["second", "first"])
    #expect(list.pairs.map(\.fold) == [0, 1, nil, 0])
  }

  @Test(
    "A file that is no list of pairs is refused with file, cause and cure",
    arguments: [
      ("", "its first line does not name the columns path_a, path_b and same"),
      ("path_a,path_b\na,b\n", "its first line does not name the columns path_a, path_b and same"),
      ("a,b,1\n", "its first line does not name the columns path_a, path_b and same"),
      ("path_a,path_b,same\n", "no row follows the first line"),
      ("path_a,path_b,same\n\n\n", "no row follows the first line"),
      (
        "path_a,path_b,same\n\na,a,1\nb,,1\n",
        "no usable row; line 3: a is paired with itself"
      ),
      ("path_a,path_b,same,note\na,b,1,\"oh\nc,d,0,\ne,f,1,\n", "the quote in line 2 is never closed"),
      ("path_a,path_b,\"same\na,b,1\n", "the quote in line 1 is never closed"),
    ])
  func unusable(_ text: String, _ cause: String) {
    let error = #expect(throws: DataSetError.self) {
      try PairList(csv: Array(text.utf8), name: "my pairs.csv")
    }
    #expect(error?.description.hasPrefix("my pairs.csv: \(cause); ") == true, "\(String(describing: error))")
    #expect(error?.description.contains("\n") == false)
  }

  // MARK: - Who is who

  @Test("Without names, pictures that genuine pairs connect are one group")
  func connected() throws {
    let list = try PairList(
      csv: ProtocolText.bytes(Self.head, "a,b,1", "c,d,1", "e,f,0", "d,b,1", "f,g,1", "a,g,0"), name: "")
    #expect(!list.identitiesAreKnown)
    #expect(list.pictures.map(\.text) == ["a", "b", "c", "d", "e", "f", "g"])
    #expect(list.identityOfPicture == [0, 0, 0, 0, 1, 2, 2])
    #expect(list.identities == ["a", "e", "f"])
  }

  @Test("Groups do not depend on the order in which they are connected")
  func groups() {
    var generator = SplitMix64(seed: 11)
    for _ in 0..<50 {
      let pairs = (0..<12).map { _ in (generator.index(below: 20), generator.index(below: 20)) }
      func leaders(_ pairs: [(Int, Int)]) -> [Int] {
        var groups = ConnectedGroups(count: 20)
        for (one, other) in pairs { groups.connect(one, other) }
        return (0..<20).map { groups.leader(of: $0) }
      }
      let found = leaders(pairs)
      #expect(found == leaders(pairs.shuffled(using: &generator).map { ($1, $0) }))
      #expect(pairs.allSatisfy { found[$0] == found[$1] })
      #expect(found.enumerated().allSatisfy { $1 <= $0 && found[$1] == $1 })
    }
  }

  @Test("Columns name the people, where they name everybody")
  func named() throws {
    let head = Self.head + ",identity_a,identity_b"
    let complete = try PairList(
      csv: ProtocolText.bytes(head, "a,b,1,Ada,Ada", "c,a,0,Bo,Ada", "c,d,0,,Cy"), name: "")
    #expect(complete.identitiesAreKnown)
    #expect(complete.identities == ["Ada", "Bo", "Cy"])
    #expect(complete.identityOfPicture == [0, 0, 1, 2])
    #expect(complete.problems.isEmpty)
    let partial = try PairList(
      csv: ProtocolText.bytes(head, "a,b,1,Ada,Ada", "c,a,0,,Ada"), name: "")
    #expect(!partial.identitiesAreKnown)
    #expect(partial.identities == ["a", "c"])
    let half = try PairList(
      csv: ProtocolText.bytes(Self.head + ",identity_a", "a,b,1,Ada"), name: "")
    #expect(!half.identitiesAreKnown)
  }

  @Test("A name that a later row gives counts for earlier rows, too")
  func laterNames() throws {
    let list = try PairList(
      csv: ProtocolText.bytes(
        Self.head + ",identity_a,identity_b", "a,b,1,,Ada", "a,c,0,Bo,Cy", "c,d,0,Cy,Ada", "d,b,1,,"),
      name: "")
    #expect(texts(list) == ["a c 0", "c d 0", "d b 1"])
    #expect(list.problems.texts == ["line 2: is labelled as one person, but shows 'Bo' and 'Ada'"])
    #expect(list.identitiesAreKnown && list.identities == ["Bo", "Cy", "Ada"])
  }

  @Test("Rows whose names contradict their label or an earlier row are left out")
  func contradictions() throws {
    let list = try PairList(
      csv: ProtocolText.bytes(
        Self.head + ",identity_a,identity_b", "a,b,1,Ada,Ada", "a,c,0,Bo,Cy", "c,d,1,Cy,Di", "e,f,0,Ed,Ed",
        "e,e,0,Ed,Ed", "g,b,0,Gus,Ada"),
      name: "")
    #expect(texts(list) == ["a b 1", "g b 0"])
    #expect(list.identities == ["Ada", "Gus"])
    #expect(
      list.problems.texts == [
        "line 3: calls a 'Bo' and not 'Ada' as another row does",
        "line 4: is labelled as one person, but shows 'Cy' and 'Di'",
        "line 5: is labelled as different people, but shows 'Ed' twice", "line 6: e is paired with itself",
      ])
  }
}
