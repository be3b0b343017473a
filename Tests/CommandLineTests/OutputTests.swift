import Foundation
import TestSupport
import Testing

@testable import facelatch

@Suite("Numbers")
struct NumberFormatTests {
  @Test(
    "A fixed number of decimals, rounded, without a negative zero",
    arguments: [
      (0.7449, 3, "0.745"), (0, 2, "0.00"), (-0.001, 2, "0.00"), (-1.5, 1, "-1.5"), (12, 0, "12"),
      (0.5, 0, "1"),
      (99.95, 1, "100.0"), (1e-9, 3, "0.000"), (123_456.789, 2, "123456.79"), (.infinity, 2, "inf"),
      (.nan, 2, "nan"),
    ])
  func fixedDecimals(_ value: Double, _ decimals: Int, _ expected: String) {
    #expect(fixed(value, decimals: decimals) == expected)
  }

  @Test(
    "Huge numbers neither trap nor lose their magnitude", arguments: [1e300, -1e300, 9.1e15, Double(Int.max)])
  func huge(_ value: Double) {
    #expect(Double(fixed(value, decimals: 3)) == value)
  }

  @Test(
    "Significant digits with an exponent",
    arguments: [
      (2.1e-6, 2, "2.1e-06"), (1e-5, 3, "1e-05"), (0.000996, 2, "1e-03"), (9.99e-8, 2, "1e-07"),
      (1, 3, "1e+00"),
      (0, 3, "0"), (123_456, 2, "1.2e+05"), (-3e-120, 2, "-3e-120"),
    ])
  func scientificDigits(_ value: Double, _ digits: Int, _ expected: String) {
    #expect(scientific(value, digits: digits) == expected)
  }

  @Test(
    "Counts have their thousands apart",
    arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
  func groups(_ value: Int, _ expected: String) {
    #expect(grouped(value) == expected)
  }

  @Test(
    "Spans of time",
    arguments: [(0.4, "0 s"), (59, "59 s"), (61, "1:01 min"), (3600 * 2 + 65, "2:01 h"), (.infinity, "?")])
  func durations(_ seconds: Double, _ expected: String) {
    #expect(duration(seconds: seconds) == expected)
  }
}

@Suite("JSON")
struct JSONTests {
  @Test("Keys keep their order and everything stands on one line")
  func order() {
    let value = JSON.object([
      "z": .integer(1), "a": .array([.null, .boolean(true), .number(0.5, decimals: 3)]), "m": .object([:]),
      "rate": .magnitude(1.04e-5, digits: 2),
    ])
    #expect(value.text == #"{"z":1,"a":[null,true,0.5],"m":{},"rate":1e-05}"#)
  }

  @Test("What is no number becomes null", arguments: [Double.nan, .infinity, -.infinity])
  func notFinite(_ value: Double) {
    #expect(JSON.number(value, decimals: 2).text == "null")
    #expect(JSON.magnitude(value, digits: 2).text == "null")
  }

  @Test(
    "Any text comes back unchanged through another parser, in printable ASCII where it could steer a terminal",
    arguments: [
      "", "\"\\/", "a\nb\tc\r", "\u{0}\u{1b}[31m\u{7f}\u{9b}", "Zoë 😀", "\u{202e}abc\u{2028}", "\u{feff}",
    ])
  func strings(_ text: String) throws {
    let written = JSON.array([.string(text)]).text
    let read = try JSONSerialization.jsonObject(with: Data(written.utf8)) as? [String]
    #expect(read.map { Array($0[0].unicodeScalars) } == Array(text.unicodeScalars))
    #expect(!written.unicodeScalars.contains { $0.properties.generalCategory == .control })
  }
}

@Suite("Tables for other tools")
struct TableTests {
  @Test("The header of embeddings is 128 bytes for any number of rows", arguments: [0, 1, 7_701, Int.max])
  func header(_ rows: Int) {
    let header = EmbeddingsFile.header(rowCount: rows, columnCount: 512)
    #expect(header.count == 128)
    #expect(header.starts(with: [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 118, 0]))
    #expect(header.last == 0x0a)
    #expect(String(decoding: header[10...], as: UTF8.self).contains("'shape': (\(rows), 512), }"))
  }

  @Test("Rows land in the file as little-endian floats, and the header tells how many")
  func rows() throws {
    let folder = try TemporaryFolder()
    var file = try EmbeddingsFile(OutputFile(folder.path("e.npy")), columnCount: 2)
    #expect(try file.append([1, -2.5]) == 0)
    #expect(try file.append([Float.leastNonzeroMagnitude, 3]) == 1)
    try file.finish()
    let matrix = try NPYMatrix(folder.contents("e.npy"))
    #expect(matrix.shape == [2, 2])
    #expect(matrix.values == [1, -2.5, Float.leastNonzeroMagnitude, 3])
    #expect(folder.names == ["e.npy"])
  }

  @Test("An unfinished file leaves nothing behind, and an older one as it was")
  func unfinished() throws {
    let folder = try TemporaryFolder()
    try folder.write("older", to: "e.npy")
    do {
      var file = try EmbeddingsFile(OutputFile(folder.path("e.npy")), columnCount: 1)
      _ = try file.append([1])
      #expect(folder.names.count == 2)
    }
    #expect(folder.names == ["e.npy"])
    #expect(try folder.contents("e.npy") == Array("older".utf8))
  }

  @Test(
    "Fields are quoted where they must be",
    arguments: [
      (["1", "a/b.jpg", ""], "1,a/b.jpg,\n"), (["a,b", "say \"hi\""], "\"a,b\",\"say \"\"hi\"\"\"\n"),
      (["a\nb", "c\rd", " e"], "\"a\nb\",\"c\rd\",\" e\"\n"), ([""], "\n"),
    ])
  func quoting(_ fields: [String], _ line: String) {
    #expect(CSVLine.bytes(fields.map { Array($0.utf8) }) == Array(line.utf8))
  }

  @Test("Bytes that are not UTF-8 stay as they are")
  func rawBytes() {
    #expect(CSVLine.bytes([[0xff, 0x2c]]) == [0x22, 0xff, 0x2c, 0x22, 0x0a])
  }
}

@Suite("Progress bar")
struct ProgressBarTests {
  @Test("It fits the terminal at any width", arguments: Array(0...200))
  func width(_ width: Int) {
    for done in [0, 1, 3_850, 7_701] {
      let line = ProgressBar.line(done: done, total: 7_701, elapsed: 12.5, width: width)
      #expect(line.count <= max(0, width - 1))
    }
  }

  @Test("It tells how many are done, how fast and how long to go")
  func text() {
    let line = ProgressBar.line(done: 500, total: 2_000, elapsed: 10, width: 60)
    #expect(line.hasSuffix("] 500/2,000  50.0/s  30 s left"))
    #expect(line.hasPrefix("[#######..."))
  }

  @Test("An empty job and one without elapsed time are no trouble")
  func degenerate() {
    // What was known before is no work.
    let resumed = ProgressBar.line(done: 1_500, known: 1_000, total: 2_000, elapsed: 10, width: 60)
    #expect(resumed.contains("1,500/2,000  50.0/s  10 s left"))
    #expect(ProgressBar.line(done: 0, total: 0, elapsed: 0, width: 80).contains("0/0"))
    #expect(ProgressBar.line(done: 1, total: 2, elapsed: 0, width: 80).contains("1/2"))
  }
}

@Suite("Printable text")
struct PrintableTextTests {
  @Test(
    "Names can neither steer a terminal nor break a line",
    arguments: [
      (Array("plain ü 😀.jpg".utf8), "plain ü 😀.jpg"), (Array("a\nb\tc\rd".utf8), "a\\nb\\tc\\rd"),
      (Array("\u{1b}[31m\u{7}".utf8), "\\x1b[31m\\x07"), (Array("back\\slash".utf8), "back\\\\slash"),
      (Array("\u{9b}\u{202e}\u{2028}".utf8), "\\u{9b}\\u{202e}\\u{2028}"),
      ([0x61, 0xff, 0xc3, 0x62], "a\\xff\\xc3b"),
      ([0xe2, 0x82], "\\xe2\\x82"), ([], ""),
    ] as [([UInt8], String)])
  func escapes(_ bytes: [UInt8], _ expected: String) {
    #expect(printable(bytes) == expected)
  }
}
