import Platform

/// One thing that is wrong in a JSON document: where, and what.
public struct DocumentFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The keys, and positions counted from 0, that lead to the value, joined by dots: `embedding.input.scale.1`. Empty
  /// for the document as a whole.
  public let keyPath: String

  /// What is wrong there.
  public let problem: Problem

  /// Makes a fault.
  ///
  /// - Parameters:
  ///   - keyPath: What leads to the value; empty for the document as a whole.
  ///   - problem: What is wrong there.
  public init(_ keyPath: String, _ problem: Problem) {
    self.keyPath = keyPath
    self.problem = problem
  }

  /// What can be wrong with a value.
  public enum Problem: Hashable, Sendable {
    /// The text is no JSON from this place on, counted from 1.
    case noJSON(line: Int, column: Int, cause: String)
    /// A value that is needed is not there.
    case missing
    /// Nothing is known by this key; by these there is.
    case unknownKey(understood: [String])
    /// The value is of another kind.
    case wrongKind(expected: Kind, found: Kind)
    /// The number has more digits before its point than a number can have here.
    case tooLarge
    /// The number lies outside of this range.
    case outOfRange(ClosedRange<Double>)
    /// The number is no rate: one is greater than 0 and at most 1.
    case noRate
    /// The number counts something, and is less than 0.
    case negative
    /// The text is none of the words that are understood.
    case unknownWord(found: String, understood: [String])
    /// The list has another length than it may have.
    case wrongCount(expected: ClosedRange<Int>, found: Int)
    /// The list is empty.
    case empty
    /// The text is empty.
    case emptyText
    /// The text has a character U+0000, which no path and no argument of a program can have.
    case zeroCharacter
    /// Of these keys exactly one has to be there.
    case notOneKey(of: [String])
    /// The number stands for seconds, and is less than 0 or not finite.
    case noDuration
    /// The number is greater than that of another key beside it.
    case exceeds(key: String)
    /// The lower bound of an interval does not come first.
    case reversedInterval
    /// The text is no plain name of a file in the same folder.
    case noPlainName
    /// The text does not have the 64 hexadecimal digits of a SHA-256.
    case noSHA256
    /// The vector does not have the length 1 to a thousandth, which is what a direction has.
    case noDirection
    /// Height and width of the picture differ, where the network's role takes a square.
    case notSquare
    /// The points are all one, which says nothing of size and angle.
    case coincidingPoints
    /// A higher threshold has a rate that is not lower.
    case contradiction(lower: Point, higher: Point)
    /// The rate lies outside of those that the operating points have.
    case notMeasured(lowest: Double, highest: Double)
    /// The value says something only beside another key.
    case without(key: String)

    /// A threshold and its false-match rate.
    public struct Point: Hashable, Sendable {
      public let threshold: Double
      public let falseMatchRate: Double

      package init(threshold: Double, falseMatchRate: Double) {
        self.threshold = threshold
        self.falseMatchRate = falseMatchRate
      }
    }
  }

  /// A kind of JSON value.
  public enum Kind: String, Hashable, Sendable {
    case null, boolean, number, wholeNumber, string, array, object

    fileprivate var words: String {
      switch self {
      case .null: "null"
      case .boolean: "true or false"
      case .number: "a number"
      case .wholeNumber: "a whole number"
      case .string: "a string"
      case .array: "a list"
      case .object: "an object"
      }
    }
  }

  /// The fault in half a sentence that begins with the place, for example `embedding.dimensions is missing`.
  public var description: String {
    let place = keyPath.isEmpty ? "the document" : printable(keyPath, limit: 120)
    return switch problem {
    case .noJSON(let line, let column, let cause): "line \(line), column \(column): \(cause)"
    case .missing: "\(place) is missing"
    case .unknownKey(let understood):
      "the key \"\(place)\" is unknown, there are \(understood.joined(separator: ", "))"
    case .wrongKind(let expected, let found): "\(place) must be \(expected.words), not \(found.words)"
    case .tooLarge: "\(place) is too large"
    case .outOfRange(let range):
      "\(place) must lie between \(Self.text(range.lowerBound)) and \(Self.text(range.upperBound))"
    case .noRate: "\(place) must be greater than 0 and at most 1"
    case .negative: "\(place) must not be negative"
    case .unknownWord(let found, let understood):
      "\(place) must be \(understood.joined(separator: " or ")), not \"\(printable(found, limit: 40))\""
    case .wrongCount(let expected, let found):
      "\(place) must hold \(Self.text(expected)), not \(found)"
    case .empty: "\(place) must hold one value at least"
    case .emptyText: "\(place) must not be empty"
    case .zeroCharacter: "\(place) must not hold the character U+0000"
    case .notOneKey(let keys): "\(place) must have exactly one of \(keys.joined(separator: ", "))"
    case .noDuration: "\(place) must be 0 seconds or more"
    case .exceeds(let key): "\(place) must not be greater than \(key)"
    case .reversedInterval: "\(place) must have its lower bound first"
    case .noPlainName: "\(place) must be the plain name of a file in the same folder"
    case .noSHA256: "\(place) must have 64 hexadecimal digits"
    case .noDirection: "\(place) must be a vector of length 1"
    case .notSquare: "\(place) must equal the width"
    case .coincidingPoints: "the points of \(place) must not coincide"
    case .contradiction(let lower, let higher):
      "in \(place) a higher threshold must have a lower false-match rate, but \(lower.threshold) has "
        + "\(lower.falseMatchRate) and \(higher.threshold) has \(higher.falseMatchRate)"
    case .notMeasured(let lowest, let highest):
      "\(place) must lie between \(lowest) and \(highest), where it was measured"
    case .without(let key): "\(place) says nothing without \(key)"
    }
  }

  private static func text(_ number: Double) -> String { trimmed(String(number)) }

  private static func text(_ count: ClosedRange<Int>) -> String {
    let values = count.upperBound == 1 ? " value" : " values"
    return count.lowerBound == count.upperBound
      ? "\(count.lowerBound)\(values)" : "\(count.lowerBound) to \(count.upperBound)\(values)"
  }
}

extension DocumentFault {
  /// The same fault in a document that holds the former one under this path.
  package func below(_ path: String) -> DocumentFault {
    path.isEmpty ? self : DocumentFault(keyPath.isEmpty ? path : path + "." + keyPath, problem)
  }

  package init(_ error: JSONError) {
    self.init("", .noJSON(line: error.line, column: error.column, cause: error.cause.words))
  }
}

extension [DocumentFault] {
  /// All faults on one line.
  package var words: String { map(\.description).joined(separator: "; ") }
}
