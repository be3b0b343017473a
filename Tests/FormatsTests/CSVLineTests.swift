import Formats
import Testing

@Suite("Lines of tables")
struct CSVLineTests {
  private func safe(_ fields: [String]) -> String {
    String(decoding: CSVLine.spreadsheetSafe(CSVLine.bytes(fields)), as: UTF8.self)
  }

  @Test("A cell that begins like a formula gets an apostrophe, a number none")
  func formulas() {
    #expect(safe(["=1+1", "@x", "+x", "-x", "\tx"]) == "'=1+1,'@x,'+x,'-x,'\tx\n")
    #expect(safe(["-0.25", "+1e-3", "0.5", "", "a=b", "-inf"]) == "-0.25,+1e-3,0.5,,a=b,-inf\n")
    #expect(safe(["=\"a\",b", " =x"]) == "\"'=\"\"a\"\",b\",\" =x\"\n")
  }

  @Test("Bytes that are no text stay as they are")
  func bytes() {
    let line = CSVLine.bytes([[0xff], Array("=x".utf8) + [0xfe]])
    #expect(CSVLine.spreadsheetSafe(line) == [0xff] + Array(",'=x".utf8) + [0xfe, 0x0a])
  }
}
