import Formats

/// Notes what is wrong while a JSON document is read, so that all of it can be told at once, and which keys were asked
/// for, so that all others are known to mean nothing.
final class DocumentReader {
  /// What was found wrong, in the order in which it was read.
  private(set) var faults: [DocumentFault] = []

  /// Every key that was asked for, with `[]` for positions in lists: `embedding.operatingPoints[].threshold`.
  private(set) var knownKeys: Set<String> = []

  /// Where a value stands: for people, and in the form of `knownKeys`.
  struct Place {
    let path: String
    let pattern: String

    static let document = Place(path: "", pattern: "")

    func key(_ key: String) -> Place {
      path.isEmpty
        ? Place(path: key, pattern: key) : Place(path: path + "." + key, pattern: pattern + "." + key)
    }

    func position(_ index: Int) -> Place {
      Place(path: path.isEmpty ? "\(index)" : path + ".\(index)", pattern: pattern + "[]")
    }
  }

  /// Reads a text, which must hold an object.
  ///
  /// - Returns: The object; `nil` where there is none, which is noted.
  func document(_ bytes: [UInt8], byteLimit: Int) -> DocumentObject? {
    value(bytes, byteLimit: byteLimit)?.object()
  }

  /// Reads a text.
  ///
  /// - Returns: What it holds; `nil` where it is no JSON, which is noted.
  func value(_ bytes: [UInt8], byteLimit: Int) -> DocumentValue? {
    do {
      let json = try JSON(parsing: bytes, byteLimit: byteLimit)
      return DocumentValue(json: json, place: .document, reader: self)
    } catch {
      note([DocumentFault(error)])
      return nil
    }
  }

  func note(_ problem: DocumentFault.Problem, at place: Place) {
    faults.append(DocumentFault(place.path, problem))
  }

  func note(_ found: [DocumentFault]) { faults += found }

  func know(_ place: Place) { knownKeys.insert(place.pattern) }

  func knows(_ place: Place) -> Bool { knownKeys.contains(place.pattern) }
}

/// A value of a document. Each way to read it gives `nil` where it is something else, which is noted.
struct DocumentValue {
  let json: JSON
  let place: DocumentReader.Place
  let reader: DocumentReader

  func object() -> DocumentObject? {
    guard case .object(let members) = json else { return wrong(.object) }
    return DocumentObject(members: members, place: place, reader: reader)
  }

  /// The values of a list.
  ///
  /// - Parameter count: How many there may be; `nil` for any number.
  func list(count: ClosedRange<Int>? = nil) -> [DocumentValue]? {
    guard case .array(let values) = json else { return wrong(.array) }
    if let count, !count.contains(values.count) {
      return note(.wrongCount(expected: count, found: values.count))
    }
    return values.enumerated().map { index, value in
      DocumentValue(json: value, place: place.position(index), reader: reader)
    }
  }

  /// The numbers of a list; `nil` where any of it is wrong.
  func numbers(count: ClosedRange<Int>, in range: ClosedRange<Double>? = nil) -> [Double]? {
    guard let values = list(count: count) else { return nil }
    let numbers = values.map { $0.number(in: range) }
    let known = numbers.compactMap { $0 }
    return known.count == numbers.count ? known : nil
  }

  func string() -> String? {
    guard case .string(let text) = json else { return wrong(.string) }
    return text
  }

  /// A number that is finite.
  func number(in range: ClosedRange<Double>? = nil) -> Double? {
    guard case .literal(let number) = json else { return wrong(.number) }
    if let range, !range.contains(number.value) { return note(.outOfRange(range)) }
    return number.value.isFinite ? number.value : note(.tooLarge)
  }

  func wholeNumber(in range: ClosedRange<Int>? = nil) -> Int? {
    guard case .literal(let number) = json, let value = Int(exactly: number.value) else {
      return wrong(.wholeNumber)
    }
    if let range, !range.contains(value) {
      return note(.outOfRange(Double(range.lowerBound)...Double(range.upperBound)))
    }
    return value
  }

  /// A rate greater than 0 and at most 1.
  func rate() -> Double? {
    guard let value = number() else { return nil }
    return value > 0 && value <= 1 ? value : note(.noRate)
  }

  /// One of a few words.
  func word<Word: RawRepresentable & CaseIterable>(of type: Word.Type) -> Word?
  where Word.RawValue == String {
    guard let text = string() else { return nil }
    return Word(rawValue: text)
      ?? note(.unknownWord(found: text, understood: Word.allCases.map(\.rawValue)))
  }

  /// Notes a problem with the value, of which nothing can be made.
  func note<Result>(_ problem: DocumentFault.Problem) -> Result? {
    reader.note(problem, at: place)
    return nil
  }

  private func wrong<Result>(_ expected: DocumentFault.Kind) -> Result? {
    note(.wrongKind(expected: expected, found: json.kind))
  }
}

extension JSON {
  fileprivate var kind: DocumentFault.Kind {
    switch self {
    case .null: .null
    case .boolean: .boolean
    case .integer, .number, .magnitude, .literal: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}
