import Formats
import Platform

extension PairList {
  /// Reads the pairs of Labeled Faces in the Wild, in the file's original form or as a table.
  ///
  /// The original form (Huang et al. 2007, `pairs.txt`): a line with the number of folds (or none) and of genuine pairs in
  /// each, then per fold that many genuine pairs (`name  n  m`) and as many impostor pairs (`name  n  name  m`),
  /// separated by tabs. A picture is then called `name/name_000n.jpg`.
  ///
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - name: What to call the file in errors.
  /// - Throws: `EvaluationError.unusableTable` when the file is neither, or no row is usable.
  package init(lfw bytes: [UInt8], name: String) throws(EvaluationError) {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    let lineFeed = UInt8(ascii: "\n")
    guard let (foldCount, perFold) = Self.promise(Self.words(text.prefix { $0 != lineFeed })) else {
      try self.init(csv: bytes, name: name, identityIsFolder: true)
      return
    }
    let expected = (foldCount ?? 1) * 2 * perFold
    var builder = PairListBuilder()
    var row = 0
    let lines = text.split(separator: lineFeed, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated().dropFirst() {
      let fields = Self.words(line)
      guard !fields.isEmpty else { continue }
      let fold = foldCount == nil ? nil : String(row / (2 * perFold))
      let expectsGenuine = row / perFold % 2 == 0
      row += 1
      guard row <= expected else {
        builder.refuse(line: index + 1, "follows the \(grouped(expected)) pairs that the first line promises")
        continue
      }
      let pair = fields.count == 3 ? (fields[0], fields[1], fields[0], fields[2]) : nil
      let others = fields.count == 4 ? (fields[0], fields[1], fields[2], fields[3]) : nil
      guard let (firstName, first, secondName, second) = pair ?? others,
        let one = Self.picture(firstName, first), let other = Self.picture(secondName, second)
      else {
        builder.refuse(line: index + 1, "is neither 'name n m' nor 'name n name m'")
        continue
      }
      guard (pair != nil) == expectsGenuine else {
        builder.refuse(
          line: index + 1,
          "stands where \(expectsGenuine ? "a genuine" : "an impostor") pair is due: the first line promises \(perFold) of each in turn"
        )
        continue
      }
      _ = builder.add(
        one, other, isGenuine: pair != nil, fold: fold, line: index + 1,
        objection: pair == nil && firstName == secondName ? "is an impostor pair of one person" : nil)
    }
    guard !builder.pairs.isEmpty else {
      throw .unusableTable(
        file: name, cause: builder.emptiness, cure: "give LFW's pairs.txt or a CSV table")
    }
    if row < expected {
      builder.refuse(line: 1, "promises \(grouped(expected)) pairs, \(grouped(row)) follow")
    }
    self.init(builder, ListedIdentities(foldersOf: builder.pictures.paths))
  }

  /// What stands between blanks.
  private static func words(_ line: ArraySlice<UInt8>) -> [Substring] {
    String(decoding: line, as: UTF8.self).split { $0 == "\t" || $0 == " " || $0 == "\r" || $0 == "\r\n" }
  }

  /// The numbers of folds, if there are any, and of genuine pairs in each; nothing where a first line is no promise of
  /// these.
  private static func promise(_ words: [Substring]) -> (foldCount: Int?, perFold: Int)? {
    let counts = words.compactMap { Int($0) }.filter { (1...largestCount).contains($0) }
    guard counts.count == words.count else { return nil }
    switch counts.count {
    case 1: return (nil, counts[0])
    case 2: return (counts[0], counts[1])
    default: return nil
    }
  }

  /// More folds or pairs than any list has.
  private static var largestCount: Int { 1_000_000_000 }

  /// `Ada` and `7` as `Ada/Ada_0007.jpg`.
  private static func picture(_ name: Substring, _ number: Substring) -> Path? {
    guard let value = Int(number), (0...9_999_999).contains(value), !name.contains("/") else { return nil }
    let digits = String(value)
    let padding = String(repeating: "0", count: max(0, 4 - digits.count))
    return Path("\(name)/\(name)_\(padding)\(digits).jpg")
  }
}
