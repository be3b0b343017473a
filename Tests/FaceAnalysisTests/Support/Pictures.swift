import Imaging

@testable import FaceAnalysis

extension Image {
  /// A picture whose values follow from the place.
  init(width: Int, height: Int, gray: (Int, Int) -> UInt8) {
    self.init(width: width, height: height)
    var values = pixels
    for row in 0..<height {
      for column in 0..<width {
        for channel in 0..<3 { values[(row * width + column) * 3 + channel] = gray(column, row) }
      }
    }
    pixels = values
  }

  /// A picture of one brightness.
  init(width: Int, height: Int, filledWith value: UInt8) {
    self.init(width: width, height: height) { _, _ in value }
  }

  /// The picture turned by 180°.
  func upsideDown() -> Image {
    warped(
      by: AffineTransform(a: -1, b: 0, tx: Double(width), c: 0, d: -1, ty: Double(height)), width: width,
      height: height)
  }

  /// The part of the picture that begins at a place; black outside.
  func part(x: Int, y: Int, width: Int, height: Int) -> Image {
    warped(by: .translation(x: Double(x), y: Double(y)), width: width, height: height)
  }

  /// The picture turned about its middle, clockwise on the screen.
  func turned(byDegrees degrees: Double) -> Image {
    let square = FaceSquare(
      center: Point(x: Double(width) / 2, y: Double(height) / 2), side: Double(max(width, height)),
      rotation: -degrees * .pi / 180)
    let side = max(width, height)
    return warped(by: square.cropToImage(pixels: side), width: side, height: side)
  }
}
