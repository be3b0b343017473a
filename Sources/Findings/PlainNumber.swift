extension Double {
  /// The number without decimals; a dash for one that is none, or too large to be a measurement.
  var whole: String { magnitude < 1e9 ? String(Int(rounded())) : "–" }

  /// The number without decimals, rounded down: what falls short of a limit must not read like it.
  var wholeBelow: String { rounded(.down).whole }

  /// The number with one decimal; a dash for one that is none, or too large to be a measurement.
  var tenths: String {
    guard magnitude < 1e9 else { return "–" }
    let tenths = Int((magnitude * 10).rounded())
    return "\(self < 0 && tenths > 0 ? "-" : "")\(tenths / 10).\(tenths % 10)"
  }
}
