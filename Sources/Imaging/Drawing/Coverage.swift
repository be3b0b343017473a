/// How much of each pixel shapes cover, in the part of a picture that they reach. Shapes that lie over each other count
/// once, so that a translucent drawing has no darker joints.
struct Coverage {
  let columns: Range<Int>
  let rows: Range<Int>
  private var values: [Float]
  private let pictureSize: (width: Double, height: Double)

  /// - Parameters:
  ///   - bounds: What the shapes reach at most.
  ///   - image: The picture whose pixels count.
  /// - Returns: `nil` where the shapes lie outside of the picture.
  init?(of bounds: Rectangle, in image: Image) {
    columns = Self.pixels(from: bounds.x, to: bounds.x + bounds.width, count: image.width)
    rows = Self.pixels(from: bounds.y, to: bounds.y + bounds.height, count: image.height)
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    values = [Float](repeating: 0, count: columns.count * rows.count)
    pictureSize = (Double(image.width), Double(image.height))
  }

  /// Covers what lies within half a thickness of a line.
  mutating func add(from start: Point, to end: Point, thickness: Double) {
    let radius = max(1, thickness) / 2
    let weight = Float(min(1, thickness))
    let reach = radius + 0.5
    guard weight > 0, let segment = Segment(start, end, clippedTo: pictureSize, margin: reach + 1) else {
      return
    }
    let touched = Self.pixels(
      from: min(segment.start.y, segment.end.y) - reach, to: max(segment.start.y, segment.end.y) + reach,
      within: rows)
    for row in touched {
      // The part of the line that may reach a centre of the row lies within one reach of it.
      let height = Double(row) + 0.5
      guard let span = segment.horizontalExtent(fromY: height - reach, toY: height + reach) else { continue }
      for column in Self.pixels(from: span.left - reach, to: span.right + reach, within: columns) {
        let center = Point(x: Double(column) + 0.5, y: height)
        let distance = segment.squaredDistance(to: center).squareRoot()
        raise(column, row, to: weight * Float(min(1, max(0, reach - distance))))
      }
    }
  }

  /// Covers a rectangle with round corners.
  ///
  /// - Parameter cornerRadius: No more than half of the shorter side.
  mutating func add(_ rectangle: Rectangle, cornerRadius: Double) {
    let center = rectangle.center
    let (halfWidth, halfHeight) = (rectangle.width / 2 - cornerRadius, rectangle.height / 2 - cornerRadius)
    for row in rows {
      let y = abs(Double(row) + 0.5 - center.y) - halfHeight
      for column in columns {
        let x = abs(Double(column) + 0.5 - center.x) - halfWidth
        let outside = (max(x, 0) * max(x, 0) + max(y, 0) * max(y, 0)).squareRoot()
        let distance = outside + min(max(x, y), 0) - cornerRadius
        raise(column, row, to: Float(min(1, max(0, 0.5 - distance))))
      }
    }
  }

  private mutating func raise(_ column: Int, _ row: Int, to value: Float) {
    let index = (row - rows.lowerBound) * columns.count + column - columns.lowerBound
    values[index] = max(values[index], value)
  }

  /// Mixes a colour into the covered pixels.
  ///
  /// - Parameters:
  ///   - pixels: The values of the picture that this was made for.
  ///   - width: Pixels per row of that picture.
  ///   - opacity: 0…1: how much of what lies below is hidden.
  func paint(_ pixels: UnsafeMutableBufferPointer<UInt8>, width: Int, color: Color, opacity: Double) {
    let opacity = Float(min(1, max(0, opacity)))
    let channels = [color.red, color.green, color.blue].map { Float($0) }
    var index = 0
    for row in rows {
      for column in columns {
        let share = values[index] * opacity
        index += 1
        if share == 0 { continue }
        let place = (row * width + column) * 3
        for (channel, value) in channels.enumerated() {
          let below = Float(pixels[place + channel])
          pixels[place + channel] = UInt8((below + (value - below) * share).rounded())
        }
      }
    }
  }

  /// The pixels of one axis that lie between two places, in part at least.
  private static func pixels(from start: Double, to end: Double, count: Int) -> Range<Int> {
    pixels(from: start, to: end, within: 0..<count)
  }

  private static func pixels(from start: Double, to end: Double, within range: Range<Int>) -> Range<Int> {
    let (lowest, highest) = (Double(range.lowerBound), Double(range.upperBound))
    guard start < end, start < highest, end > lowest else { return range.lowerBound..<range.lowerBound }
    let first = Int(max(start, lowest).rounded(.down))
    return first..<max(first, Int(min(end, highest).rounded(.up)))
  }
}
