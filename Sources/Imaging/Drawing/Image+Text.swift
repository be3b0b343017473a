extension Image {
  /// Writes one line of text in a built-in alphabet of letters, digits and a few signs.
  ///
  /// - Parameters:
  ///   - text: What to write; small letters appear as capital ones.
  ///   - origin: Top left corner, in continuous coordinates.
  ///   - scale: Side of one dot in pixels, 1 or more; a sign is five dots wide and seven high, with one dot
  ///     between.
  ///   - color: What to paint.
  public mutating func drawText(_ text: String, at origin: Point, scale: Int = 1, color: Color) {
    let dot = Double(max(1, scale))
    for (index, character) in text.enumerated() {
      let left = origin.x + Double(index * (DotFont.glyphWidth + 1)) * dot
      for (row, bits) in DotFont.rows(of: character).enumerated() {
        for column in 0..<DotFont.glyphWidth where bits >> (DotFont.glyphWidth - 1 - column) & 1 == 1 {
          fillRectangle(
            Rectangle(
              x: left + Double(column) * dot, y: origin.y + Double(row) * dot, width: dot, height: dot),
            color: color)
        }
      }
    }
  }

  /// Pixels that a line of text takes.
  public static func textSize(_ text: String, scale: Int = 1) -> (width: Int, height: Int) {
    let dots = max(0, text.count * (DotFont.glyphWidth + 1) - 1)
    return (dots * max(1, scale), DotFont.glyphHeight * max(1, scale))
  }
}
