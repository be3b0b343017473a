import TestSupport
import Testing

@testable import Imaging

@Suite("Resizing and warping")
struct ResamplingTests {
  private static func original() throws -> Image {
    try #require(PPM.picture(atPath: Fixtures.path("resampling-original.ppm")))
  }

  /// A picture of random values.
  private static func noise(width: Int, height: Int, seed: UInt64 = 1) -> Image {
    var generator = SeededGenerator(seed: seed)
    var image = Image(width: width, height: height)
    for index in image.pixels.indices { image.pixels[index] = UInt8.random(in: 0...255, using: &generator) }
    return image
  }

  @Test(
    "Resizing agrees with Pillow's bilinear filter",
    arguments: [(20, 15), (17, 31), (59, 44), (90, 100), (7, 80)])
  func resizesLikePillow(width: Int, height: Int) throws {
    let expected = try #require(PPM.picture(atPath: Fixtures.path("resized-\(width)x\(height).ppm")))
    #expect(Difference(try Self.original().resized(width: width, height: height), expected).largest <= 1)
  }

  @Test("Resizing keeps an even colour exactly, at any size")
  func keepsEvenColor() {
    for color in [UInt8(0), 1, 128, 254, 255] {
      let image = Image(width: 9, height: 7).filled(with: color)
      for (width, height) in [(1, 1), (9, 1), (1, 7), (4, 20), (100, 3), (10, 8)] {
        #expect(
          image.resized(width: width, height: height)
            == Image(width: width, height: height).filled(with: color))
      }
    }
  }

  @Test("Shrinking a fine chessboard gives grey, not a coarse pattern")
  func resizingIsAntialiased() {
    let gray = Self.chessboard(side: 64).resized(width: 9, height: 9)
    #expect(gray.pixels.allSatisfy { (120...135).contains($0) })
  }

  @Test("Resizing to the same size changes nothing; to no size gives an empty picture")
  func handlesTrivialSizes() {
    let image = Self.noise(width: 5, height: 4)
    #expect(image.resized(width: 5, height: 4) == image)
    #expect(image.resized(width: 0, height: 4).pixels.isEmpty)
    #expect(image.resized(width: -1, height: -7) == Image(width: 0, height: 0))
    #expect(Image(width: 0, height: 3).resized(width: 2, height: 2) == Image(width: 2, height: 2))
  }

  @Test("A picture that fits its canvas is copied as it is")
  func letterboxedInItsSize() {
    var image = Image(width: 5, height: 3)
    for index in image.pixels.indices { image.pixels[index] = UInt8(index * 5 + 1) }
    let canvas = image.letterboxed(width: 5, height: 3, canvasWidth: 8, canvasHeight: 4)
    for y in 0..<4 {
      for x in 0..<8 {
        for channel in 0..<3 {
          let expected = x < 5 && y < 3 ? image.pixels[(y * 5 + x) * 3 + channel] : 0
          #expect(canvas.pixels[(y * 8 + x) * 3 + channel] == expected)
        }
      }
    }
  }

  @Test("A letterboxed picture sits at the top left of a black canvas")
  func letterboxes() {
    let image = Self.noise(width: 40, height: 20)
    let canvas = image.letterboxed(width: 16, height: 8, canvasWidth: 16, canvasHeight: 12)
    let plain = image.resized(width: 16, height: 8)
    #expect(Array(canvas.pixels[..<plain.pixels.count]) == plain.pixels)
    #expect(canvas.pixels[plain.pixels.count...].allSatisfy { $0 == 0 })
    let narrow = image.letterboxed(width: 10, height: 12, canvasWidth: 16, canvasHeight: 12)
    #expect(narrow.pixels[30..<48].allSatisfy { $0 == 0 })
    #expect(narrow.cropped(width: 10) == image.resized(width: 10, height: 12))
  }

  @Test(
    "Warping agrees with OpenCV's linear interpolation and black border",
    arguments: [
      ("turned", [0.9, -0.3, 9.25, 0.3, 0.9, -4.5]), ("grown", [0.31, 0.02, 12.1, -0.04, 0.28, 20.7]),
      ("mirrored", [-1, 0, 60, 0, 1, 0]), ("outside", [1, 0.5, -20.4, 0.1, 1.2, -15.3]),
      ("shrunk", [2.3, -0.6, 5.5, 0.6, 2.3, -12.25]),
    ])
  func warpsLikeOpenCV(name: String, numbers: [Double]) throws {
    let expected = try #require(PPM.picture(atPath: Fixtures.path("warped-\(name).ppm")))
    let map = AffineTransform(
      a: numbers[0], b: numbers[1], tx: numbers[2], c: numbers[3], d: numbers[4], ty: numbers[5])
    let warped = try Self.original().warped(by: map, width: 40, height: 36, antialiased: false)
    #expect(Difference(warped, expected).largest <= 2)
  }

  @Test("Warping by whole pixels copies them", arguments: [(0, 0), (3, -2), (-7, 5), (100, 0)])
  func copiesWholePixels(shiftX: Int, shiftY: Int) {
    let image = Self.noise(width: 13, height: 11)
    let warped = image.warped(by: .translation(x: Double(shiftX), y: Double(shiftY)), width: 15, height: 12)
    for y in 0..<12 {
      for x in 0..<15 {
        #expect(warped.color(x, y) == image.color(x + shiftX, y + shiftY))
      }
    }
  }

  @Test("The inner loop and the border agree with a plain implementation for small pictures of all sizes")
  func agreesWithPlainImplementation() {
    var generator = SeededGenerator(seed: 5)
    for width in 1...7 {
      for height in 1...7 {
        let image = Self.noise(width: width, height: height, seed: UInt64(width * 8 + height))
        var random: Double { Double.random(in: -1...1, using: &generator) }
        let map = AffineTransform(a: random, b: random, tx: 4 * random, c: random, d: random, ty: 4 * random)
        let warped = image.warped(by: map, width: 9, height: 8, antialiased: false)
        #expect(Difference(warped, image.plainlyWarped(by: map, width: 9, height: 8)).largest <= 1)
      }
    }
  }

  @Test("A shrinking warp averages, so a fine chessboard becomes grey; without anti-aliasing it does not")
  func warpingIsAntialiased() {
    let board = Self.chessboard(side: 120)
    let map = AffineTransform(a: 3.7, b: -1.3, tx: 32, c: 1.3, d: 3.7, ty: 8)
    let smooth = board.warped(by: map, width: 16, height: 16)
    #expect(smooth.pixels.allSatisfy { (108...147).contains($0) })
    let rough = board.warped(by: map, width: 16, height: 16, antialiased: false)
    #expect(rough.pixels.contains { $0 < 40 || $0 > 215 })
  }

  @Test("An anti-aliased warp keeps places: a shrinking warp equals resizing up to its softer filter")
  func antialiasedWarpKeepsPlaces() throws {
    let image = try Self.original()
    for factor in [1.5, 2, 2.5, 3] {
      let width = Int(60 / factor)
      let height = Int(45 / factor)
      let map = AffineTransform.scaling(x: 60 / Double(width), y: 45 / Double(height))
      let difference = Difference(
        image.warped(by: map, width: width, height: height), image.resized(width: width, height: height))
      #expect(difference.mean < 4, "factor \(factor)")
    }
  }

  @Test("A ramp keeps its values under an anti-aliased warp, away from the border")
  func antialiasedWarpIsUnbiased() {
    var ramp = Image(width: 200, height: 200)
    for y in 0..<200 {
      for x in 0..<200 {
        for channel in 0..<3 { ramp.pixels[(y * 200 + x) * 3 + channel] = UInt8(x + 20) }
      }
    }
    let map = AffineTransform(a: 2.7, b: 0.9, tx: 20.3, c: -0.9, d: 2.7, ty: 60.1)
    let warped = ramp.warped(by: map, width: 40, height: 30)
    for y in 0..<30 {
      for x in 0..<40 {
        let place = map.applied(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        guard (8...192).contains(place.x), (8...192).contains(place.y) else { continue }
        #expect(abs(Double(warped.color(x, y)[0]) - (place.x - 0.5 + 20)) <= 1.2)
      }
    }
  }

  @Test("A map that is not finite, or leads far away, gives a black picture")
  func survivesExtremeMaps() {
    let image = Self.noise(width: 6, height: 6)
    let black = Image(width: 5, height: 4)
    for number in [Double.nan, .infinity, 1e300, -1e300, 1e18, -1e18] {
      for antialiased in [true, false] {
        let far = AffineTransform(a: 1, b: 0, tx: number, c: 0, d: 1, ty: 0)
        #expect(image.warped(by: far, width: 5, height: 4, antialiased: antialiased) == black)
        let steep = AffineTransform(a: number, b: number, tx: 0, c: 0, d: 1, ty: 0)
        let warped = image.warped(by: steep, width: 5, height: 4, antialiased: antialiased)
        #expect(warped.pixels.count == 60)
      }
    }
    #expect(image.warped(by: .identity, width: 0, height: -3) == Image(width: 0, height: 0))
  }

  private static func chessboard(side: Int) -> Image {
    var image = Image(width: side, height: side)
    for y in 0..<side {
      for x in 0..<side where (x + y) % 2 == 0 {
        for channel in 0..<3 { image.pixels[(y * side + x) * 3 + channel] = 255 }
      }
    }
    return image
  }
}

extension Image {
  fileprivate func filled(with value: UInt8) -> Image {
    var result = self
    for index in result.pixels.indices { result.pixels[index] = value }
    return result
  }

  /// The left part of the picture.
  fileprivate func cropped(width newWidth: Int) -> Image {
    var result = Image(width: newWidth, height: height)
    for y in 0..<height {
      for x in 0..<newWidth * 3 { result.pixels[y * newWidth * 3 + x] = pixels[y * width * 3 + x] }
    }
    return result
  }

  /// Red, green and blue of a pixel; black outside.
  fileprivate func color(_ x: Int, _ y: Int) -> [UInt8] {
    guard (0..<width).contains(x), (0..<height).contains(y) else { return [0, 0, 0] }
    return Array(pixels[((y * width + x) * 3)..<((y * width + x) * 3 + 3)])
  }

  /// Bilinear warping as the definition says it.
  fileprivate func plainlyWarped(by map: AffineTransform, width newWidth: Int, height newHeight: Int) -> Image
  {
    var result = Image(width: newWidth, height: newHeight)
    for y in 0..<newHeight {
      for x in 0..<newWidth {
        let place = map.applied(to: Point(x: Double(x) + 0.5, y: Double(y) + 0.5))
        let left = (place.x - 0.5).rounded(.down)
        let top = (place.y - 0.5).rounded(.down)
        for channel in 0..<3 {
          var sum = 0.0
          for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let weightX = 1 - abs(place.x - 0.5 - left - Double(dx))
            let weightY = 1 - abs(place.y - 0.5 - top - Double(dy))
            sum += weightX * weightY * Double(color(Int(left) + dx, Int(top) + dy)[channel])
          }
          result.pixels[(y * newWidth + x) * 3 + channel] = UInt8(sum.rounded())
        }
      }
    }
    return result
  }
}
