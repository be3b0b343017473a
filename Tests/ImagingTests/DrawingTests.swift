import TestSupport
import Testing

@testable import Imaging

@Suite("Drawing")
struct DrawingTests {
  /// Rows of a picture, painted pixels as `#`.
  private static func rows(_ image: Image) -> [String] {
    (0..<image.height).map { y in
      String((0..<image.width).map { x in image.pixels[(y * image.width + x) * 3] > 0 ? "#" : "." })
    }
  }

  @Test("A rectangle's outline covers the pixels it should")
  func drawsRectangle() {
    var image = Image(width: 7, height: 5)
    image.drawRectangle(Rectangle(x: 1.5, y: 1.5, width: 4, height: 2), color: .white)
    #expect(Self.rows(image) == [".......", ".#####.", ".#...#.", ".#####.", "......."])
  }

  @Test("A thick rectangle that leaves the picture is clipped")
  func clipsRectangle() {
    var image = Image(width: 5, height: 4)
    image.drawRectangle(Rectangle(x: -1, y: -1, width: 5, height: 4), thickness: 2, color: .white)
    #expect(Self.rows(image) == ["...##", "...##", "#####", "#####"])
  }

  @Test("Lines run through the pixels between their ends")
  func drawsLines() {
    var image = Image(width: 6, height: 5)
    image.drawLine(from: Point(x: 0.5, y: 0.5), to: Point(x: 4.5, y: 4.5), color: .white)
    #expect(Self.rows(image) == ["#.....", ".#....", "..#...", "...#..", "....#."])
    var flat = Image(width: 6, height: 3)
    flat.drawLine(from: Point(x: 4.5, y: 1.5), to: Point(x: 1.5, y: 1.5), color: .white)
    #expect(Self.rows(flat) == ["......", ".####.", "......"])
  }

  @Test("A line without gaps joins any two places")
  func linesHaveNoGaps() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      var image = Image(width: 40, height: 40)
      let end = Point(x: .random(in: 10...39, using: &generator), y: .random(in: 0...9, using: &generator))
      image.drawLine(from: Point(x: 0.5, y: 0.5), to: end, thickness: 1.5, color: .white)
      let painted = Self.rows(image)
      #expect((0...Int(end.x)).allSatisfy { x in painted.contains { Array($0)[x] == "#" } })
    }
  }

  @Test("A dot is round and always paints its own pixel")
  func drawsDots() {
    var image = Image(width: 5, height: 5)
    image.drawDot(at: Point(x: 2.5, y: 2.5), radius: 1.5, color: .white)
    #expect(Self.rows(image) == [".....", ".###.", ".###.", ".###.", "....."])
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<100 {
      var small = Image(width: 5, height: 5)
      let place = Point(x: .random(in: 0..<5, using: &generator), y: .random(in: 0..<5, using: &generator))
      small.drawDot(at: place, radius: 0, color: .white)
      #expect(small.pixels[(Int(place.y) * 5 + Int(place.x)) * 3] == 255)
    }
  }

  @Test("Text shows its signs, one dot apart")
  func drawsText() {
    var image = Image(width: 11, height: 7)
    image.drawText("1L", at: Point(x: 0, y: 0), color: .white)
    #expect(
      Self.rows(image) == [
        "..#...#....", ".##...#....", "..#...#....", "..#...#....", "..#...#....", "..#...#....",
        ".###..#####",
      ])
    #expect(Image.textSize("1L", scale: 2) == (22, 14))
    var small = Image(width: 5, height: 7)
    small.drawText("l", at: Point(x: 0, y: 0), color: .white)
    var capital = Image(width: 5, height: 7)
    capital.drawText("L", at: Point(x: 0, y: 0), color: .white)
    #expect(small == capital)
  }

  @Test("No coordinate does harm")
  func survivesAnyCoordinate() {
    let numbers: [Double] = [.nan, .infinity, -.infinity, 1e308, -1e308, 1e15, -1e15, 0, 3.5, -0.0]
    for first in numbers {
      for second in numbers {
        for third in numbers {
          var image = Image(width: 8, height: 6)
          image.drawLine(
            from: Point(x: first, y: second), to: Point(x: third, y: first), thickness: second, color: .red)
          image.drawRectangle(
            Rectangle(x: first, y: second, width: third, height: first), thickness: third, color: .green)
          image.drawDot(at: Point(x: first, y: second), radius: third, color: .blue)
          image.drawText("X", at: Point(x: first, y: second), color: .yellow)
          #expect(image.pixels.count == 8 * 6 * 3)
        }
      }
    }
    var empty = Image(width: 0, height: 0)
    empty.drawDot(at: Point(x: 0, y: 0), color: .red)
    #expect(empty.pixels.isEmpty)
  }

  @Test("A line from far away to far away crosses the picture")
  func drawsLongLine() {
    var image = Image(width: 8, height: 3)
    image.drawLine(from: Point(x: -1e6, y: 1.5), to: Point(x: 1e6, y: 1.5), color: .white)
    #expect(Self.rows(image) == ["........", "########", "........"])
  }
}
