import Testing

@testable import Imaging

@Suite("Geometry and pictures")
struct GeometryTests {
  private static let map = AffineTransform(a: 0.9, b: -0.3, tx: 9.25, c: 0.4, d: 1.1, ty: -4.5)

  @Test("The inverse undoes the map")
  func inverts() throws {
    let inverse = try #require(Self.map.inverted())
    let point = Point(x: 3.5, y: -2.25)
    let back = inverse.applied(to: Self.map.applied(to: point))
    #expect(abs(back.x - point.x) < 1e-12 && abs(back.y - point.y) < 1e-12)
  }

  @Test("A map that flattens or is not finite has no inverse")
  func refusesToInvert() {
    #expect(AffineTransform(a: 1, b: 2, tx: 0, c: 2, d: 4, ty: 0).inverted() == nil)
    #expect(AffineTransform(a: .nan, b: 0, tx: 0, c: 0, d: 1, ty: 0).inverted() == nil)
    #expect(AffineTransform(a: 1, b: 0, tx: .infinity, c: 0, d: 1, ty: 0).inverted() == nil)
    #expect(AffineTransform.scaling(x: 1e-200, y: 1e-200).inverted() == nil)
  }

  @Test("Concatenation applies the first map first")
  func concatenates() {
    let next = AffineTransform(a: 0, b: -2, tx: 1, c: 2, d: 0, ty: 5)
    let point = Point(x: 3.5, y: -2.25)
    #expect(
      Self.map.concatenated(with: next).applied(to: point) == next.applied(to: Self.map.applied(to: point)))
    #expect(Self.map.concatenated(with: .identity) == Self.map)
  }

  @Test("Rectangles overlap in their common part only")
  func intersects() {
    let first = Rectangle(x: 1, y: 2, width: 4, height: 5)
    #expect(
      first.intersection(Rectangle(x: 3, y: 0, width: 9, height: 4))
        == Rectangle(x: 3, y: 2, width: 2, height: 2))
    #expect(first.intersection(Rectangle(x: 5, y: 2, width: 1, height: 1)) == nil)
    #expect(first.area == 20 && first.center == Point(x: 3, y: 4.5))
    #expect(Rectangle(x: 0, y: 0, width: -2, height: 3).area == 0)
  }

  @Test("A picture takes exactly the values of its size")
  func checksPixelCount() {
    #expect(Image(width: 2, height: 1, pixels: [1, 2, 3, 4, 5, 6])?.pixels.count == 6)
    #expect(Image(width: 2, height: 1, pixels: [1, 2, 3, 4, 5]) == nil)
    #expect(Image(width: -2, height: -1, pixels: [1, 2, 3, 4, 5, 6]) == nil)
    #expect(Image(width: .max, height: 2, pixels: []) == nil)
    #expect(Image(width: 0, height: 5, pixels: [])?.height == 5)
    #expect(Image(width: -1, height: 3).width == 0)
  }

  @Test("Turning a picture with each orientation and back restores it", arguments: Orientation.allCases)
  func turnsBack(orientation: Orientation) throws {
    var image = Image(width: 5, height: 3)
    for index in image.pixels.indices { image.pixels[index] = UInt8(index) }
    let back: Orientation =
      switch orientation {
      case .turnedLeft: .turnedRight
      case .turnedRight: .turnedLeft
      default: orientation
      }
    #expect(image.turnedUpright(from: orientation).turnedUpright(from: back) == image)
  }
}
