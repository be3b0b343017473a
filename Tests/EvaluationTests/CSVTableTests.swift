import Formats
import Testing

@Suite("Tables")
struct CSVTableTests {
  @Test("A byte-order mark, CR LF, quotes, commas and line breaks within fields are understood")
  func awkwardTable() {
    let text = "\u{feff}Path_A , note\r\n\"a,b\",\"she said \"\"no\"\"\"\r\n\r\n\"two\nlines\",x\r\nshort\r\n"
    let table = CSVTable(Array(text.utf8))
    #expect(table.columns == ["path_a", "note"])
    #expect(table.column("note") == 1)
    #expect(table.column("missing") == nil)
    #expect(table.rows.map { $0.line } == [2, 4, 6])
    #expect(table.rows.map { $0.text(0) } == ["a,b", "two\nlines", "short"])
    #expect(table.rows.map { $0.text(1) } == ["she said \"no\"", "x", ""])
  }

  @Test("What is written reads back, byte for byte")
  func roundTrip() {
    let fields: [[UInt8]] = [[0xff, 0x2c, 0x0a], Array(" padded ".utf8), Array("\"".utf8), [], [0x0d]]
    #expect(CSVReader.rows(CSVLine.bytes(fields)) == [fields])
  }

  @Test("An empty file has no columns and no rows")
  func empty() {
    #expect(CSVTable([]).columns == [])
    #expect(CSVTable(Array("\n\n".utf8)).rows.isEmpty)
  }

  @Test("What is no table costs no more than its bytes: fields, their lengths and rows are limited")
  func limits() {
    let commas = CSVTable(Array("a,b\n1,2\n".utf8) + [UInt8](repeating: 0x2c, count: 100_000))
    #expect(commas.fault == .tooManyFields(line: 3, limit: 4096))
    #expect(commas.rows.count == 1)
    let header = CSVTable([UInt8](repeating: 0x2c, count: 5_000))
    #expect(header.fault == .tooManyFields(line: 1, limit: 4096) && header.columns.isEmpty)
    let long = CSVTable(Array("a\n\"".utf8) + [UInt8](repeating: 0x0a, count: 2 << 20))
    #expect(long.fault == .fieldTooLong(line: 2, byteLimit: 1 << 20))
    let many = CSVTable(Array("a\n1\n2\n\n3\n".utf8), rowLimit: 2)
    #expect(many.fault == .tooManyRows(limit: 2) && many.rows.count == 2)
    #expect(CSVTable(Array("a\n1\n2\n\n".utf8), rowLimit: 2).fault == nil)
    let fields = CSVTable(Array(repeating: UInt8(ascii: "x"), count: 1 << 20))
    #expect(fields.fault == nil && fields.columns.first?.count == 1 << 20)
  }

  @Test("Finding lines and taking them apart agree, whatever the bytes")
  func anyBytes() {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("\"\",\n\r,a \n\"".utf8) + [0xef, 0xbb, 0xbf, 0xff]
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        alphabet[Int.random(in: alphabet.indices, using: &generator)]
      }
      // A byte-order mark counts at the very beginning only.
      guard !bytes.starts(with: [0xef]) else { continue }
      let table = CSVTable(Array("header\n".utf8) + bytes)
      let isNoLine = { (fields: [[UInt8]]) in
        fields.allSatisfy { $0.allSatisfy { $0 == 0x0d } } && fields.count == 1
      }
      #expect(
        table.rows.map { $0.fields }.filter { !isNoLine($0) }
          == CSVReader.rows(bytes).filter { !isNoLine($0) }, "\(bytes)")
    }
  }
}
