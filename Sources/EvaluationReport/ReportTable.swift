/// A table in a box of its own, which scrolls where the page is narrower than the table.
struct ReportTable: Sendable {
  struct Column: Sendable {
    let title: Markup
    let isNumber: Bool

    static func text(_ title: Markup) -> Column { Column(title: title, isNumber: false) }

    static func text(_ title: String) -> Column { .text("\(title)" as Markup) }

    /// A column of numbers is set to the right, so that their decimals stand below each other.
    static func number(_ title: String) -> Column { Column(title: "\(title)", isNumber: true) }
  }

  let caption: String
  let columns: [Column]

  /// The first cell of a row is its heading.
  let rows: [[Markup]]
  var style = ""

  func html() -> Markup {
    let head = columns.map { column -> Markup in
      "<th scope=\"col\"\(Self.style(of: column))>\(column.title)</th>"
    }
    let body = rows.map { row -> Markup in
      let cells = zip(columns, row).enumerated().map { index, cell -> Markup in
        index == 0
          ? "<th scope=\"row\"\(Self.style(of: cell.0))>\(cell.1)</th>"
          : "<td\(Self.style(of: cell.0))>\(cell.1)</td>"
      }
      return "<tr>\(cells)</tr>\n"
    }
    return """
      <div class="table \(style)" role="region" tabindex="0" aria-label="\(caption)">
      <table><caption>\(caption)</caption><thead><tr>\(head)</tr></thead>
      <tbody>
      \(body)</tbody></table></div>

      """
  }

  private static func style(of column: Column) -> Markup {
    column.isNumber ? " class=\"number\"" : ""
  }
}
