/// One line of text in a built-in alphabet that is drawn with a round pen, at any size: letters, digits and common
/// signs of English; any other character is an empty box.
public struct Lettering: Sendable, Equatable {
  public let text: String

  /// The height of a capital letter in pixels.
  public let height: Double

  /// The width of the pen in pixels.
  public var thickness: Double { max(1, 0.135 * height) }

  /// How far tails reach below the line that letters stand on, in pixels, with the pen.
  public var depth: Double { 3 * unit + thickness / 2 }

  /// From the left edge of the first letter to the right edge of the last one, in pixels, with the pen; 0 without text.
  public let width: Double

  private static let spacing = 2.1
  private var unit: Double { height / 10 }

  public init(_ text: String, height: Double) {
    self.text = text
    self.height = height
    let widths = text.reduce(0) { $0 + Glyph.of($1).width + Self.spacing }
    width = text.isEmpty ? 0 : (widths - Self.spacing) * height / 10 + max(1, 0.135 * height)
  }

  /// The lines of the letters.
  ///
  /// - Parameter start: The left end of the line that letters stand on, in continuous coordinates.
  public func strokes(at start: Point) -> [Stroke] {
    var left = start.x + thickness / 2
    var strokes: [Stroke] = []
    for character in text {
      let glyph = Glyph.of(character)
      strokes += glyph.paths.map { path in
        Stroke(
          path.map { Point(x: left + $0.x * unit, y: start.y - $0.y * unit) }, thickness: thickness)
      }
      left += (glyph.width + Self.spacing) * unit
    }
    return strokes
  }
}
