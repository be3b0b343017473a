/// What a report shows. A part that is empty leaves its section out.
///
/// All texts are plain text, whatever they hold: the report escapes them. Paths are given as text, bytes that are
/// not UTF-8 as U+FFFD.
package struct ReportContent: Hashable, Sendable {
  /// What was measured on what, for example `Verification: LFW pairs`.
  package var title: String

  /// Whether the report speaks of genuine and impostor or of bona fide and attack.
  package var wording: ReportWording

  /// Where the numbers come from: command line, digests, date, sizes.
  package var facts: [ReportFact] = []

  /// The numbers that come first.
  package var figures: [ReportFigure] = []

  /// How many genuine or bona fide scores are at least as high as each threshold of `ScoreGrid`, by rising
  /// threshold; empty where the scores are not known. The first one is their number. At most 2^53.
  package var accepted: [UInt64] = []

  /// The same for impostors or attacks.
  package var wronglyAccepted: [UInt64] = []

  /// The threshold at which the slider starts, −1…1; between two steps of 1/4096 the higher one counts.
  package var threshold: Double

  package var operatingPoints: [ReportOperatingPoint] = []

  /// Operating points from other comparisons than those of the charts, in a table of their own, and what they are.
  package var furtherOperatingPoints: [ReportOperatingPoint] = []
  package var furtherOperatingPointsCaption = ""

  /// The curve from one end to the other, several hundred points at most.
  package var detectionErrorTradeoff: [ReportCurvePoint] = []

  package var folds: [ReportFold] = []
  package var failures: [ReportFailure] = []

  /// Impostors or attacks by falling score.
  package var falseMatches: [ReportPair] = []

  /// Genuine or bona fide comparisons by rising score.
  package var falseNonMatches: [ReportPair] = []

  /// What the numbers mean and what they do not, one paragraph each.
  package var notes: [String] = []

  package init(title: String, wording: ReportWording, threshold: Double) {
    self.title = title
    self.wording = wording
    self.threshold = threshold
  }
}

/// A line of a report's record of the run.
package struct ReportFact: Hashable, Sendable {
  package let label: String
  package let value: String

  /// Whether the value is a command, a path or a digest, which is set in a fixed width.
  package let isCode: Bool

  package init(_ label: String, _ value: String, isCode: Bool = false) {
    self.label = label
    self.value = value
    self.isCode = isCode
  }
}

/// A number that comes first, as text.
package struct ReportFigure: Hashable, Sendable {
  package let label: String
  package let value: String

  /// The interval of 95 %; empty where there is none.
  package let interval: String

  /// What it is a share of, for example `6,000 pairs`; may be empty.
  package let note: String

  package init(label: String, value: String, interval: String = "", note: String = "") {
    self.label = label
    self.value = value
    self.interval = interval
    self.note = note
  }
}

/// A fold, tested at the threshold that the other folds gave.
package struct ReportFold: Hashable, Sendable {
  package let name: String
  package let threshold: Double

  /// Share of right answers, 0…1.
  package let accuracy: Double
  package let pairs: Int

  package init(name: String, threshold: Double, accuracy: Double, pairs: Int) {
    self.name = name
    self.threshold = threshold
    self.accuracy = accuracy
    self.pairs = pairs
  }
}

/// A file that gave no template or score.
package struct ReportFailure: Hashable, Sendable {
  package let path: String
  package let reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}

/// A comparison to look at; of a single presentation, only the first half is given.
package struct ReportPair: Hashable, Sendable {
  package let pathA: String

  /// The second picture; empty for a single presentation.
  package let pathB: String
  package let score: Double

  /// A small picture as the content of a PNG file, or `nil` where pictures are to stay out.
  package let pictureA: [UInt8]?
  package let pictureB: [UInt8]?

  package init(
    pathA: String, pathB: String = "", score: Double, pictureA: [UInt8]? = nil, pictureB: [UInt8]? = nil
  ) {
    self.pathA = pathA
    self.pathB = pathB
    self.score = score
    self.pictureA = pictureA
    self.pictureB = pictureB
  }
}
