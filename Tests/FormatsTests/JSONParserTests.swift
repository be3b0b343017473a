import Foundation
import TestSupport
import Testing

@testable import Formats

@Suite("Reading JSON")
struct JSONParserTests {
  private func parse(_ text: String) throws(JSONError) -> JSON { try JSON(parsing: Array(text.utf8)) }

  @Test("Values, order of keys and digits of numbers come back as they stand there")
  func values() throws {
    let text = #" {"z": [1, -0.50e+01, 1E400], "a": {"": null, "t": true, "f": false}, "s": "é😀"} "#
    let value = try parse(text)
    #expect(value.text == #"{"z":[1,-0.50e+01,1E400],"a":{"":null,"t":true,"f":false},"s":"é😀"}"#)
    #expect(value["a"]?["t"] == .boolean(true))
    #expect(value["b"] == nil && value["s"]?["t"] == nil)
  }

  @Test(
    "Texts that every reader has to take",
    arguments: [
      ("[]", "[]"), ("\t\r\n {} \n", "{}"), ("\"\"", "\"\""), ("0", "0"), ("-0", "-0"),
      ("-0.0E-0", "-0.0E-0"),
      ("123e99999", "123e99999"), ("[[[[[]]]]]", "[[[[[]]]]]"), ("\"\u{7f}\"", #""\u007f""#),
      (#""\u0041\u00e9\u20AC""#, "\"Aé€\""), (#""\uD83D\ude00""#, "\"😀\""), (#""\u0000""#, #""\u0000""#),
      (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\u0008\u000c\n\r\t""#), (#"{"a":1,"A":2}"#, #"{"a":1,"A":2}"#),
      ("\"\u{2028}\u{ffff}\u{10ffff}\"", "\"\\u2028\u{ffff}\u{10ffff}\""), (#""\\u0041""#, #""\\u0041""#),
    ])
  func accepted(text: String, expected: String) throws {
    #expect(try parse(text).text == expected)
  }

  @Test(
    "Texts that no reader should take, with the place",
    arguments: [
      ("", 1, 1, "a value is expected, but the text ends"), (" \n ", 2, 2, "a value is expected"),
      ("[1,]", 1, 4, "a value is expected, not ']'"), ("[1 2]", 1, 4, "',' or ']' is expected, not '2'"),
      ("[,1]", 1, 2, "a value"), ("[1", 1, 3, "',' or ']' is expected, but the text ends"),
      (#"{"a":1,}"#, 1, 8, "a key"), ("{a:1}", 1, 2, "a key"), ("{'a':1}", 1, 2, "a key"),
      (#"{"a"}"#, 1, 5, "':'"),
      (#"{"a" 1}"#, 1, 6, "':' is expected, not '1'"), (#"{"a":}"#, 1, 6, "a value"), ("{", 1, 2, "a key"),
      (#"{"a":1 "b":2}"#, 1, 8, "',' or '}'"), (#"{"é":1,"é":2}"#, 1, 8, "stands there twice"),
      (#"{"a":1,"\u0061":2}"#, 1, 8, "\"a\" stands there twice"),
      ("01", 1, 2, "the end of the text is expected, not '1'"), ("-01", 1, 3, "the end"),
      ("-", 1, 2, "a digit"),
      ("+1", 1, 1, "a value"), (".5", 1, 1, "a value"), ("1.", 1, 3, "a digit"), ("1.e3", 1, 3, "a digit"),
      ("1e", 1, 3, "a digit"), ("1e+", 1, 4, "a digit"), ("0x10", 1, 2, "the end"),
      ("1_000", 1, 2, "the end"),
      ("NaN", 1, 1, "a value"), ("Infinity", 1, 1, "a value"), ("-Infinity", 1, 2, "a digit"),
      ("True", 1, 1, "a value"), ("tru", 1, 1, "a value"), ("nulll", 1, 5, "the end"),
      ("[] []", 1, 4, "the end"),
      ("// c\n1", 1, 1, "a value"), ("\u{feff}1", 1, 1, "a value"),
      ("１", 1, 1, "a value is expected, not '１'"),
      ("\u{a0}1", 1, 1, "a value"), ("\"a", 1, 3, "'\"' is expected"),
      ("\"a\nb\"", 1, 3, "a control character"),
      ("\"\t\"", 1, 2, "a control character"), ("\"\u{0}\"", 1, 2, "a control character"),
      (#""\""#, 1, 4, "'\"' is expected"), (#""\x""#, 1, 2, "no escape sequence"),
      (#""ab\'""#, 1, 4, "no escape sequence"), (#""\U0041""#, 1, 2, "no escape sequence"),
      (#""\u12""#, 1, 2, "no escape sequence"), (#""\u12g4""#, 1, 2, "no escape sequence"),
      (#""\uD83D""#, 1, 2, "half of a pair"), (#""\uDE00""#, 1, 2, "half of a pair"),
      (#""\uD83Dx""#, 1, 2, "half of a pair"), (#""\uD83D\u0041""#, 1, 2, "half of a pair"),
      (#""\uD83D\uD83D\uDE00""#, 1, 2, "half of a pair"), (#""\uDE00\uD83D""#, 1, 2, "half of a pair"),
      ("\n\n  é 1", 3, 3, "a value is expected, not 'é'"), ("[\"é\" \"\"]", 1, 6, "',' or ']'"),
      ("\u{1b}[31m", 1, 1, "not '\\x1b'"),
    ])
  func refused(text: String, line: Int, column: Int, words: String) throws {
    let error = #expect(throws: JSONError.self) { try parse(text) }
    let description = try #require(error?.description)
    #expect(description.hasPrefix("line \(line), column \(column): "), "\(description)")
    #expect(description.contains(words), "\(description)")
    #expect(!description.contains("\n"))
  }

  @Test(
    "Strings that are not UTF-8 are told by the first wrong byte",
    arguments: [
      ([0x22, 0xff, 0x22], 2), ([0x22, 0x61, 0xc3, 0x22], 3), ([0x22, 0xc3, 0xa9, 0x80, 0x22], 3),
      // An encoded surrogate, a longer form than needed, a value beyond Unicode.
      ([0x22, 0xed, 0xa0, 0x80, 0x22], 2), ([0x22, 0xc0, 0x80, 0x22], 2),
      ([0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], 2),
    ] as [([UInt8], Int)])
  func notUTF8(bytes: [UInt8], column: Int) {
    #expect(throws: JSONError(cause: .notUTF8, line: 1, column: column)) { try JSON(parsing: bytes) }
  }

  @Test("Depth and length have limits, and what lies within them is read")
  func limits() throws {
    func nested(_ depth: Int) -> [UInt8] {
      Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }
    #expect(throws: Never.self) { try JSON(parsing: nested(64)) }
    #expect(throws: JSONError(cause: .tooDeep(limit: 64), line: 1, column: 65)) {
      try JSON(parsing: nested(65))
    }
    // The end is never reached, however deep it goes.
    #expect(throws: JSONError.self) {
      try JSON(parsing: [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20))
    }
    let objects = Array(String(repeating: #"{"a":"#, count: 100_000).utf8)
    #expect(throws: JSONError.self) { try JSON(parsing: objects) }
    #expect(throws: JSONError(cause: .tooMany(limit: 3), line: 1, column: 6)) {
      try JSON(parsing: Array("[0,0,0]".utf8), valueLimit: 3)
    }
    #expect(throws: JSONError(cause: .tooLarge(limit: 3), line: 1, column: 1)) {
      try JSON(parsing: Array("1234".utf8), byteLimit: 3)
    }
    #expect(try JSON(parsing: Array("123".utf8), byteLimit: 3).text == "123")
  }

  @Test("A member is replaced in its place, or added at the end")
  func replacement() throws {
    let object = try parse(#"{"a":1,"b":2}"#)
    #expect(object.replacing("a", with: .null).text == #"{"a":null,"b":2}"#)
    #expect(object.replacing("c", with: .null).text == #"{"a":1,"b":2,"c":null}"#)
    #expect(try parse("[1]").replacing("a", with: .null).text == "[1]")
  }

  @Test("Text for people has one element a line, and empty ones without a line break")
  func indented() throws {
    #expect(
      try parse(#"{"a":[1,[],{}],"b":{"c":"d"}}"#).indentedText == """
        {
          "a": [
            1,
            [],
            {}
          ],
          "b": {
            "c": "d"
          }
        }

        """)
    #expect(try parse("1").indentedText == "1\n")
  }

  @Test("Numbers keep their value in the shortest digits, and others are no numbers")
  func numbers() throws {
    for value in [
      0, -0.0, 0.1, 1e-5, 3e-6, 0.4794, 1.0 / 3, Double.leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e16,
      123_456,
    ] {
      let text = JSON.exact(value).text
      #expect(JSONNumber(text)?.value == value, "\(text)")
    }
    #expect(JSON.exact(1e-5).text == "1e-05")
    #expect(JSON.exact(Double.nan) == .null && JSON.exact(-Double.infinity) == .null)
    #expect(JSON.exact(Float.nan) == .null && JSON.exact(Float.infinity) == .null)
    #expect(JSONNumber("1e400")?.value == .infinity)
    for text in ["", "-", "01", "1.", ".1", "+1", "1e", "0x1", " 1", "1 ", "nan", "inf", "1,0", "--1"] {
      #expect(JSONNumber(text) == nil, "\(text)")
    }
  }
}

/// Texts by chance: whatever they are, the reader answers with a value or an error.
@Suite("JSON by chance")
struct JSONChanceTests {

  private static let pieces = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\uD83D", "\\uDE00", "0", "-", "1", ".", "e", "E+",
    "true", "nul",
    "null", "\"a\"", "\"a\":", " ", "\n", "\u{0}", "é", "😀", "\u{7f}", "//",
  ]

  private static func value(_ generator: inout SeededGenerator, depth: Int) -> JSON {
    func text() -> String {
      let scalars: [Unicode.Scalar] = ["a", "\"", "\\", "\n", "\u{0}", "é", "😀", "\u{2028}", "/", "\u{301}"]
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<6, using: &generator) {
        text.append(scalars[Int.random(in: 0..<scalars.count, using: &generator)])
      }
      return String(text)
    }
    switch Int.random(in: 0..<(depth == 0 ? 5 : 7), using: &generator) {
    case 0: return .null
    case 1: return .boolean(Bool.random(using: &generator))
    case 2: return .exact(Double(bitPattern: generator.next()))
    case 3: return .exact(Double(Int.random(in: -1000...1000, using: &generator)))
    case 4: return .string(text())
    case 5:
      return .array(
        (0..<Int.random(in: 0..<4, using: &generator)).map { _ in value(&generator, depth: depth - 1) })
    default:
      var members: [JSON.Member] = []
      for _ in 0..<Int.random(in: 0..<4, using: &generator) {
        let key = text()
        guard !members.contains(where: { $0.key == key }) else { continue }
        members.append(JSON.Member(key: key, value: value(&generator, depth: depth - 1)))
      }
      return .object(members)
    }
  }

  @Test("What is written reads back as it was, on one line and on many")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: 0x9e37_79b9_7f4a_7c15)
    for _ in 0..<2_000 {
      let value = Self.value(&generator, depth: 5)
      let bytes = Array(value.text.utf8)
      // Bytes, since texts of other characters may count as equal.
      #expect(try Array(JSON(parsing: bytes).text.utf8) == bytes)
      #expect(try Array(JSON(parsing: Array(value.indentedText.utf8)).text.utf8) == bytes)
    }
  }

  @Test(
    "Bytes and pieces of JSON by chance give a value that reads back, or an error with a place in the text")
  func chance() throws {
    var generator = SeededGenerator(seed: 0x2545_f491_4f6c_dd1d)
    var valueCount = 0
    for round in 0..<40_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0..<12, using: &generator) {
        if round.isMultiple(of: 4) {
          bytes.append(UInt8(truncatingIfNeeded: generator.next()))
        } else {
          bytes += Array(Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &generator)].utf8)
        }
      }
      do throws(JSONError) {
        let value = try JSON(parsing: bytes)
        valueCount += 1
        #expect(try JSON(parsing: Array(value.text.utf8)) == value)
      } catch {
        #expect(error.line >= 1 && error.line <= bytes.count { $0 == 0x0a } + 1)
        #expect(error.column >= 1 && error.column <= bytes.count + 1)
        #expect(!error.description.contains("\n"))
      }
    }
    #expect(valueCount > 100)
  }

  @Test(
    "A text with one byte changed, or cut off, gives a value or an error, and what is read agrees with another reader"
  )
  func damaged() throws {
    var generator = SeededGenerator(seed: 0x1234_5678_9abc_def1)
    let whole = Array(
      #"{"a": [1, -2.5e-3, "x\u00e9\n\ud83d\ude00"], "b": {"c": null, "d": [true, false]}, "": "é"}"#.utf8)
    for length in 0..<whole.count {
      #expect(throws: JSONError.self) { try JSON(parsing: Array(whole[..<length])) }
    }
    var readCount = 0
    for _ in 0..<5_000 {
      var bytes = whole
      bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8(truncatingIfNeeded: generator.next())
      guard let value = try? JSON(parsing: bytes) else { continue }
      let other = try #require(
        try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) as? NSObject,
        "\(String(decoding: bytes, as: UTF8.self))")
      let again = try JSONSerialization.jsonObject(with: Data(value.text.utf8), options: .fragmentsAllowed)
      #expect(other == again as? NSObject, "\(value.text)")
      readCount += 1
    }
    #expect(readCount > 100)
  }
}
