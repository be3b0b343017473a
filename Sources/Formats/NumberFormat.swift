/// A number with exactly so many decimals, rounded half away from zero: `fixed(0.7449, decimals: 3)` is `0.745`.
package func fixed(_ value: Double, decimals: Int) -> String {
  guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
  let scale = powerOfTen(decimals)
  let scaled = (value.magnitude * scale).rounded()
  // Beyond this, a Double has no decimals to round.
  guard scaled < 9e15 else { return String(value) }
  let digits = String(Int(scaled))
  let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
  let sign = value < 0 && scaled > 0 ? "-" : ""
  if decimals == 0 { return sign + padded }
  return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
}

/// An angle in whole degrees with its sign: `+12°`, `-3°`, `0°`.
package func degrees(_ value: Double) -> String {
  let text = fixed(value, decimals: 0)
  return (text.hasPrefix("-") || text == "0" ? "" : "+") + text + "°"
}

/// A number as `2.1e-06` with so many significant digits; a valid JSON number.
package func scientific(_ value: Double, digits: Int) -> String {
  guard value.isFinite, value != 0 else { return fixed(value, decimals: 0) }
  var exponent = 0
  var mantissa = value.magnitude
  while mantissa >= 10 {
    mantissa /= 10
    exponent += 1
  }
  while mantissa < 1 {
    mantissa *= 10
    exponent -= 1
  }
  var text = fixed(mantissa, decimals: digits - 1)
  if text.hasPrefix("10") {
    text = fixed(1, decimals: digits - 1)
    exponent += 1
  }
  let power = String(exponent.magnitude)
  let padding = power.count < 2 ? "0" : ""
  return (value < 0 ? "-" : "") + trimmed(text) + "e" + (exponent < 0 ? "-" : "+") + padding + power
}

/// Without the zeros at the end of its decimals: `0.500` becomes `0.5`, `3.0` becomes `3`.
package func trimmed(_ number: String) -> String {
  guard number.contains(".") else { return number }
  var text = number[...]
  while text.hasSuffix("0") { text = text.dropLast() }
  if text.hasSuffix(".") { text = text.dropLast() }
  return String(text)
}

/// A whole number with its thousands apart: `480,000`.
package func grouped(_ value: Int) -> String {
  let digits = Array(String(value.magnitude))
  var text = value < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { text += "," }
    text.append(digit)
  }
  return text
}

/// `1 picture`, `3 pictures`.
package func counted(_ count: Int, _ noun: String) -> String {
  grouped(count) + " " + noun + (count == 1 ? "" : "s")
}

/// A span of time as a person reads it: `41 s`, `3:05 min`, `2:10 h`.
package func duration(seconds: Double) -> String {
  guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "?" }
  let whole = Int(seconds.rounded())
  func padded(_ value: Int) -> String { (value < 10 ? "0" : "") + String(value) }
  if whole < 60 { return "\(whole) s" }
  if whole < 3600 { return "\(whole / 60):\(padded(whole % 60)) min" }
  return "\(whole / 3600):\(padded(whole / 60 % 60)) h"
}

private func powerOfTen(_ exponent: Int) -> Double {
  (0..<max(0, exponent)).reduce(1.0) { product, _ in product * 10 }
}
