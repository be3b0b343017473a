/// A Swift file, as far as it takes to see which types it declares and which names it mentions.
struct SwiftSource {
  let folder: String
  let file: String
  /// The code, line by line, without comments and the text of strings.
  let lines: [Substring]

  init(folder: String, file: String, text: String) {
    self.folder = folder
    self.file = file
    lines = Self.code(in: text).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// Types that the file declares at its top level and that other files can see.
  var declaredTypes: [String] {
    let kinds: Set = ["struct", "enum", "class", "protocol", "actor", "typealias"]
    return lines.compactMap { line in
      guard let first = line.first, !first.isWhitespace else { return nil }
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      guard !words.contains("private"), !words.contains("fileprivate"), !words.contains("extension"),
        let kind = words.firstIndex(where: { kinds.contains(String($0)) }), kind + 1 < words.count
      else { return nil }
      return String(words[kind + 1])
    }
  }

  /// Names with the numbers of their lines. A member's name is none, unless the module comes before it.
  func mentions(module: String) -> [(name: String, line: Int)] {
    var mentions: [(String, Int)] = []
    for (index, line) in lines.enumerated() {
      var before: Substring = ""
      var rest = line
      while let start = rest.firstIndex(where: { $0.isLetter || $0 == "_" }) {
        let name = rest[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let isMember = rest[..<start].hasSuffix(".") && before != module
        if !isMember { mentions.append((String(name), index + 1)) }
        before = name
        rest = rest[name.endIndex...]
      }
    }
    return mentions
  }

  /// The text with comments and strings blanked; code in interpolations and the ends of lines stay.
  private static func code(in text: String) -> String {
    enum Context: Equatable {
      case code(openParentheses: Int)
      case string(isMultiline: Bool)
      case lineComment
      case blockComment(depth: Int)
    }
    var contexts: [Context] = [.code(openParentheses: 0)]
    var result = ""
    var rest = Substring(text)
    func blank(_ count: Int) {
      result += rest.prefix(count).map { $0.isNewline ? "\n" : " " }.joined()
      rest = rest.dropFirst(count)
    }
    while let next = rest.first, let context = contexts.last {
      switch context {
      case .code(let open):
        if rest.hasPrefix("//") {
          contexts.append(.lineComment)
          blank(2)
        } else if rest.hasPrefix("/*") {
          contexts.append(.blockComment(depth: 1))
          blank(2)
        } else if rest.hasPrefix("\"\"\"") {
          contexts.append(.string(isMultiline: true))
          blank(3)
        } else if next == "\"" {
          contexts.append(.string(isMultiline: false))
          blank(1)
        } else if next == ")", open == 0, contexts.count > 1 {
          contexts.removeLast()
          blank(1)
        } else {
          if next == "(" { contexts[contexts.count - 1] = .code(openParentheses: open + 1) }
          if next == ")" { contexts[contexts.count - 1] = .code(openParentheses: open - 1) }
          result.append(next)
          rest = rest.dropFirst()
        }
      case .string(let isMultiline):
        if rest.hasPrefix("\\(") {
          contexts.append(.code(openParentheses: 0))
          blank(2)
        } else if next == "\\" {
          blank(2)
        } else if rest.hasPrefix(isMultiline ? "\"\"\"" : "\"") {
          contexts.removeLast()
          blank(isMultiline ? 3 : 1)
        } else {
          blank(1)
        }
      case .lineComment:
        if next.isNewline { contexts.removeLast() }
        blank(1)
      case .blockComment(let depth):
        let change = rest.hasPrefix("/*") ? 1 : rest.hasPrefix("*/") ? -1 : 0
        contexts.removeLast()
        if depth + change > 0 { contexts.append(.blockComment(depth: depth + change)) }
        blank(change == 0 ? 1 : 2)
      }
    }
    return result
  }
}
