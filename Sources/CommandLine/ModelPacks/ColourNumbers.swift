import Facelatch

/// A number for each of red, green and blue, as the command line takes it.
struct ColourNumbers: Equatable, Sendable {
  let red: Double
  let green: Double
  let blue: Double

  /// What most published face networks take off.
  static let usualMean = ColourNumbers(127.5)
  /// What they multiply by then.
  static let usualScale = ColourNumbers(1 / 127.5)

  init(_ value: Double) {
    (red, green, blue) = (value, value, value)
  }

  /// The value of an option: one number, or three separated by commas; each a decimal number, or two with a slash
  /// between them.
  ///
  /// - Returns: Nil where the option is not given.
  init?(_ arguments: ParsedArguments, _ option: OptionSpecification) throws(Failure) {
    guard let text = try arguments.text(option) else { return nil }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Self.number($0) }
    let known = numbers.compactMap { $0 }
    guard known.count == numbers.count, known.count == 1 || known.count == 3 else {
      throw .usage(
        "'\(option.name)' takes one number, or three for red, green and blue, for example 127.5 or 1/127.5, "
          + "not '\(printable(text))'", command: arguments.command)
    }
    (red, green, blue) = (known[0], known[known.count / 2], known[known.count - 1])
  }

  private static func number(_ text: Substring) -> Double? {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map { Double($0) }
    guard let numerator = parts[0] else { return nil }
    let value: Double
    if parts.count == 2 {
      guard let denominator = parts[1], denominator != 0 else { return nil }
      value = numerator / denominator
    } else {
      value = numerator
    }
    return value.magnitude <= 1e6 ? value : nil
  }

  var values: ChannelValues {
    ChannelValues(red: Float(red), green: Float(green), blue: Float(blue))
  }

  /// `(pixel − mean) × scale` as `pixel × scale + offset`.
  func offset(forMean mean: ColourNumbers) -> ChannelValues {
    ChannelValues(
      red: Float(0 - mean.red * red), green: Float(0 - mean.green * green), blue: Float(0 - mean.blue * blue))
  }

  /// One number where all are the same.
  var text: String {
    let numbers = red == green && green == blue ? [red] : [red, green, blue]
    return numbers.map { trimmed(fixed($0, decimals: 6)) }.joined(separator: ", ")
  }

  var json: JSON { .array([.exact(red), .exact(green), .exact(blue)]) }
}
