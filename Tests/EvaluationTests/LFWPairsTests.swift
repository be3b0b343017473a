import Formats
import Testing

@testable import Evaluation

@Suite("Pairs of Labeled Faces in the Wild")
struct LFWPairsTests {
  private static let small = ProtocolText.bytes(
    "2\t1", "Ada\t1\t12", "Ada\t2\tBo\t1", "Cy\t3\t4", "Cy\t1\tDi\t12345")

  @Test("The original file: tabs or blanks, line feeds or CR LF, with or without a byte-order mark")
  func original() throws {
    let blanks = Self.small.map { $0 == 0x09 ? 0x20 : $0 }
    for bytes in [Self.small, ProtocolText.spreadsheet(Self.small), blanks, Self.small + [0x0a, 0x0a]] {
      let list = try PairList(lfw: bytes, name: "pairs.txt")
      #expect(
        list.pictures.map(\.text) == [
          "Ada/Ada_0001.jpg", "Ada/Ada_0012.jpg", "Ada/Ada_0002.jpg", "Bo/Bo_0001.jpg", "Cy/Cy_0003.jpg",
          "Cy/Cy_0004.jpg", "Cy/Cy_0001.jpg", "Di/Di_12345.jpg",
        ])
      #expect(list.pairs.map(\.isGenuine) == [true, false, true, false])
      #expect(list.folds == ["0", "1"])
      #expect(list.pairs.map(\.fold) == [0, 0, 1, 1])
      #expect(list.identitiesAreKnown)
      #expect(list.identities == ["Ada", "Bo", "Cy", "Di"])
      #expect(list.identityOfPicture == [0, 0, 0, 1, 2, 2, 2, 3])
      #expect(list.problems.isEmpty)
    }
  }

  @Test("The development files have one number in their first line and no folds")
  func development() throws {
    let list = try PairList(
      lfw: ProtocolText.bytes("2", "Ada\t1\t2", "Bo\t1\t3", "Ada\t1\tBo\t1", "Bo\t2\tCy\t1"), name: "")
    #expect(list.pairs.map(\.isGenuine) == [true, true, false, false])
    #expect(list.folds.isEmpty && list.pairs.allSatisfy { $0.fold == nil })
    #expect(list.problems.isEmpty)
  }

  @Test("Too few and too many pairs are told, and what is too many is left out")
  func counts() throws {
    let few = try PairList(lfw: ProtocolText.bytes("10\t300", "Ada\t1\t2"), name: "")
    #expect(few.problems.texts == ["line 1: promises 6,000 pairs, 1 follow"])
    let many = try PairList(
      lfw: ProtocolText.bytes("1", "Ada\t1\t2", "Ada\t1\tBo\t1", "", "Cy\t1\t2"), name: "")
    #expect(many.pairs.count == 2)
    #expect(many.identities == ["Ada", "Bo"])
    #expect(many.problems.texts == ["line 5: follows the 2 pairs that the first line promises"])
  }

  @Test("Pairs out of turn and rows of another form are left out with line and cause")
  func rows() throws {
    let list = try PairList(
      lfw: ProtocolText.bytes(
        "3", "Ada\t1\tBo\t1", "Ada\t1\t2", "Ada\t1", "Cy\t1\t2", "Ada\tone\tBo\t1", "Bo\t1\tBo\t2"),
      name: "")
    #expect(list.pairs.count == 1 && list.pairs[0].isGenuine)
    #expect(
      list.problems.texts == [
        "line 2: stands where a genuine pair is due: the first line promises 3 of each in turn",
        "line 4: is neither 'name n m' nor 'name n name m'",
        "line 5: stands where an impostor pair is due: the first line promises 3 of each in turn",
        "line 6: is neither 'name n m' nor 'name n name m'", "line 7: is an impostor pair of one person",
      ])
    let numbers = try PairList(
      lfw: ProtocolText.bytes(
        "3", "Ada\t1\t2", "Ada\t-1\t2", "../Ada\t1\t2", "Ada\t1\tBo\t99999999", "Ada\t0\tBo\t1"),
      name: "")
    #expect(numbers.pairs.count == 2)
    #expect(numbers.problems.map(\.line) == [3, 4, 5, 1])
  }

  @Test("As a table, the folder that a picture lies in is the person")
  func table() throws {
    let bytes = ProtocolText.bytes(
      "path_a,path_b,same,fold", "lfw/Ada/1.jpg,lfw/Ada/2.jpg,1,x", "lfw/Ada/1.jpg,lfw/Bo/1.jpg,0,y",
      "lfw/Bo/1.jpg,lfw/Cy/1.jpg,1,x", "lfw/Bo/1.jpg,lfw/Bo/2.jpg,0,x", "alone.jpg,lfw/Bo/1.jpg,0,x")
    let list = try PairList(lfw: bytes, name: "")
    #expect(list.identitiesAreKnown)
    #expect(list.identities == ["Ada", "Bo"])
    #expect(list.identityOfPicture == [0, 0, 1])
    #expect(list.folds == ["x", "y"])
    #expect(
      list.problems.texts == [
        "line 4: is labelled as one person, but shows 'Bo' and 'Cy'",
        "line 5: is labelled as different people, but shows 'Bo' twice",
        "line 6: alone.jpg lies in no person's folder",
      ])
  }

  @Test("Folders whose names are not UTF-8 are people of their own")
  func notUTF8() throws {
    let rows = [[UInt8](arrayLiteral: 0xff), [0xfe]].map { name in
      name + Array("/1.jpg,Ada/1.jpg,0\n".utf8)
    }
    let list = try PairList(lfw: Array("path_a,path_b,same\n".utf8) + rows.joined(), name: "")
    #expect(list.identities == ["\\xff", "Ada", "\\xfe"])
  }

  @Test(
    "What is neither form, or promises what nobody can count, is refused in one line",
    arguments: [
      "", "10 300", "10\t300\n", "10 300 1\nAda 1 2\n", "0\nAda 1 2\n", "-10 300\nAda 1 2\n",
      "10 0\nAda 1 2\n",
      "9223372036854775807\nAda 1\n", "9223372036854775807 9223372036854775807\nAda 1 2\n",
      "1 9223372036854775808\nAda 1 2\n", "4611686018427387904 1\nAda 1 2\n",
      "1000000000 1000000000\nAda 1\n",
    ])
  func unusable(_ text: String) {
    let error = #expect(throws: DataSetError.self) {
      try PairList(lfw: Array(text.utf8), name: "pairs.txt")
    }
    #expect(error?.description.hasPrefix("pairs.txt: ") == true)
    #expect(error?.description.contains("\n") == false)
  }

  @Test("The largest numbers that are allowed work")
  func large() throws {
    let list = try PairList(lfw: Array("1000000000 1000000000\nAda 1 2\n".utf8), name: "")
    #expect(list.problems.texts == ["line 1: promises 2,000,000,000,000,000,000 pairs, 1 follow"])
  }
}
