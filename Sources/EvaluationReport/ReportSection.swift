/// A part of the page with a heading, which the list at the top links to.
struct ReportSection: Sendable {
  let id: String
  let heading: String
  let body: Markup

  func html() -> Markup {
    """
    <section id="\(id)" aria-labelledby="\(id)-heading">
    <h2 id="\(id)-heading">\(heading)</h2>
    \(body)</section>

    """
  }
}
