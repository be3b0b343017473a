import Foundation
import Testing

@testable import EvaluationReport

@Suite("Texts from outside in a report")
struct ReportEscapingTests {
  static let hostile: [String] = [
    "</script><script>alert(1)</script>", "<!--", "-->", "]]>", "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)", "a & b &amp; &#60;", "line\nbreak\r\ttab", "\u{2028}\u{2029}",
    "\u{202e}gnp.exe",
    "\u{0}\u{1}\u{7f}\u{85}", "\u{fffd}\u{fffe}\u{feff}", "שלום/0001.jpg", "😀 & e\u{301}", "</title>",
    "{{x}}", "\\u{41}",
  ]

  /// A report whose every text is the given one.
  private func content(_ text: String) throws -> ReportContent {
    let sample = ReportSample(genuineCount: 20, impostorCount: 20)
    let png = try ReportSample.disc(seed: 1, side: 4).pngData()
    var content = sample.content
    content.title = text
    content.figures = [ReportFigure(label: text, value: text, interval: text, note: text)]
    content.facts = [ReportFact(text, text), ReportFact(text, text, isCode: true)]
    content.operatingPoints = [
      ReportOperatingPoint(target: 0.1, threshold: 0.25, isSupported: true, note: text)
    ]
    content.folds = [ReportFold(name: text, threshold: 0.25, accuracy: 0.5, pairs: 2)]
    content.failures = [ReportFailure(path: text, reason: text)]
    content.falseMatches = [ReportPair(pathA: text, pathB: text, score: 0.5, pictureA: png, pictureB: png)]
    content.falseNonMatches = [ReportPair(pathA: text, pathB: text, score: 0.5)]
    content.notes = [text]
    return content
  }

  @Test("They never become elements, attributes or script", arguments: hostile)
  func structure(text: String) throws {
    let harmless = try ReportDocument.read(Report(content("harmless")).html())
    let page = try ReportDocument.read(Report(content(text)).html())
    #expect(page.all.map { $0.name } == harmless.all.map { $0.name })
    #expect(page.all.map { $0.attributes } == harmless.all.map { $0.attributes })
    #expect(page.elements("script").map { $0.text } == harmless.elements("script").map { $0.text })
    #expect(page.elements("style").map { $0.text } == harmless.elements("style").map { $0.text })
  }

  @Test(
    "A browser, which ends scripts and comments by other rules than XML, finds none either",
    arguments: hostile)
  func rawBytes(text: String) throws {
    let html = Report(try content(text)).html()
    #expect(html.components(separatedBy: "</script").count == 3)
    #expect(html.components(separatedBy: "<script").count == 3)
    #expect(html.components(separatedBy: "</style").count == 2)
    #expect(!html.contains("<!--"))
    let hidden = html.unicodeScalars.filter { scalar in
      let category = scalar.properties.generalCategory
      return category == .format || category == .control && scalar != "\n"
        || category == .lineSeparator || category == .paragraphSeparator
    }
    #expect(hidden.isEmpty)
  }

  @Test("They are shown as they are, what cannot be seen as escapes")
  func shown() throws {
    let shown = [
      "a<b>&'\"c": "a<b>&'\"c", "x\ny": "x\\ny", "\u{202e}z": "\\u{202e}z", "é/שלום": "é/שלום",
      "\u{0}": "\\u{0}", "\u{fffd}": "\u{fffd}",
    ]
    for (text, expected) in shown {
      let page = try ReportDocument.read(Report(try content(text)).html())
      #expect(page.elements("h1").first?.text == expected)
      #expect(page.element(id: "failures")?.rows.last == [expected, expected])
      #expect(page.elements("bdi").allSatisfy { $0.text == expected })
    }
  }

  @Test("The numbers for the script are numbers, and the words beside them the report's own")
  func data() throws {
    let page = try ReportDocument.read(Report(try content("</script>")).html())
    let data = try #require(page.element(id: "score-counts")).text
    #expect(data.wholeMatch(of: /[-0-9,\[\]{}:"a-zA-Z\s]+/) != nil)
  }
}
