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

  /// The elements of a list; nil where any of them cannot be read.
  package func all<Element>(_ read: (DocumentValue) -> Element?) -> [Element]? {
    guard let values = list() else { return nil }
    let elements = values.map(read)
    let known = elements.compactMap { $0 }
    return known.count == elements.count ? known : nil
  }

  /// The numbers of a list; nil where any of it is wrong.
  ///
  /// - Parameter count: How many there may be; nil for any number.
  package func numbers(count: ClosedRange<Int>? = nil, in range: ClosedRange<Double>? = nil) -> [Double]? {
    guard let values = list(count: count) else { return nil }
    let numbers = values.map { $0.number(in: range) }
    let known = numbers.compactMap { $0 }
    return known.count == numbers.count ? known : nil
  }

  package func string() -> String? {
    guard case .string(let text) = json else { return wrong(.string) }
    return text
  }

  /// The single-precision numbers of a list, to the last bit as `JSON.exact` writes them; nil where any of it is wrong.
  package func singlePrecisionNumbers() -> [Float]? {
    guard case .array(let values) = json else { return wrong(.array) }
    var numbers: [Float] = []
    numbers.reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      let element = DocumentValue(json: value, place: place.position(index), reader: reader)
      guard let number = element.singlePrecisionNumber() else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  private func singlePrecisionNumber() -> Float? {
    guard case .literal(let number) = json else { return wrong(.number) }
    return number.singlePrecisionValue.isFinite ? number.singlePrecisionValue : note(.tooLarge)
  }

  package func boolean() -> Bool? {
    guard case .boolean(let value) = json else { return wrong(.boolean) }
    return value
  }

  /// A text that can be a path, or an argument of a program.
  package func systemText() -> String? {
    guard let text = string() else { return nil }
    return text.utf8.contains(0) ? note(.zeroCharacter) : text
  }

  /// A number that is finite.
  package func number(in range: ClosedRange<Double>? = nil) -> Double? {
    guard case .literal(let number) = json else { return wrong(.number) }
    if let range, !range.contains(number.value) { return note(.outOfRange(range)) }
    return number.value.isFinite ? number.value : note(.tooLarge)
  }

  package func wholeNumber(in range: ClosedRange<Int>? = nil) -> Int? {
    guard let value = wholeNumber(of: Int.self) else { return nil }
    if let range, !range.contains(value) {
      return note(.outOfRange(Double(range.lowerBound)...Double(range.upperBound)))
    }
    return value
  }

  /// A whole number of any type, all of its digits kept.
  package func wholeNumber<Whole: FixedWidthInteger>(of type: Whole.Type) -> Whole? {
    guard case .literal(let number) = json else { return wrong(.wholeNumber) }
    // Digits with a point or an exponent, such as 1e3, may be whole too.
    return Whole(number.text) ?? Whole(exactly: number.value) ?? wrong(.wholeNumber)
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

  /// Notes a problem with the value.
  package func reject(_ problem: DocumentFault.Problem) { reader.note(problem, at: place) }

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
