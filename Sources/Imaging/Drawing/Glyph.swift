/// One sign of the built-in alphabet, as the lines that a round pen draws.
///
/// Coordinates are tenths of the height of a capital letter: x to the right from the sign's left edge, y upwards from
/// the line that letters stand on. Small letters are seven high, tails reach three below the line.
struct Glyph {
  enum Line {
    /// A line through points, as x and y in turn.
    case straight([Double])
    /// A part of an ellipse: centre, radii, and angles in degrees from the right toward the top.
    case arc(x: Double, y: Double, radiusX: Double, radiusY: Double, from: Double, to: Double)
  }

  /// From the left edge to the right one, without the space between signs.
  let width: Double
  let lines: [Line]

  init(_ width: Double, _ lines: Line...) {
    self.width = width
    self.lines = lines
  }

  /// The lines' points in the glyph's own coordinates.
  var paths: [[Point]] {
    lines.map { line in
      switch line {
      case .straight(let numbers):
        return stride(from: 0, to: numbers.count - 1, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
      case .arc(let x, let y, let radiusX, let radiusY, let from, let to):
        return Arc(center: Point(x: x, y: y), radiusX: radiusX, radiusY: radiusY, from: from, to: to).points
      }
    }
  }
}

extension Glyph.Line {
  fileprivate static func line(_ numbers: Double...) -> Self { .straight(numbers) }

  fileprivate static func round(
    _ x: Double, _ y: Double, _ radiusX: Double, _ radiusY: Double, _ from: Double = 0, _ to: Double = 360
  ) -> Self {
    .arc(x: x, y: y, radiusX: radiusX, radiusY: radiusY, from: from, to: to)
  }
}

extension Glyph {
  /// The sign for a character; an empty box where the alphabet has none.
  static func of(_ character: Character) -> Glyph { alphabet[character] ?? box }

  private static let box = Glyph(5, .line(0, 0, 0, 10, 5, 10, 5, 0, 0, 0))

  private static let alphabet: [Character: Glyph] = capitals.merging(smallLetters) { $1 }
    .merging(digits) { $1 }.merging(signs) { $1 }

  private static let capitals: [Character: Glyph] = [
    "A": Glyph(7, .line(0, 0, 3.5, 10, 7, 0), .line(1.2, 3.4, 5.8, 3.4)),
    "B": Glyph(
      6.2, .line(3.4, 10, 0, 10, 0, 0, 3.6, 0), .line(0, 5.2, 3.6, 5.2), .round(3.4, 7.6, 2.4, 2.4, -90, 90),
      .round(3.6, 2.6, 2.6, 2.6, -90, 90)),
    "C": Glyph(
      6.8, .round(3.7, 6.3, 3.7, 3.7, 35, 180), .line(0, 6.3, 0, 3.7), .round(3.7, 3.7, 3.7, 3.7, 180, 325)),
    "D": Glyph(
      6.6, .line(2.8, 10, 0, 10, 0, 0, 2.8, 0), .round(2.8, 6.2, 3.8, 3.8, 0, 90), .line(6.6, 6.2, 6.6, 3.8),
      .round(2.8, 3.8, 3.8, 3.8, -90, 0)),
    "E": Glyph(5.6, .line(5.6, 10, 0, 10, 0, 0, 5.6, 0), .line(0, 5.2, 4.8, 5.2)),
    "F": Glyph(5.4, .line(5.4, 10, 0, 10, 0, 0), .line(0, 5.2, 4.6, 5.2)),
    "G": Glyph(
      7.4, .round(3.7, 6.3, 3.7, 3.7, 35, 180), .line(0, 6.3, 0, 3.7), .round(3.7, 3.7, 3.7, 3.7, 180, 360),
      .line(7.4, 3.7, 7.4, 4.9, 4.2, 4.9)),
    "H": Glyph(6.6, .line(0, 0, 0, 10), .line(6.6, 0, 6.6, 10), .line(0, 5.2, 6.6, 5.2)),
    "I": Glyph(0, .line(0, 0, 0, 10)),
    "J": Glyph(4.6, .line(4.6, 10, 4.6, 2.3), .round(2.3, 2.3, 2.3, 2.3, 180, 360)),
    "K": Glyph(6.2, .line(0, 0, 0, 10), .line(5.8, 10, 0, 4), .line(2.2, 6.2, 6.2, 0)),
    "L": Glyph(5.2, .line(0, 10, 0, 0, 5.2, 0)),
    "M": Glyph(8, .line(0, 0, 0, 10, 4, 3.4, 8, 10, 8, 0)),
    "N": Glyph(6.6, .line(0, 0, 0, 10, 6.6, 0, 6.6, 10)),
    "O": Glyph(
      7.4, .round(3.7, 6.3, 3.7, 3.7, 0, 180), .line(0, 6.3, 0, 3.7), .round(3.7, 3.7, 3.7, 3.7, 180, 360),
      .line(7.4, 3.7, 7.4, 6.3)),
    "P": Glyph(6, .line(3.2, 10, 0, 10, 0, 0), .line(0, 4.4, 3.2, 4.4), .round(3.2, 7.2, 2.8, 2.8, -90, 90)),
    "Q": Glyph(
      7.6, .round(3.7, 6.3, 3.7, 3.7, 0, 180), .line(0, 6.3, 0, 3.7), .round(3.7, 3.7, 3.7, 3.7, 180, 360),
      .line(7.4, 3.7, 7.4, 6.3), .line(4.8, 2.4, 7.6, -0.8)),
    "R": Glyph(
      6.2, .line(3.2, 10, 0, 10, 0, 0), .line(0, 4.4, 3.2, 4.4), .round(3.2, 7.2, 2.8, 2.8, -90, 90),
      .line(3, 4.4, 6.2, 0)),
    "S": Glyph(6, .round(3, 7.5, 2.8, 2.5, 30, 270), .round(3, 2.5, 3, 2.5, -150, 90)),
    "T": Glyph(6.8, .line(0, 10, 6.8, 10), .line(3.4, 10, 3.4, 0)),
    "U": Glyph(
      6.6, .line(0, 10, 0, 3.3), .round(3.3, 3.3, 3.3, 3.3, 180, 360), .line(6.6, 3.3, 6.6, 10)),
    "V": Glyph(7, .line(0, 10, 3.5, 0, 7, 10)),
    "W": Glyph(10, .line(0, 10, 2.5, 0, 5, 8, 7.5, 0, 10, 10)),
    "X": Glyph(6.4, .line(0, 0, 6.4, 10), .line(0, 10, 6.4, 0)),
    "Y": Glyph(6.8, .line(0, 10, 3.4, 4.6, 6.8, 10), .line(3.4, 4.6, 3.4, 0)),
    "Z": Glyph(6, .line(0, 10, 6, 10, 0, 0, 6, 0)),
  ]

  private static let smallLetters: [Character: Glyph] = [
    "a": Glyph(5.4, .round(2.7, 3.5, 2.7, 3.5), .line(5.4, 7, 5.4, 0)),
    "b": Glyph(5.4, .round(2.7, 3.5, 2.7, 3.5), .line(0, 10, 0, 0)),
    "c": Glyph(4.8, .round(2.8, 3.5, 2.8, 3.5, 45, 315)),
    "d": Glyph(5.4, .round(2.7, 3.5, 2.7, 3.5), .line(5.4, 10, 5.4, 0)),
    "e": Glyph(5.4, .round(2.7, 3.5, 2.7, 3.5, 0, 318), .line(0, 3.5, 5.4, 3.5)),
    "f": Glyph(3.6, .line(1.4, 0, 1.4, 7.8), .round(3.6, 7.8, 2.2, 2.2, 90, 180), .line(0, 6.6, 3.4, 6.6)),
    "g": Glyph(
      5.4, .round(2.7, 3.5, 2.7, 3.5), .line(5.4, 7, 5.4, -0.6), .round(2.7, -0.6, 2.7, 2.4, 200, 360)),
    "h": Glyph(5, .line(0, 0, 0, 10), .round(2.5, 4.5, 2.5, 2.5, 0, 180), .line(5, 4.5, 5, 0)),
    "i": Glyph(0, .line(0, 0, 0, 7), .line(0, 9.7)),
    "j": Glyph(1.6, .line(1.6, 7, 1.6, -1), .round(-0.2, -1, 1.8, 2, 270, 360), .line(1.6, 9.7)),
    "k": Glyph(4.9, .line(0, 0, 0, 10), .line(4.6, 7, 0, 2.8), .line(1.8, 4.5, 4.9, 0)),
    "l": Glyph(1.4, .line(0, 10, 0, 1.6), .round(1.6, 1.6, 1.6, 1.6, 180, 265)),
    "m": Glyph(
      8.4, .line(0, 0, 0, 7), .round(2.1, 4.9, 2.1, 2.1, 0, 180), .line(4.2, 4.9, 4.2, 0),
      .round(6.3, 4.9, 2.1, 2.1, 0, 180), .line(8.4, 4.9, 8.4, 0)),
    "n": Glyph(5, .line(0, 0, 0, 7), .round(2.5, 4.5, 2.5, 2.5, 0, 180), .line(5, 4.5, 5, 0)),
    "o": Glyph(5.6, .round(2.8, 3.5, 2.8, 3.5)),
    "p": Glyph(5.4, .round(2.7, 3.5, 2.7, 3.5), .line(0, 7, 0, -3)),
    "q": Glyph(5.4, .round(2.7, 3.5, 2.7, 3.5), .line(5.4, 7, 5.4, -3)),
    "r": Glyph(3.2, .line(0, 0, 0, 7), .round(2.6, 4.4, 2.6, 2.6, 75, 180)),
    "s": Glyph(4.6, .round(2.3, 5.2, 2.1, 1.8, 30, 270), .round(2.3, 1.7, 2.3, 1.7, -150, 90)),
    "t": Glyph(3.6, .line(1.4, 9.2, 1.4, 1.8), .round(3.2, 1.8, 1.8, 1.8, 180, 270), .line(0, 6.6, 3.6, 6.6)),
    "u": Glyph(5, .line(0, 7, 0, 2.5), .round(2.5, 2.5, 2.5, 2.5, 180, 360), .line(5, 7, 5, 0)),
    "v": Glyph(5.2, .line(0, 7, 2.6, 0, 5.2, 7)),
    "w": Glyph(7.8, .line(0, 7, 1.95, 0, 3.9, 6, 5.85, 0, 7.8, 7)),
    "x": Glyph(4.8, .line(0, 0, 4.8, 7), .line(0, 7, 4.8, 0)),
    "y": Glyph(5.2, .line(0, 7, 2.6, 0), .line(5.2, 7, 1.5, -3)),
    "z": Glyph(4.6, .line(0, 7, 4.6, 7, 0, 0, 4.6, 0)),
  ]

  private static let digits: [Character: Glyph] = [
    "0": Glyph(6, .round(3, 5, 3, 5)),
    "1": Glyph(6, .line(1, 7.8, 3.4, 10, 3.4, 0)),
    "2": Glyph(6, .round(3, 7.1, 2.9, 2.9, -35, 165), .line(5.38, 5.44, 0.1, 0, 6, 0)),
    "3": Glyph(6, .round(2.9, 7.5, 2.6, 2.5, -90, 145), .round(2.9, 2.5, 3, 2.5, -145, 90)),
    "4": Glyph(6, .line(4.6, 0, 4.6, 10, 0, 3, 6.2, 3)),
    "5": Glyph(6, .line(5.4, 10, 0.8, 10, 0.5, 5.5), .round(2.9, 3.2, 3.1, 3.2, -145, 138)),
    "6": Glyph(6, .round(3, 3.1, 3, 3.1), .round(6, 3.1, 6, 7.2, 106, 180)),
    "7": Glyph(6, .line(0, 10, 6, 10, 2.2, 0)),
    "8": Glyph(6, .round(3, 7.55, 2.5, 2.45), .round(3, 2.55, 3, 2.55)),
    "9": Glyph(6, .round(3, 6.9, 3, 3.1), .round(0, 6.9, 6, 7.2, -74, 0)),
  ]

  private static let signs: [Character: Glyph] = [
    " ": Glyph(1.6),
    ".": Glyph(0.4, .line(0.2, 0.2)),
    ",": Glyph(0.6, .line(0.5, 0.3, 0, -1.8)),
    ":": Glyph(0.4, .line(0.2, 0.4), .line(0.2, 6)),
    ";": Glyph(0.6, .line(0.5, 0.3, 0, -1.8), .line(0.5, 6)),
    "·": Glyph(0.4, .line(0.2, 3.8)),
    "'": Glyph(0.2, .line(0.1, 10, 0.1, 7.6)),
    "-": Glyph(3.4, .line(0, 4, 3.4, 4)),
    "−": Glyph(6, .line(0, 4.4, 6, 4.4)),
    "_": Glyph(6, .line(0, -1.4, 6, -1.4)),
    "+": Glyph(6, .line(0, 4.4, 6, 4.4), .line(3, 1.4, 3, 7.4)),
    "=": Glyph(6, .line(0, 3, 6, 3), .line(0, 6, 6, 6)),
    "/": Glyph(4, .line(0, -1.4, 4, 11)),
    "(": Glyph(2, .round(5.2, 4.5, 5.2, 7.2, 130, 230)),
    ")": Glyph(2, .round(-3.2, 4.5, 5.2, 7.2, -50, 50)),
    "°": Glyph(2.8, .round(1.4, 8.6, 1.4, 1.4)),
    "×": Glyph(4.6, .line(0, 2, 4.6, 6.6), .line(0, 6.6, 4.6, 2)),
    "%": Glyph(8, .round(1.8, 8, 1.8, 2), .round(6.2, 2, 1.8, 2), .line(1.4, 0, 6.6, 10)),
  ]
}
