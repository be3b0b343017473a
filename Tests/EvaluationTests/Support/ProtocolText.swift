@testable import Evaluation

/// The text of a protocol file.
enum ProtocolText {
  /// Lines as bytes, each ended by a line feed.
  static func bytes(_ lines: String...) -> [UInt8] {
    lines.flatMap { Array($0.utf8) + [0x0a] }
  }

  /// The same with a byte-order mark and CR LF, as spreadsheets write it.
  static func spreadsheet(_ bytes: [UInt8]) -> [UInt8] {
    [0xef, 0xbb, 0xbf] + bytes.flatMap { $0 == 0x0a ? [0x0d, 0x0a] : [$0] }
  }
}

extension [RowProblem] {
  /// For example `["line 7: a path is missing"]`.
  var texts: [String] { map(\.text) }
}
