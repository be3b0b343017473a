import Testing

@testable import facelatch

@Suite("Argument parser")
struct ArgumentParserTests {
  private static let specification = CommandSpecification(
    name: "embed",
    summary: "",
    operands: .init(usage: "IMAGE…", count: 1...3),
    options: [
      .help, .json,
      OptionSpecification("--out", letter: "-o", placeholder: "DIR", summary: ""),
      OptionSpecification("--threads", placeholder: "N", summary: ""),
    ],
    requiredOptions: ["--out"]
  )

  private func parse(_ arguments: String...) throws(Failure) -> ParsedArguments {
    try ArgumentParser(specification: Self.specification).parse(arguments.map { Array($0.utf8) })
  }

  private func failure(_ arguments: String...) -> Failure? {
    do {
      _ = try ArgumentParser(specification: Self.specification).parse(arguments.map { Array($0.utf8) })
      return nil
    } catch {
      return error
    }
  }

  @Test("Options may stand before, between and after operands")
  func optionsAnywhere() throws {
    let parsed = try parse("a.png", "--json", "b.png", "--out", "x", "c.png")
    #expect(parsed.operands == [Path("a.png"), Path("b.png"), Path("c.png")])
    #expect(parsed.has(.json))
    #expect(parsed.values["--out"] == Array("x".utf8))
  }

  @Test("A value may follow after an equals sign, and may hold more of them")
  func equalsSign() throws {
    #expect(try parse("a", "--out=x=y").values["--out"] == Array("x=y".utf8))
  }

  @Test("A letter stands for its option")
  func letter() throws {
    #expect(try parse("a", "-o", "x").values["--out"] == Array("x".utf8))
    #expect(try parse("-h").has(.help))
  }

  @Test("After two dashes everything is an operand, and a lone dash always is")
  func twoDashes() throws {
    let parsed = try parse("--out", "x", "-", "--", "--json", "-x.png")
    #expect(parsed.operands == [Path("-"), Path("--json"), Path("-x.png")])
    #expect(!parsed.has(.json))
  }

  @Test("Bytes that are not UTF-8 survive")
  func rawBytes() throws {
    let name: [UInt8] = [0x66, 0xff, 0xfe]
    let parsed = try ArgumentParser(specification: Self.specification).parse([
      name, Array("--out".utf8), name,
    ])
    #expect(parsed.operands == [Path(name)])
    #expect(parsed.path(OptionSpecification("--out", placeholder: "DIR", summary: "")) == Path(name))
  }

  @Test("Help is found even where operands or required options are missing")
  func helpWins() throws {
    #expect(try parse("--help").has(.help))
  }

  @Test(
    "A wrong command line is named, with the way out",
    arguments: [
      (["a", "--out", "x", "--jsn"], "'embed' has no option '--jsn'; did you mean '--json'?"),
      (["a", "--out", "x", "--xyz"], "'embed' has no option '--xyz'; see 'facelatch embed --help'"),
      (
        ["a", "--out", "x", "-x.png"],
        "'embed' has no option '-x.png'; put '--' before a file name that begins with '-'"
      ),
      (
        ["a", "--out", "x", "--e\u{1b}[31m"],
        "'embed' has no option '--e\\x1b[31m'; see 'facelatch embed --help'"
      ),
      (["a", "--out"], "'--out' needs a value DIR; see 'facelatch embed --help'"),
      (["a", "--out="], "'--out' needs a value DIR; see 'facelatch embed --help'"),
      (
        ["a", "--out", "--json"],
        "'--out' needs a value DIR, but '--json' follows; see 'facelatch embed --help'"
      ),
      (["a", "--out", "x", "--out", "y"], "'--out' is given twice; see 'facelatch embed --help'"),
      (["a", "--out", "x", "--json=1"], "'--json' takes no value; see 'facelatch embed --help'"),
      (["--out", "x"], "'embed' needs IMAGE…; see 'facelatch embed --help'"),
      (["a"], "'embed' needs '--out DIR'; see 'facelatch embed --help'"),
      (
        ["a", "b", "c", "d", "--out", "x"],
        "'embed' takes IMAGE… only; 'd' is too much; see 'facelatch embed --help'"
      ),
    ])
  func wrongCommandLine(_ arguments: [String], _ line: String) {
    do {
      _ = try ArgumentParser(specification: Self.specification).parse(arguments.map { Array($0.utf8) })
      Issue.record("accepted")
    } catch {
      #expect(error.line == line)
      #expect(error.exitCode == .usage)
    }
  }

  @Test("Numbers may carry a factor", arguments: [("1", 1), ("12k", 12_000), ("3M", 3_000_000)])
  func numbers(_ text: String, _ expected: Int) throws {
    let option = OptionSpecification("--threads", placeholder: "N", summary: "")
    #expect(try parse("a", "--out", "x", "--threads", text).integer(option, in: 1...5_000_000) == expected)
  }

  @Test(
    "What is no number in the range is refused",
    arguments: ["0", "-1", "6M", "x", "1.5", "M", "99999999999999999999", "9223372036854775807k", " 1", "1 "])
  func wrongNumbers(_ text: String) throws {
    let option = OptionSpecification("--threads", placeholder: "N", summary: "")
    let parsed = try parse("a", "--out", "x", "--threads=\(text)")
    #expect(throws: Failure.self) { try parsed.integer(option, in: 1...5_000_000) }
  }

  private enum Fruit: String, CaseIterable {
    case apple, banana
  }

  @Test("A choice takes one of its words and suggests the nearest")
  func choice() throws {
    let option = OptionSpecification("--threads", placeholder: "FRUIT", summary: "")
    #expect(try parse("a", "--out", "x", "--threads", "apple").choice(option, of: Fruit.self) == .apple)
    let misspelt = try parse("a", "--out", "x", "--threads", "bananna")
    do {
      _ = try misspelt.choice(option, of: Fruit.self)
      Issue.record("accepted")
    } catch {
      #expect(error.line == "'--threads' takes apple, banana, not 'bananna'; did you mean 'banana'?")
    }
  }
}

@Suite("Suggestions")
struct NearestNameTests {
  @Test(
    "The distance counts insertions, deletions, replacements and swaps",
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "ab", 2), ("inspect", "inspect", 0), ("insepct", "inspect", 1),
      ("inspct", "inspect", 1), ("inspekt", "inspect", 1), ("kitten", "sitting", 3), ("ca", "abc", 3),
    ])
  func distance(_ first: String, _ second: String, _ expected: Int) {
    #expect(editDistance(first, second) == expected)
    #expect(editDistance(second, first) == expected)
  }

  @Test(
    "A near miss finds its name, a far one none",
    arguments: [
      ("comapre", "compare"), ("cmp", nil), ("insp", "inspect"), ("COMPARE", "compare"), ("frobnicate", nil),
      ("", nil),
      ("doctr", "doctor"), ("--hlep", nil),
    ] as [(String, String?)])
  func nearest(_ typed: String, _ expected: String?) {
    #expect(nearestName(to: typed, in: ["inspect", "compare", "embed", "doctor", "demo"]) == expected)
  }
}
