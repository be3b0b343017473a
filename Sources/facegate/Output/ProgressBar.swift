import Glibc

/// A line on standard error that shows how far a long command is; invisible where that is no terminal.
struct ProgressBar {
  private let console: Console
  private let total: Int
  private let start = monotonicSeconds()
  private var lastDrawn = 0.0
  private var isShown = false

  init(console: Console, total: Int) {
    self.console = console
    self.total = total
  }

  /// Seconds since the bar was made.
  var elapsed: Double { monotonicSeconds() - start }

  /// Redraws the line, ten times a second at most.
  mutating func update(done: Int) {
    guard console.isErrorOnTerminal else { return }
    let now = monotonicSeconds()
    guard now - lastDrawn >= 0.1 || done == total else { return }
    lastDrawn = now
    isShown = true
    console.show(
      "\r" + Self.line(done: done, total: total, elapsed: now - start, width: console.errorWidth) + "\u{1b}[K"
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
  static func line(done: Int, total: Int, elapsed: Double, width: Int) -> String {
    let rate = elapsed > 0 ? Double(done) / elapsed : 0
    var text = " \(grouped(done))/\(grouped(total))"
    if done > 0 {
      text += "  \(fixed(rate, decimals: 1))/s"
      if done < total { text += "  \(duration(seconds: Double(total - done) / rate)) left" }
    }
    let space = width - 1 - text.count - 2
    guard space >= 5 else { return String(text.dropFirst().prefix(max(0, width - 1))) }
    let length = min(space, 40)
    let filled = total > 0 ? length * done / total : length
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: length - filled) + "]"
      + text
  }
}

/// A clock that only moves forward.
func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
