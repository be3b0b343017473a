import Formats

/// The plane of a chart: its size, its margins and its axes.
struct ChartFrame: Sendable {
  let width: Double
  let height: Double
  let x: ChartScale
  let y: ChartScale

  /// From the upper end of the vertical axis to the title above it.
  var titleDistance = 12.0

  /// An axis that is to be drawn: where its ticks are and what stands beside them.
  struct Axis: Sendable {
    let title: String
    let ticks: [Double]
    let labelled: [Double]
    let label: @Sendable (Double) -> String
  }

  /// Grid lines, labels and titles of both axes.
  func axes(horizontal: Axis, vertical: Axis) -> Markup {
    var result: Markup = "<g class=\"grid\">"
    for tick in horizontal.ticks { result += line(x.place(tick), y.start, x.place(tick), y.end) }
    for tick in vertical.ticks { result += line(x.start, y.place(tick), x.end, y.place(tick)) }
    result += "</g><g class=\"axis\">"
    result += line(x.start, y.start, x.end, y.start)
    result += line(x.start, y.start, x.start, y.end)
    for tick in horizontal.labelled {
      let place = x.place(tick)
      result += line(place, y.start, place, y.start + 5)
      result += Self.text(place, y.start + 19, horizontal.label(tick), anchor: "middle")
    }
    for tick in vertical.labelled {
      let place = y.place(tick)
      result += line(x.start - 5, place, x.start, place)
      result += Self.text(x.start - 8, place + 4.5, vertical.label(tick), anchor: "end")
    }
    result += "</g><g class=\"axis-title\">"
    result += Self.text((x.start + x.end) / 2, y.start + 40, horizontal.title, anchor: "middle")
    // Above the axis and not beside it: upright text is read, turned text is deciphered.
    result += Self.text(2, y.end - titleDistance, vertical.title, anchor: "start")
    result += "</g>"
    return result
  }

  /// A picture with a name and a description for those who do not see it.
  func drawing(id: String, style: String, title: String, description: String, body: Markup) -> Markup {
    let size = "\(ReportNumbers.coordinate(width)) \(ReportNumbers.coordinate(height))"
    return """
      <svg class="chart \(style)" viewBox="0 0 \(size)" role="img" \
      aria-labelledby="\(id)-title" aria-describedby="\(id)-text">
      <title id="\(id)-title">\(title)</title><desc id="\(id)-text">\(description)</desc>
      \(body)
      </svg>

      """
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> Markup {
    let places = [x1, y1, x2, y2].map { ReportNumbers.coordinate($0) }
    return "<line x1=\"\(places[0])\" y1=\"\(places[1])\" x2=\"\(places[2])\" y2=\"\(places[3])\" />"
  }

  static func text(_ x: Double, _ y: Double, _ text: String, anchor: String) -> Markup {
    let (x, y) = (ReportNumbers.coordinate(x), ReportNumbers.coordinate(y))
    return "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(anchor)\">\(text)</text>"
  }

  /// A line through places of the drawing, as the data of a path.
  static func path(_ places: [(x: Double, y: Double)]) -> String {
    places.enumerated().map { index, place in
      (index == 0 ? "M" : "L") + ReportNumbers.coordinate(place.x) + " " + ReportNumbers.coordinate(place.y)
    }.joined()
  }
}
