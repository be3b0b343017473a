/// What the command line asks for.
struct Options {
  struct Wrong: Error, CustomStringConvertible {
    let description =
      "usage: liveness-rates [--frames | --mesh | --windows SECONDS | --challenges TRIALS] [--fps N] "
      + "RECORDING|FOLDER|PICTURE…"
  }

  /// What is printed, one JSON object a line.
  enum Report {
    /// Every frame; with the 468 points of the mesh where `mesh` is set.
    case frames(mesh: Bool)
    /// Verdicts of windows of this many seconds, one after the other.
    case windows(seconds: Double)
    /// Challenges answered by pieces of the recordings, this many per number of steps.
    case challenges(trials: Int)
    /// Every blink and a summary.
    case summary
  }

  private(set) var report = Report.summary
  private(set) var framesPerSecond = 25.0
  private(set) var paths: [String] = []

  init(_ arguments: ArraySlice<String>) throws {
    var rest = arguments
    while let word = rest.popFirst() {
      switch word {
      case "--frames": report = .frames(mesh: false)
      case "--mesh": report = .frames(mesh: true)
      case "--windows": report = .windows(seconds: try Self.number(rest.popFirst()))
      case "--challenges": report = .challenges(trials: Int(min(1e6, try Self.number(rest.popFirst()))))
      case "--fps": framesPerSecond = try Self.number(rest.popFirst())
      default:
        guard !word.hasPrefix("--") else { throw Wrong() }
        paths.append(word)
      }
    }
    guard !paths.isEmpty else { throw Wrong() }
  }

  private static func number(_ text: String?) throws -> Double {
    guard let number = text.flatMap(Double.init), number > 0, number.isFinite else { throw Wrong() }
    return number
  }
}
