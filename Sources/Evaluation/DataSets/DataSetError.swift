import Formats

/// Why a data set as a whole cannot be used. The description is one line: subject, cause, cure.
package enum DataSetError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A protocol file lacks what makes it one. The file is named as errors are to name it.
  case unusableTable(file: String, TableFault)
  /// Fewer than two pictures lie in folders of people.
  case noPairOfPictures

  package var description: String {
    switch self {
    case .unusableTable(let file, let fault): "\(file): \(fault.cause); \(fault.cure)"
    case .noPairOfPictures: "no pair of pictures: a folder with a folder of pictures per person is needed"
    }
  }
}

/// What a protocol file lacks.
package enum TableFault: Hashable, Sendable {
  /// The first line does not name the columns that such a table begins with, each under one of its names.
  case missingColumns([String], header: String)
  /// Rows from some place on would be lost without a word.
  case unreadable(CSVFault)
  /// No row says anything; the first that was left out, `nil` where there is none.
  case nothingUsable(TableContent, first: RowProblem?)
  /// Counts of scores are not those of falling numbers at every threshold of the grid.
  case notFallingCounts
}

/// What the rows of a protocol file are.
package enum TableContent: Hashable, Sendable {
  case pairs
  case pairsOfLFW
  case labelledPictures
  case transactions
  case scores
}

extension TableFault {
  /// What is wrong, in one line and safe to print.
  var cause: String {
    switch self {
    case .missingColumns(let names, _):
      "its first line does not name the columns \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")"
    case .unreadable(let fault): fault.words
    case .nothingUsable(let content, let first):
      first.map { "no usable \(content.row); \($0.text)" } ?? content.absence
    case .notFallingCounts: "it does not hold falling counts at every multiple of 1/4096 from -1 to 1"
    }
  }

  /// What helps.
  var cure: String {
    switch self {
    case .missingColumns(_, let header): "such a table begins with the line \(header)"
    case .unreadable(.unclosedQuote): "close it; a quote within quotes is written twice"
    case .unreadable(.tooManyRows): "give it in parts"
    case .unreadable: "give a table with a line per row and commas between fields"
    case .nothingUsable(let content, _): content.cure
    case .notFallingCounts: "give a counts.csv as a verification wrote it"
    }
  }
}

extension CSVFault {
  /// The fault in one line.
  package var words: String {
    switch self {
    case .unclosedQuote(let line): "the quote in line \(line) is never closed"
    case .tooManyFields(let line, let limit): "line \(line) has more than \(limit) fields"
    case .fieldTooLong(let line, let limit): "line \(line) has a field of more than \(limit) bytes"
    case .tooManyRows(let limit): "it has more than \(limit) rows"
    }
  }
}

extension TableContent {
  fileprivate var row: String { self == .transactions ? "probe" : "row" }

  fileprivate var absence: String {
    switch self {
    case .pairs, .pairsOfLFW, .labelledPictures: "no row follows the first line"
    case .transactions: "nobody probes"
    case .scores: "no row has a score"
    }
  }

  fileprivate var cure: String {
    switch self {
    case .pairs: "give pairs of pictures"
    case .pairsOfLFW: "give LFW's pairs.txt or a CSV table"
    case .labelledPictures: "give labelled pictures"
    case .transactions: "give rows with the use 'enrol' and rows with the use 'probe'"
    case .scores: "give a table with scores"
    }
  }
}
