/// Writes instants in the calendar (ISO 8601).
package enum CalendarTime {
  /// For example `2025-01-31T12:00:00.000Z`.
  ///
  /// Days become a date by counting from 0000-03-01, where leap days end a year; an era of 400 years always has
  /// 146,097 days.
  package static func text(unixSeconds: Double) -> String {
    let limit = 253_402_300_799.0
    let milliseconds = Int((min(max(unixSeconds, 0), limit) * 1000).rounded(.down))
    let seconds = milliseconds / 1000
    let secondOfDay = seconds % 86_400
    let day = seconds / 86_400 + 719_468
    let dayOfEra = day % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = day / 146_097 * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
    let hours = padded(secondOfDay / 3_600, 2)
    let minutes = padded(secondOfDay / 60 % 60, 2)
    return "\(date)T\(hours):\(minutes):\(padded(secondOfDay % 60, 2)).\(padded(milliseconds % 1000, 3))Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
