import Testing

@testable import Imaging

@Suite("Grey planes")
struct GrayPlaneTests {
  private static func picture(_ width: Int, _ height: Int) -> Image {
    var generator = SeededGenerator(seed: 41)
    return Image(width: width, height: height) { pixels in
      for index in pixels.indices { pixels[index] = UInt8.random(in: 0...255, using: &generator) }
    }
  }

  /// The same steps written out for one type, whose results must agree to the last bit.
  private static func check<Value: BinaryFloatingPoint & Sendable>(
    _ type: Value.Type, _ width: Int, _ height: Int
  ) {
    let image = picture(width, height)
    let plane = GrayPlane<Value>(image)
    let brightness = (0..<width * height).map { index -> Value in
      let values = (0..<3).map { Value(Int(image.pixels[3 * index + $0])) }
      return Value(0.299) * values[0] + Value(0.587) * values[1] + Value(0.114) * values[2]
    }
    #expect(plane.values == brightness)
    for radius in 0...3 {
      let mean = plane.boxMean(radius: radius)
      for row in 0..<height {
        for column in 0..<width {
          var (sum, count): (Double, Double) = (0, 0)
          for y in max(0, row - radius)...min(height - 1, row + radius) {
            for x in max(0, column - radius)...min(width - 1, column + radius) {
              sum += Double(plane[x, y])
              count += 1
            }
          }
          #expect(abs(Double(mean[column, row]) - sum / count) < 1e-3)
        }
      }
    }
  }

  @Test(
    "Brightness and means agree with plain loops in both precisions",
    arguments: [(1, 1), (7, 5), (20, 3), (2, 16)])
  func plainLoops(width: Int, height: Int) {
    Self.check(Float.self, width, height)
    Self.check(Double.self, width, height)
  }

  @Test("Values belong to their places")
  func places() {
    let plane = GrayPlane<Float>(width: 3, height: 2) { column, row in Float(10 * row + column) }
    #expect(plane.values == [0, 1, 2, 10, 11, 12])
    #expect(plane[2, 1] == 12)
  }
}
