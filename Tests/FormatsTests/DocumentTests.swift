import TestSupport
import Testing

@testable import Formats

@Suite("Reading documents")
struct DocumentTests {
  private let reader = DocumentReader()

  private func value(_ text: String) throws -> DocumentValue {
    try #require(reader.value(Array(text.utf8)))
  }

  @Test("All faults are told, in their order and with their places")
  func allFaults() throws {
    let document = try #require(
      try value(#"{"a": 1, "b": {"c": ["x", 2]}, "d": null, "e": "\u0000", "f": 1}"#).object())
    #expect(document["a"]?.string() == nil)
    let inner = document["b"]?.object()
    #expect(inner?["c"]?.all { $0.string() } == nil)
    #expect(inner?.optional("z") == nil)
    inner?.finish()
    #expect(document.present("d") == nil)
    #expect(document["e"]?.systemText() == nil)
    #expect(document["g"] == nil)
    document.finish()
    #expect(
      reader.faults == [
        DocumentFault("a", .wrongKind(expected: .string, found: .number)),
        DocumentFault("b.c.1", .wrongKind(expected: .string, found: .number)),
        DocumentFault("e", .zeroCharacter), DocumentFault("g", .missing),
        DocumentFault("f", .unknownKey(understood: ["a", "b", "d", "e", "g"])),
      ])
    #expect(reader.knownKeys == ["a", "b", "b.c", "b.z", "d", "e", "g"])
    #expect(reader.faults.last?.description == "the key \"f\" is unknown, there are a, b, d, e, g")
  }

  @Test("What is no JSON is one fault, with its line and column")
  func noJSON() {
    #expect(reader.document(Array("{\n 1".utf8)) == nil)
    #expect(reader.faults.map(\.description) == ["line 2, column 2: a key in '\"' is expected, not '1'"])
  }

  @Test("A fault of a part is told with the path of the whole")
  func below() {
    let fault = DocumentFault("b", .noDuration)
    #expect(fault.below("a").keyPath == "a.b" && fault.below("") == fault)
    #expect(DocumentFault("", .empty).below("a").keyPath == "a")
  }

  @Test("Double precision comes back to the last bit")
  func doubles() throws {
    var generator = SeededGenerator(seed: 3)
    var numbers = [
      0, -0.0, 0.1, 1.0 / 3, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 1e22,
      1e23,
      1_764_538_314.123_456_7, Double(Int64.max),
    ]
    while numbers.count < 2_000 {
      let number = Double(bitPattern: generator.next())
      if number.isFinite { numbers.append(number) }
    }
    let read = try value(JSON.array(numbers.map { .exact($0) }).text).numbers()
    #expect(read?.map(\.bitPattern) == numbers.map(\.bitPattern))
  }

  @Test("Single precision comes back to the last bit")
  func floats() throws {
    var generator = SeededGenerator(seed: 4)
    var numbers: [Float] = [
      0, -0.0, 0.1, 1 / 3, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
      16_777_216,
    ]
    while numbers.count < 2_000 {
      let number = Float(bitPattern: UInt32.random(in: 0 ... .max, using: &generator))
      if number.isFinite { numbers.append(number) }
    }
    let read = try value(JSON.array(numbers.map { .exact($0) }).text).singlePrecisionNumbers()
    #expect(read?.map(\.bitPattern) == numbers.map(\.bitPattern))
  }

  @Test("Whole numbers keep all digits, and only whole numbers are some")
  func wholeNumbers() throws {
    for number: UInt64 in [0, 1, .max, .max - 1, 1 << 53 + 1] {
      #expect(try value(JSON.whole(number).text).wholeNumber(of: UInt64.self) == number)
    }
    #expect(try value("\(Int.min)").wholeNumber() == .min)
    #expect(try value("1e3").wholeNumber() == 1_000)
    #expect(reader.faults.isEmpty)
    for text in ["1.5", "1e400", "9223372036854775808", "\"1\"", "null"] {
      #expect(try value(text).wholeNumber() == nil)
    }
    #expect(try value("-1").wholeNumber(of: UInt64.self) == nil)
    #expect(reader.faults.count == 6)
  }

  @Test("A number that is too large for its precision is refused")
  func tooLarge() throws {
    #expect(try value("[1e39]").numbers() == [1e39])
    #expect(try value("[0, 1e39]").singlePrecisionNumbers() == nil)
    #expect(try value("1e400").number() == nil)
    #expect(reader.faults == [DocumentFault("1", .tooLarge), DocumentFault("", .tooLarge)])
  }
}
