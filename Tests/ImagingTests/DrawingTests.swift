import TestSupport
import Testing

@testable import Imaging

@Suite("Drawing")
struct DrawingTests {
  /// Rows of a picture: `#` for pixels that are painted by more than half, `.` for those that are as good as black.
  private static func rows(_ image: Image) -> [String] {
    (0..<image.height).map { y in
      String(
        (0..<image.width).map { x in
          let value = image.pixels[(y * image.width + x) * 3]
          return value > 127 ? "#" : value > 8 ? "+" : "."
        })
    }
  }

  /// All brightness together, in pixels.
  private static func ink(_ image: Image) -> Double {
    image.pixels.reduce(0) { $0 + Double($1) } / 765
  }

  @Test("A line on whole pixels has sharp sides and round ends")
  func straightLine() {
    var image = Image(width: 9, height: 5)
    image.draw([Stroke([Point(x: 2.5, y: 2.5), Point(x: 6.5, y: 2.5)], thickness: 3)], color: .white)
    #expect(Self.rows(image) == [".........", ".#######.", ".#######.", ".#######.", "........."])
    var thin = Image(width: 6, height: 3)
    thin.draw([Stroke([Point(x: 4.5, y: 1.5), Point(x: 1.5, y: 1.5)], thickness: 1)], color: .white)
    #expect(Self.rows(thin) == ["......", ".####.", "......"])
  }

  @Test("A line in any direction covers as much as its length and thickness say", arguments: 0..<12)
  func coveredArea(step: Int) {
    let angle = Double(step) * 0.29
    for thickness in [1, 1.7, 4, 9.5] {
      var image = Image(width: 120, height: 120)
      let (x, y) = (40 * cosine(angle), 40 * sine(angle))
      image.draw(
        [Stroke([Point(x: 60.3 - x, y: 60.2 - y), Point(x: 60.3 + x, y: 60.2 + y)], thickness: thickness)],
        color: .white)
      let expected = 80 * thickness + thickness * thickness * 0.785
      #expect(abs(Self.ink(image) - expected) < 0.04 * expected, "\(thickness)")
    }
  }

  @Test("Below one pixel a line becomes fainter, not thinner")
  func faintLine() {
    var image = Image(width: 40, height: 5)
    image.draw([Stroke([Point(x: 5, y: 2.5), Point(x: 35, y: 2.5)], thickness: 0.25)], color: .white)
    #expect((1...4).allSatisfy { image.pixels[(2 * 40 + 5 * $0) * 3] == 64 })
  }

  @Test("Where strokes cross, a translucent drawing is no darker")
  func translucentCrossing() {
    var image = Image(width: 21, height: 21)
    let across = Stroke([Point(x: 2, y: 10.5), Point(x: 19, y: 10.5)], thickness: 3)
    let down = Stroke([Point(x: 10.5, y: 2), Point(x: 10.5, y: 19)], thickness: 3)
    image.draw([across, down], color: .white, opacity: 0.5)
    #expect(image.pixels.max() == 128)
    #expect(image.pixels[(10 * 21 + 10) * 3] == 128)
    var opaque = Image(width: 21, height: 21)
    opaque.draw([across], color: .white, opacity: 7)
    #expect(opaque.pixels.max() == 255)
  }

  @Test("Dots, circles and rectangles cover what they should")
  func shapes() {
    var dot = Image(width: 30, height: 30)
    dot.draw([.dot(at: Point(x: 15.2, y: 14.6), radius: 8)], color: .white)
    #expect(abs(Self.ink(dot) - 201) < 3)
    var circle = Image(width: 30, height: 30)
    circle.draw([.circle(center: Point(x: 15, y: 15), radius: 10, thickness: 2)], color: .white)
    #expect(abs(Self.ink(circle) - 125.7) < 3)
    #expect(circle.pixels[(15 * 30 + 15) * 3] == 0)
    var filled = Image(width: 7, height: 5)
    filled.fill(Rectangle(x: 1, y: 1, width: 5, height: 3), color: .white)
    #expect(Self.rows(filled) == [".......", ".#####.", ".#####.", ".#####.", "......."])
    #expect(Self.ink(filled) == 15)
    var outline = Image(width: 9, height: 7)
    outline.draw(
      [.outline(of: Rectangle(x: 1.5, y: 1.5, width: 6, height: 4), cornerRadius: 0, thickness: 1)],
      color: .white)
    #expect(
      Self.rows(outline) == [
        ".........", ".#######.", ".#.....#.", ".#.....#.", ".#.....#.", ".#######.", ".........",
      ])
    var round = Image(width: 20, height: 20)
    round.fill(Rectangle(x: 2, y: 2, width: 16, height: 16), cornerRadius: 99, color: .white)
    #expect(abs(Self.ink(round) - 201) < 3)
  }

  @Test("A line from far away to far away crosses the picture")
  func longLine() {
    var image = Image(width: 8, height: 3)
    image.draw([Stroke([Point(x: -1e6, y: 1.5), Point(x: 1e6, y: 1.5)], thickness: 1)], color: .white)
    #expect(Self.rows(image) == ["........", "########", "........"])
  }

  @Test("No number does harm")
  func anyNumber() {
    let numbers: [Double] = [.nan, .infinity, -.infinity, 1e308, -1e308, 1e15, -1e15, 0, 3.5, -0.0]
    for first in numbers {
      for second in numbers {
        for third in numbers {
          var image = Image(width: 8, height: 6)
          let point = Point(x: first, y: second)
          let rectangle = Rectangle(x: first, y: second, width: third, height: first)
          image.draw(
            [Stroke([point, Point(x: third, y: first)], thickness: second)], color: .red, opacity: third)
          image.draw([.dot(at: point, radius: third), Stroke([], thickness: first)], color: .blue)
          image.draw([.circle(center: point, radius: third, thickness: first)], color: .blue)
          image.draw([.outline(of: rectangle, cornerRadius: second, thickness: third)], color: .green)
          image.fill(rectangle, cornerRadius: third, color: .green, opacity: first)
          #expect(image.pixels.count == 8 * 6 * 3)
        }
      }
    }
    var empty = Image(width: 0, height: 0)
    empty.draw([.dot(at: Point(x: 0, y: 0), radius: 1)], color: .red)
    #expect(empty.pixels.isEmpty)
  }

  private func cosine(_ angle: Double) -> Double { Self.series(angle, first: 1, order: 0) }
  private func sine(_ angle: Double) -> Double { Self.series(angle, first: angle, order: 1) }

  private static func series(_ angle: Double, first: Double, order: Int) -> Double {
    var (term, sum) = (first, first)
    for index in stride(from: order + 2, to: 30, by: 2) {
      term *= -angle * angle / Double(index * (index - 1))
      sum += term
    }
    return sum
  }
}

@Suite("Lettering")
struct LetteringTests {
  private static func drawn(_ text: String, height: Double) -> Image {
    let lettering = Lettering(text, height: height)
    var image = Image(width: Int(lettering.width.rounded(.up)) + 20, height: Int(2.5 * height))
    image.draw(lettering.strokes(at: Point(x: 10, y: 1.7 * height)), color: .white)
    return image
  }

  /// The columns and rows that are painted.
  private static func extent(_ image: Image) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    let painted = image.pixels.indices.filter { image.pixels[$0] > 60 }.map { $0 / 3 }
    guard let left = painted.map({ $0 % image.width }).min(),
      let right = painted.map({ $0 % image.width }).max(),
      let top = painted.first, let bottom = painted.last
    else { return nil }
    return (left...right, top / image.width...bottom / image.width)
  }

  @Test("Text is as wide and as high as it says, at any size", arguments: [8.0, 13, 40, 120])
  func size(height: Double) throws {
    let text = "Face 1: looks like gold (0.98) +12°"
    let lettering = Lettering(text, height: height)
    let extent = try #require(Self.extent(Self.drawn(text, height: height)))
    #expect(abs(Double(extent.columns.count) - lettering.width) < 0.05 * height + 2)
    #expect(extent.columns.lowerBound >= 9)
    // From the top of a capital letter to the end of a tail, with the pen.
    #expect(abs(Double(extent.rows.count) - 1.435 * height) < 0.1 * height + 2)
  }

  @Test("Every letter, digit and sign looks different from the others and from an empty box")
  func distinct() {
    let characters = (0x20...0x7E).compactMap { Unicode.Scalar($0) }.map(Character.init).filter {
      $0.isLetter || $0.isNumber || " .,:;'-_+=/()%".contains($0)
    }
    let pictures = (characters + ["·", "−", "°", "×", "\u{2603}"]).map { character in
      Self.drawn("H\(character)H", height: 30)
    }
    for (index, picture) in pictures.enumerated() {
      #expect(!pictures[..<index].contains(picture), "character \(index)")
    }
  }

  @Test("An unknown character is a box, and no text is nothing")
  func unknown() {
    #expect(Lettering("\u{2603}", height: 20).strokes(at: Point(x: 0, y: 0)).count == 1)
    #expect(Lettering("", height: 20).width == 0)
    #expect(Lettering("", height: 20).strokes(at: Point(x: 0, y: 0)).isEmpty)
  }
}
