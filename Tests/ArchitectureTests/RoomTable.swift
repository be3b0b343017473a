/// The table of rooms in `Documentation/Architecture.md`: targets, their folders, and what they may import.
struct RoomTable {
  struct Row {
    let line: Int
    let targets: [String]
    let folders: [String]
    let imports: [String]
  }

  /// The file's path from the root of the package.
  static let path = "Documentation/Architecture.md"

  let rows: [Row]

  /// Finds the table by its head, and takes the names in backquotes from its cells.
  init(markdown: String) {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    guard let head = lines.firstIndex(of: "| target | folder | job | imports |") else {
      rows = []
      return
    }
    rows = lines[(head + 2)...].prefix { $0.hasPrefix("|") }.enumerated().map { index, line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      func names(_ cell: Int) -> [String] {
        cell < cells.count ? cells[cell].matches(of: /`([^`]+)`/).map { String($0.1) } : []
      }
      return Row(line: head + 3 + index, targets: names(1), folders: names(2), imports: names(4))
    }
  }

  /// The row of the folder that a file lies in; the innermost where several hold it.
  func row(of file: String) -> Row? {
    rows.flatMap { row in row.folders.map { (folder: $0, row: row) } }
      .filter { file.hasPrefix($0.folder + "/") }
      .max { $0.folder.count < $1.folder.count }?.row
  }
}
