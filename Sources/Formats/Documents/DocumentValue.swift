/// A value of a document. Each way to read it gives nil where it is something else, which is noted.
package struct DocumentValue {
  package let json: JSON
  package let place: DocumentReader.Place
  package let reader: DocumentReader

  package func object() -> DocumentObject? {
    guard case .object(let members) = json else { return wrong(.object) }
    return DocumentObject(members: members, place: place, reader: reader)
  }

  /// The values of a list.
  ///
  /// - Parameter count: How many there may be; nil for any number.
  package func list(count: ClosedRange<Int>? = nil) -> [DocumentValue]? {
    guard case .array(let values) = json else { return wrong(.array) }
    if let count, !count.contains(values.count) {
      return note(.wrongCount(expected: count, found: values.count))
    }
    return values.enumerated().map { index, value in
      DocumentValue(json: value, place: place.position(index), reader: reader)
    }
  }

  /// The numbers of a list; nil where any of it is wrong.
  package func numbers(count: ClosedRange<Int>, in range: ClosedRange<Double>? = nil) -> [Double]? {
    guard let values = list(count: count) else { return nil }
    let numbers = values.map { $0.number(in: range) }
    let known = numbers.compactMap { $0 }
    return known.count == numbers.count ? known : nil
  }

  package func string() -> String? {
    guard case .string(let text) = json else { return wrong(.string) }
    return text
  }

  /// A number that is finite.
  package func number(in range: ClosedRange<Double>? = nil) -> Double? {
    guard case .literal(let number) = json else { return wrong(.number) }
    if let range, !range.contains(number.value) { return note(.outOfRange(range)) }
    return number.value.isFinite ? number.value : note(.tooLarge)
  }

  package func wholeNumber(in range: ClosedRange<Int>? = nil) -> Int? {
    guard case .literal(let number) = json, let value = Int(exactly: number.value) else {
      return wrong(.wholeNumber)
    }
    if let range, !range.contains(value) {
      return note(.outOfRange(Double(range.lowerBound)...Double(range.upperBound)))
    }
    return value
  }

  /// A rate greater than 0 and at most 1.
  package func rate() -> Double? {
    guard let value = number() else { return nil }
    return value > 0 && value <= 1 ? value : note(.noRate)
  }

  /// One of a few words.
  package func word<Word: RawRepresentable & CaseIterable>(of type: Word.Type) -> Word?
  where Word.RawValue == String {
    guard let text = string() else { return nil }
    return Word(rawValue: text)
      ?? note(.unknownWord(found: text, understood: Word.allCases.map(\.rawValue)))
  }

  /// Notes a problem with the value, of which nothing can be made.
  package func note<Result>(_ problem: DocumentFault.Problem) -> Result? {
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
