import Platform

/// The detection error trade-off on two logarithmic axes, with the band of its intervals.
struct ErrorTradeoffChart: Sendable {
  let wording: ReportWording

  /// Points with rates of more than 0, the only ones that a logarithmic axis has.
  private let points: [ReportCurvePoint]
  private let operatingPoints: [(letter: String, point: ReportOperatingPoint)]
  private let frame: ChartFrame

  /// `nil` where fewer than two points have both rates above 0.
  init?(_ points: [ReportCurvePoint], operatingPoints: [ReportOperatingPoint], wording: ReportWording) {
    self.wording = wording
    let rates = 1e-15...1.0
    self.points = points.filter {
      rates.contains($0.falseMatchRate) && rates.contains($0.falseNonMatchRate)
    }
    self.operatingPoints = operatingPoints.enumerated().map { (Self.letter($0.offset), $0.element) }
    guard self.points.count > 1 else { return nil }
    let lowestX = self.points.map { $0.falseMatchRate }.min() ?? 1
    let lowestY = self.points.map { $0.falseNonMatchRate }.min() ?? 1
    frame = ChartFrame(
      width: 420, height: 420,
      x: ChartScale(
        domain: ChartScale.decade(below: min(lowestX, 0.1))...1, start: 62, end: 406, isLogarithmic: true),
      y: ChartScale(
        domain: ChartScale.decade(below: min(lowestY, 0.1))...1, start: 370, end: 34, isLogarithmic: true))
  }

  /// How an operating point is named in table, chart and buttons: A to Z, then numbers.
  static func letter(_ index: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return letters.indices.contains(index) ? String(letters[index]) : String(index + 1)
  }

  /// The chart; where the rates of the slider are known, with a ring at them.
  func drawing(current: (falseMatchRate: Double, falseNonMatchRate: Double)?) -> Markup {
    let (decadesX, decadesY) = (frame.x.decades, frame.y.decades)
    let (lowestX, lowestY) = (frame.x.domain.lowerBound, frame.y.domain.lowerBound)
    var body = frame.axes(
      horizontal: .init(
        title: "\(wording.falseMatchRateInFull) (\(wording.falseMatchRate))", ticks: decadesX,
        labelled: frame.x.spaced(decadesX, apart: lowestX < 0.9e-5 ? 36 : 56)
      ) { ReportNumbers.decade($0, lowest: lowestX) },
      vertical: .init(
        title: "\(wording.falseNonMatchRateInFull) (\(wording.falseNonMatchRate))", ticks: decadesY,
        labelled: frame.y.spaced(decadesY, apart: 20)
      ) { ReportNumbers.decade($0, lowest: lowestY) })
    body += diagonal()
    body += band()
    let curve = ChartFrame.path(points.map { place($0.falseMatchRate, $0.falseNonMatchRate) })
    body += "<path class=\"curve tradeoff\" d=\"\(curve)\" />"
    body += letters()
    body += currentMark(current)
    return frame.drawing(
      id: "tradeoff", style: "square", title: "Detection error trade-off", description: description,
      body: body)
  }

  /// Both rates of an operating point.
  private func rates(_ point: ReportOperatingPoint) -> (falseMatchRate: Double, falseNonMatchRate: Double)? {
    guard let first = point.falseMatchRate?.value, let second = point.falseNonMatchRate?.value else {
      return nil
    }
    return (first, second)
  }

  private func place(_ falseMatchRate: Double, _ falseNonMatchRate: Double) -> (x: Double, y: Double) {
    (frame.x.place(falseMatchRate), frame.y.place(falseNonMatchRate))
  }

  /// Where both rates are equal.
  private func diagonal() -> Markup {
    let low = max(frame.x.domain.lowerBound, frame.y.domain.lowerBound)
    let line = ChartFrame.path([place(low, low), place(1, 1)])
    return "<path class=\"equal\" d=\"\(line)\" />"
  }

  private func band() -> Markup {
    let bounded = points.compactMap { point in point.interval.map { (point.falseMatchRate, $0) } }
    guard bounded.count > 1 else { return Markup() }
    let upper = bounded.map { place($0.0, $0.1.upperBound) }
    let lower = bounded.reversed().map { place($0.0, $0.1.lowerBound) }
    return "<path class=\"band\" d=\"\(ChartFrame.path(upper + lower))Z\" />"
  }

  private func letters() -> Markup {
    var result = Markup()
    for (letter, point) in operatingPoints {
      guard let rates = rates(point) else { continue }
      let place = place(rates.falseMatchRate, rates.falseNonMatchRate)
      let diamond = ChartFrame.path([
        (place.x, place.y - 6), (place.x + 6, place.y), (place.x, place.y + 6), (place.x - 6, place.y),
      ])
      let label = ChartFrame.text(place.x + 9, place.y - 7, letter, anchor: "start")
      result += """
        <g class="operating-point\(point.isSupported ? "" : " unsupported")"><path d="\(diamond)Z" />\(label)</g>
        """
    }
    return result
  }

  /// The ring that follows the slider; the script reads where the axes lie.
  private func currentMark(_ rates: (falseMatchRate: Double, falseNonMatchRate: Double)?) -> Markup {
    guard let rates else { return Markup() }
    let place = place(rates.falseMatchRate, rates.falseNonMatchRate)
    let number = ReportNumbers.coordinate
    return """
      <g class="tradeoff-mark" transform="translate(\(number(place.x)) \(number(place.y)))" \
      data-x="\(number(frame.x.start)) \(number(frame.x.end)) \(exponent(frame.x))" \
      data-y="\(number(frame.y.start)) \(number(frame.y.end)) \(exponent(frame.y))"><circle r="10" /></g>
      """
  }

  /// The power of ten at which a logarithmic axis starts; all of them end at 1.
  private func exponent(_ scale: ChartScale) -> String {
    String(Int(log10(scale.domain.lowerBound).rounded()))
  }

  private var description: String {
    let ends = [points.first, points.last].compactMap { point in
      point.map {
        "\(wording.falseMatchRate) \(ReportNumbers.share($0.falseMatchRate)) with "
          + "\(wording.falseNonMatchRate) \(ReportNumbers.share($0.falseNonMatchRate))"
      }
    }
    return "The curve goes from \(ends.joined(separator: " to ")). The table below the chart has the numbers."
  }
}
