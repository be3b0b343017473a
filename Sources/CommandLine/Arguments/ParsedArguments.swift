import Facelatch

/// A command line that fits its command's specification.
struct ParsedArguments: Equatable, Sendable {
  let command: String
  /// Given values by the option's full name; an option without a value maps to no bytes.
  var values: [String: [UInt8]] = [:]
  var operands: [Path] = []
  /// How many operands stood before each `--`.
  var boundaries: [Int] = []

  func has(_ option: OptionSpecification) -> Bool {
    values[option.name] != nil
  }

  func path(_ option: OptionSpecification) -> Path? {
    values[option.name].map(Path.init)
  }

  /// The value as a whole number in `range`. A trailing `k` or `M` stands for thousands or millions.
  func integer(_ option: OptionSpecification, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let value = values[option.name] else { return nil }
    var digits = value[...]
    var factor = 1
    switch digits.last {
    case UInt8(ascii: "k"): factor = 1000
    case UInt8(ascii: "M"): factor = 1_000_000
    default: break
    }
    if factor > 1 { digits.removeLast() }
    guard let number = Int(String(decoding: digits, as: UTF8.self)),
      case (let product, let overflow) = number.multipliedReportingOverflow(by: factor), !overflow,
      range.contains(product)
    else {
      throw .usage(
        "'\(option.name)' takes a whole number from \(grouped(range.lowerBound)) to \(grouped(range.upperBound)), "
          + "not '\(printable(value))'",
        command: command)
    }
    return product
  }

  /// The value as a decimal number in `range`.
  func number(_ option: OptionSpecification, in range: ClosedRange<Double>) throws(Failure) -> Double? {
    guard let value = values[option.name] else { return nil }
    guard let number = Double(String(decoding: value, as: UTF8.self)), range.contains(number) else {
      throw .usage(
        "'\(option.name)' takes a number from \(trimmed(fixed(range.lowerBound, decimals: 3))) to "
          + "\(trimmed(fixed(range.upperBound, decimals: 3))), not '\(printable(value))'",
        command: command)
    }
    return number
  }

  /// The value as a rate of false matches.
  func rate(_ option: OptionSpecification) throws(Failure) -> FalseMatchRate? {
    guard let value = values[option.name] else { return nil }
    guard let number = Double(String(decoding: value, as: UTF8.self)),
      let rate = FalseMatchRate(rawValue: number)
    else {
      throw .usage(
        "'\(option.name)' takes a rate greater than 0 and at most 1, not '\(printable(value))'",
        cure: "write 1 in 10,000 as 1e-4 or 0.0001", command: command)
    }
    return rate
  }

  /// The value as one of a few words.
  func choice<Choice: RawRepresentable & CaseIterable>(
    _ option: OptionSpecification, of type: Choice.Type
  ) throws(Failure) -> Choice? where Choice.RawValue == String {
    try choice(option, among: Array(Choice.allCases))
  }

  /// The value as one of some words.
  func choice<Choice: RawRepresentable>(
    _ option: OptionSpecification, among choices: [Choice]
  ) throws(Failure) -> Choice? where Choice.RawValue == String {
    guard let value = values[option.name] else { return nil }
    let word = String(decoding: value, as: UTF8.self)
    if let choice = choices.first(where: { $0.rawValue == word }) { return choice }
    let words = choices.map(\.rawValue)
    throw .usage(
      "'\(option.name)' takes \(words.joined(separator: ", ")), not '\(printable(word))'",
      cure: nearestName(to: word, in: words).map { "did you mean '\($0)'?" },
      command: command)
  }

  /// The value as text; names and labels have to be UTF-8.
  func text(_ option: OptionSpecification) throws(Failure) -> String? {
    guard let value = values[option.name] else { return nil }
    guard let text = Path(value).exactText else {
      throw .usage("'\(option.name)' takes UTF-8 text, not '\(printable(value))'", command: command)
    }
    return text
  }

  /// The first operand as the name of what the command is to do.
  func action<Action: RawRepresentable & CaseIterable>(_ type: Action.Type) throws(Failure) -> Action
  where Action.RawValue == String {
    let words = Action.allCases.map(\.rawValue)
    let word = operands.first?.text ?? ""
    if let action = Action(rawValue: word) { return action }
    throw .usage(
      "'\(command)' takes \(words.joined(separator: ", ")), not '\(printable(word))'",
      cure: nearestName(to: word, in: words).map { "did you mean '\($0)'?" }, command: command)
  }
}
