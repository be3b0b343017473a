import TestSupport
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

  private static let sizes = [(1, 1), (7, 5), (20, 3), (2, 16)]

  /// The mean of the values that lie within a square, summed one by one.
  private static func mean(_ values: [Double], _ width: Int, _ column: Int, _ row: Int, _ radius: Int)
    -> Double
  {
    let height = values.count / width
    var (sum, count) = (0.0, 0.0)
    for y in max(0, row - radius)...min(height - 1, row + radius) {
      for x in max(0, column - radius)...min(width - 1, column + radius) {
        sum += values[y * width + x]
        count += 1
      }
    }
    return sum / count
  }

  @Test(
    "In single precision brightness agrees to the last bit and means closely with plain loops",
    arguments: sizes)
  func single(width: Int, height: Int) {
    let image = Self.picture(width, height)
    let plane = GrayPlane<Float>(image)
    for index in 0..<width * height {
      let (red, green) = (Float(image.pixels[3 * index]), Float(image.pixels[3 * index + 1]))
      #expect(plane.values[index] == 0.299 * red + 0.587 * green + 0.114 * Float(image.pixels[3 * index + 2]))
    }
    for radius in 0...3 {
      let means = plane.boxMean(radius: radius).values
      for index in means.indices {
        let plain = Self.mean(plane.values.map(Double.init), width, index % width, index / width, radius)
        #expect(abs(Double(means[index]) - plain) < 1e-3)
      }
    }
  }

  @Test(
    "In double precision brightness agrees to the last bit and means closely with plain loops",
    arguments: sizes)
  func double(width: Int, height: Int) {
    let image = Self.picture(width, height)
    let plane = GrayPlane<Double>(image)
    for index in 0..<width * height {
      let (red, green) = (Double(image.pixels[3 * index]), Double(image.pixels[3 * index + 1]))
      #expect(
        plane.values[index] == 0.299 * red + 0.587 * green + 0.114 * Double(image.pixels[3 * index + 2]))
    }
    for radius in 0...3 {
      let means = plane.boxMean(radius: radius).values
      for index in means.indices {
        let plain = Self.mean(plane.values, width, index % width, index / width, radius)
        #expect(abs(means[index] - plain) < 1e-9)
      }
    }
  }
}
