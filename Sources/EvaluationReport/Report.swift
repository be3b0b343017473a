/// A page in HTML that shows an evaluation: it needs no other file and no network, and can be read without
/// JavaScript but for the threshold slider.
///
/// Equal contents give equal bytes. The page is well-formed XML too.
package struct Report: Sendable {
  private let content: ReportContent

  package init(_ content: ReportContent) {
    self.content = content
  }

  /// The page as text.
  package func html() -> String {
    let sections = sections
    let links = sections.map { section -> Markup in
      "<li><a href=\"#\(section.id)\">\(section.heading)</a></li>\n"
    }
    let hasScript = sections.contains { $0.id == ThresholdSection.id }
    let page: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="\(Self.securityPolicy)" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="referrer" content="no-referrer" />
      <title>\(content.title)</title>
      <style>\(Markup(trusted: ReportStyle.text))</style>
      </head>
      <body>
      <a class="skip" href="#content">To the content</a>
      <header>
      <h1>\(content.title)</h1>
      <nav aria-label="Sections"><ul>
      \(links)</ul></nav>
      </header>
      <main id="content">
      \(sections.map { $0.html() })</main>
      \(hasScript ? "<script>\(Markup(trusted: ReportScript.text))</script>\n" : Markup())</body>
      </html>

      """
    return page.text
  }

  /// Nothing is loaded, and only the style sheet and the script of this page are obeyed, whatever a path in it
  /// is called.
  private static let securityPolicy =
    "default-src 'none'; img-src data:; style-src '\(ReportStyle.digest)'; "
    + "script-src '\(ReportScript.digest)'; base-uri 'none'; form-action 'none'"

  private var sections: [ReportSection] {
    let records = RecordSections(content: content)
    let pairs = PairsSection(content: content)
    return [
      records.figures, records.operatingPoints, ThresholdSection(content: content).section, records.folds,
      pairs.falseMatches, pairs.falseNonMatches, records.failures, records.notes, records.facts,
    ].compactMap { $0 }
  }
}
