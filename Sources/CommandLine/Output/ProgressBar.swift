import Platform

/// A line on standard error that shows how far a long command is. Where that is no terminal, it is invisible, or a plain
/// line every ten seconds.
struct ProgressBar {
  private let console: Console
  private let total: Int
  private let start = MonotonicClock.seconds()
  private var lastDrawn = 0.0
  private var isShown = false
  private let writesPlainLines: Bool

  private static let plainLineSeconds = 10.0

  /// - Parameter writesPlainLines: Whether lines are written where there is no terminal to redraw one.
  init(console: Console, total: Int, writesPlainLines: Bool = false) {
    self.console = console
    self.total = total
    self.writesPlainLines = writesPlainLines
  }

  /// Seconds since the bar was made.
  var elapsed: Double { MonotonicClock.seconds() - start }

  /// Redraws the line, ten times a second at most.
  ///
  /// - Parameter known: How many of those that are done were no work: the rate leaves them out.
  mutating func update(done: Int, known: Int = 0) {
    let now = MonotonicClock.seconds()
    guard console.isErrorOnTerminal else {
      guard writesPlainLines, now - max(start, lastDrawn) >= Self.plainLineSeconds else { return }
      lastDrawn = now
      console.note(Self.text(done: done, known: known, total: total, elapsed: now - start))
      return
    }
    guard now - lastDrawn >= 0.1 || done == total else { return }
    lastDrawn = now
    isShown = true
    console.show(
      "\r"
        + Self.line(
          done: done, known: known, total: total, elapsed: now - start, width: console.errorWidth)
        + "\u{1b}[K"
    )
  }

  /// Removes the line, so that something else can be written in its place.
  mutating func clear() {
    guard isShown else { return }
    isShown = false
    lastDrawn = 0
    console.show("\r\u{1b}[K")
  }

  /// The text of the bar: `[####......] 1,204/7,701  92.1/s  1:10 min left`, at most one column less than `width`.
  static func line(done: Int, known: Int = 0, total: Int, elapsed: Double, width: Int) -> String {
    let text = " " + text(done: done, known: known, total: total, elapsed: elapsed)
    let space = width - 1 - text.count - 2
    guard space >= 5 else { return String(text.dropFirst().prefix(max(0, width - 1))) }
    let length = min(space, 40)
    let filled = total > 0 ? length * done / total : length
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: length - filled) + "]"
      + text
  }

  /// The text without the bar.
  private static func text(done: Int, known: Int, total: Int, elapsed: Double) -> String {
    let rate = elapsed > 0 ? Double(done - known) / elapsed : 0
    var text = "\(grouped(done))/\(grouped(total))"
    if done > known {
      text += "  \(fixed(rate, decimals: 1))/s"
      if done < total { text += "  \(duration(seconds: Double(total - done) / rate)) left" }
    }
    return text
  }
}
