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
  /// - Throws: `DataSetError.unusableTable` when the file is neither, or no row is usable.
  package init(lfw bytes: [UInt8], name: String) throws(DataSetError) {
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    let lineFeed = UInt8(ascii: "\n")
    guard let (foldCount, perFold) = Self.promise(Self.line(of: text)) else {
      try self.init(csv: bytes, name: name, identityIsFolder: true)
      return
    }
    let expected = (foldCount ?? 1) * 2 * perFold
    var builder = PairListBuilder()
    var reader = RowReader()
    var row = 0
    var rest = text
    var line = 0
    while let end = rest.firstIndex(of: lineFeed) ?? (rest.isEmpty ? nil : rest.endIndex) {
      let fields = Self.line(of: rest)
      rest = rest[min(end + 1, rest.endIndex)...]
      line += 1
      guard line > 1, fields?.isEmpty != true else { continue }
      let fold = foldCount == nil ? nil : String(row / (2 * perFold))
      let expectsGenuine = row / perFold % 2 == 0
      row += 1
      reader.take(line: line) { () throws(RowRefusal) in
        guard row <= expected else { throw .pairBeyondPromise(expected) }
        guard let fields else { throw .noPair }
        let pair = try Self.pair(fields)
        guard pair.isGenuine == expectsGenuine else {
          throw .pairOutOfTurn(expectsGenuine: expectsGenuine, perFold: perFold)
        }
        try builder.add(
          pair.first, pair.second, isGenuine: pair.isGenuine, fold: fold, line: line,
          objection: pair.showsOnePerson && !pair.isGenuine ? .impostorOfOnePerson : nil)
      }
    }
    guard !builder.pairs.isEmpty else {
      throw .unusableTable(file: name, .nothingUsable(.pairsOfLFW, first: reader.problems.first))
    }
    if row < expected { reader.refuse(line: 1, .fewerThanPromised(expected, found: row)) }
    self.init(
      builder, ListedIdentities(foldersOf: builder.pictures.paths), problems: reader.problems)
  }

  /// Two pictures as a line of the file names them.
  private struct NamedPair {
    let first: Path
    let second: Path
    /// Whether the line names one person only: `name n m`.
    let isGenuine: Bool
    /// Whether both pictures are of one name.
    let showsOnePerson: Bool
  }

  /// Reads `name n m` or `name n name m`.
  private static func pair(_ fields: [Substring]) throws(RowRefusal) -> NamedPair {
    let names: [(name: Substring, number: Substring)] =
      switch fields.count {
      case 3: [(fields[0], fields[1]), (fields[0], fields[2])]
      case 4: [(fields[0], fields[1]), (fields[2], fields[3])]
      default: throw .noPair
      }
    guard let first = picture(names[0].name, names[0].number),
      let second = picture(names[1].name, names[1].number)
    else { throw .noPair }
    return NamedPair(
      first: first, second: second, isGenuine: fields.count == 3,
      showsOnePerson: names[0].name == names[1].name)
  }

  /// What stands between blanks in the first line; `nil` where that is longer than a line with two names can be.
  private static func line(of text: ArraySlice<UInt8>) -> [Substring]? {
    let line = text.prefix(lineByteLimit + 1).prefix { $0 != UInt8(ascii: "\n") }
    guard line.count <= lineByteLimit else { return nil }
    return String(decoding: line, as: UTF8.self)
      .split { $0 == "\t" || $0 == " " || $0 == "\r" || $0 == "\r\n" }
  }

  private static var lineByteLimit: Int { 16 << 10 }

  /// The numbers of folds, if there are any, and of genuine pairs in each; `nil` where a first line is no promise of
  /// these.
  private static func promise(_ words: [Substring]?) -> (foldCount: Int?, perFold: Int)? {
    guard let words else { return nil }
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
