import Formats
import Platform

/// The comparisons that went wrong most or nearly did, with their pictures where they may be shown.
struct PairsSection: Sendable {
  let content: ReportContent

  private static let maximumPairs = 200
  private var wording: ReportWording { content.wording }

  var falseMatches: ReportSection? {
    section(
      content.falseMatches, id: "false-matches", heading: wording.falseMatchHeading,
      explanation: wording.falseMatchExplanation, isGenuine: false)
  }

  var falseNonMatches: ReportSection? {
    section(
      content.falseNonMatches, id: "false-non-matches", heading: wording.falseNonMatchHeading,
      explanation: wording.falseNonMatchExplanation, isGenuine: true)
  }

  private func section(
    _ pairs: [ReportPair], id: String, heading: String, explanation: String, isGenuine: Bool
  ) -> ReportSection? {
    guard !pairs.isEmpty else { return nil }
    let shown = Array(pairs.prefix(Self.maximumPairs))
    let hasPictures = shown.contains { $0.pictureA != nil || $0.pictureB != nil }
    let list = hasPictures ? gallery(shown, isGenuine) : table(shown, isGenuine, caption: heading)
    let rest = pairs.count - shown.count
    let remainder: Markup =
      rest > 0 ? "<p class=\"remark\">\(counted(rest, "further one")) not shown.</p>\n" : Markup()
    let threshold = ReportNumbers.score(content.threshold)
    return ReportSection(
      id: id, heading: heading,
      body: """
        <p>\(explanation) Outcomes are those at a threshold of \(threshold).</p>
        \(list)\(remainder)
        """)
  }

  private func outcome(_ pair: ReportPair, _ isGenuine: Bool) -> Markup {
    let isAccepted = pair.score >= content.threshold
    let style = isAccepted == isGenuine ? "right" : "wrong"
    let text = wording.outcome(isAccepted: isAccepted, isGenuine: isGenuine)
    return "<span class=\"outcome \(style)\">\(text)</span>"
  }

  private func gallery(_ pairs: [ReportPair], _ isGenuine: Bool) -> Markup {
    let items = pairs.enumerated().map { index, pair -> Markup in
      let isSingle = pair.pathB.isEmpty
      let pictures =
        isSingle
        ? [picture(pair.pictureA, "Presentation \(index + 1)")]
        : [
          picture(pair.pictureA, "Pair \(index + 1), first picture"),
          picture(pair.pictureB, "Pair \(index + 1), second picture"),
        ]
      let paths = (isSingle ? [pair.pathA] : [pair.pathA, pair.pathB]).map { path -> Markup in
        "<p class=\"path\"><bdi>\(path)</bdi></p>\n"
      }
      return """
        <li><div class="pictures">\(pictures)</div>
        <p><span class="score">\(ReportNumbers.score(pair.score))</span> \(outcome(pair, isGenuine))</p>
        \(paths)</li>

        """
    }
    return "<ol class=\"pairs\">\n\(items)</ol>\n"
  }

  private func picture(_ bytes: [UInt8]?, _ name: String) -> Markup {
    guard let bytes, let size = Self.sizeOfPNG(bytes) else {
      return "<span class=\"missing\">no picture</span>"
    }
    return """
      <img alt="\(name)" width="\(size.width)" height="\(size.height)" src="data:image/png;base64,\
      \(Markup(trusted: base64(bytes)))" />
      """
  }

  /// What the header of a PNG file says; `nil` where it is none.
  private static func sizeOfPNG(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
    let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    guard bytes.count > 24, bytes.starts(with: signature) else { return nil }
    func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    return (number(at: 16), number(at: 20))
  }

  private func table(_ pairs: [ReportPair], _ isGenuine: Bool, caption: String) -> Markup {
    let isSingle = pairs.allSatisfy { $0.pathB.isEmpty }
    let columns: [ReportTable.Column] =
      [.number("Score"), .text("Outcome")]
      + (isSingle ? [.text("Path")] : [.text("First path"), .text("Second path")])
    return ReportTable(
      caption: caption, columns: columns,
      rows: pairs.map { pair in
        [
          "\(ReportNumbers.score(pair.score))", outcome(pair, isGenuine),
          "<bdi class=\"path\">\(pair.pathA)</bdi>", "<bdi class=\"path\">\(pair.pathB)</bdi>",
        ]
      }, style: "long"
    ).html()
  }
}
