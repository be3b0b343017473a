import Foundation
import FoundationXML
import Platform
import Testing

@testable import EvaluationReport
@testable import FaceAnalysis

/// A report read as XML, for tests to look into.
final class ReportDocument {
  let name: String
  let attributes: [String: String]
  private(set) var children: [ReportDocument] = []

  /// Texts and elements in the order of the page; a text has no name.
  private var parts: [ReportDocument] = []
  private var ownText = ""

  init(name: String, attributes: [String: String] = [:]) {
    self.name = name
    self.attributes = attributes
  }

  /// Reads a page; throws where it is not well-formed.
  static func read(_ html: String) throws -> ReportDocument {
    let reader = Reader()
    let parser = XMLParser(data: Data(html.utf8))
    parser.delegate = reader
    let isWellFormed = parser.parse()
    try #require(isWellFormed, "line \(parser.lineNumber): \(String(describing: parser.parserError))")
    return try #require(reader.open[0].children.first)
  }

  /// All elements within, in the order of the page, beginning with this one.
  var all: [ReportDocument] { [self] + children.flatMap { $0.all } }

  var text: String { ownText + parts.map { $0.text }.joined() }

  func elements(_ name: String) -> [ReportDocument] { all.filter { $0.name == name } }

  func element(id: String) -> ReportDocument? { all.first { $0.attributes["id"] == id } }

  /// The cells of a table's body by row.
  var rows: [[String]] {
    elements("tbody").flatMap { $0.children.map { row in row.children.map { $0.text } } }
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var open = [ReportDocument(name: "")]

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      let element = ReportDocument(name: name, attributes: attributes)
      open[open.count - 1].children.append(element)
      open[open.count - 1].parts.append(element)
      open.append(element)
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
      open.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      let text = ReportDocument(name: "")
      text.ownText = string
      open[open.count - 1].parts.append(text)
    }

    func parser(_ parser: XMLParser, foundCDATA block: Data) {
      self.parser(parser, foundCharacters: String(decoding: block, as: UTF8.self))
    }
  }
}

@Suite("A report as a document")
struct ReportDocumentTests {
  @Test("It is well-formed, has one main heading, and no heading level is left out")
  func outline() throws {
    let page = try ReportDocument.read(Report(try ReportSample.complete.get().content).html())
    let levels = page.all.compactMap { element -> Int? in
      element.name.count == 2 && element.name.hasPrefix("h") ? Int(element.name.dropFirst()) : nil
    }
    #expect(levels.first == 1)
    #expect(levels.filter { $0 == 1 }.count == 1)
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $0.1 <= $0.0 + 1 })
    #expect(page.attributes["lang"] == "en")
    #expect(page.elements("main").count == 1)
    #expect(page.elements("title").first?.text == "Verification: drawn scores")
    let identifiers = page.all.compactMap { $0.attributes["id"] }
    #expect(Set(identifiers).count == identifiers.count)
  }

  @Test("Everything that needs a name has one")
  func names() throws {
    let page = try ReportDocument.read(Report(try ReportSample.complete.get().content).html())
    let charts = page.elements("svg").filter { $0.attributes["role"] == "img" }
    #expect(charts.count == 5)
    for chart in charts {
      let name = try #require(chart.attributes["aria-labelledby"].flatMap { page.element(id: $0) })
      #expect(!name.text.isEmpty)
    }
    for picture in page.elements("img") { #expect(picture.attributes["alt"]?.isEmpty == false) }
    for heading in page.elements("th") { #expect(heading.attributes["scope"] != nil) }
    for link in page.elements("a") {
      let target = try #require(link.attributes["href"])
      #expect(target.hasPrefix("#") && page.element(id: String(target.dropFirst())) != nil)
    }
    let labelled = Set(page.elements("label").compactMap { $0.attributes["for"] })
    #expect(labelled == ["threshold-slider", "threshold-number"])
  }

  @Test("Nothing outside the file is named")
  func noAddresses() throws {
    let html = Report(try ReportSample.complete.get().content).html()
    for part in ["http:", "https:", "ftp:", "@import", "<link", "<iframe", "<object", "<base"] {
      #expect(!html.contains(part), "\(part)")
    }
    let page = try ReportDocument.read(html)
    for element in page.all {
      for (name, value) in element.attributes {
        #expect(!name.hasPrefix("on") && name != "style", "\(element.name) \(name)")
        if name == "src" { #expect(value.hasPrefix("data:image/png;base64,")) }
        #expect(!value.contains("url(") || value.hasPrefix("url(#"))
      }
    }
    #expect(!ReportStyle.text.contains("url("))
    #expect(ReportScript.text.firstRange(of: /\b(fetch|XMLHttpRequest|import|eval|innerHTML)\b/) == nil)
  }

  @Test("The security policy lets through this style sheet and this script and nothing else")
  func securityPolicy() throws {
    let page = try ReportDocument.read(Report(try ReportSample.complete.get().content).html())
    let policies = page.elements("meta").filter {
      $0.attributes["http-equiv"] == "Content-Security-Policy"
    }
    let policy = try #require(policies.first?.attributes["content"])
    #expect(policy.hasPrefix("default-src 'none'; img-src data:; style-src 'sha256-"))
    #expect(!policy.contains("unsafe"))
    for text in [ReportStyle.text, ReportScript.text] {
      let digest = digest(text)
      #expect(policy.contains("'\(digest)'"), "the digest is \(digest)")
    }
    #expect(page.elements("style").map { $0.text } == [ReportStyle.text])
    let scripts = page.elements("script").filter { $0.attributes["type"] == nil }
    #expect(scripts.count == 1)
  }

  /// SHA-256 in the form of a security policy.
  private func digest(_ text: String) -> String {
    let digits = Array(SHA256.hexadecimalDigest(Array(text.utf8)))
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    return "sha256-" + Data(bytes).base64EncodedString()
  }

  @Test("Equal contents give equal bytes")
  func determinism() throws {
    let first = Report(try ReportSample.complete.get().content).html()
    #expect(first == Report(try ReportSample.madeUp().content).html())
    var other = try ReportSample.complete.get().content
    other.notes.append("one more")
    #expect(first != Report(other).html())
  }
}
