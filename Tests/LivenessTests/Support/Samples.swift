import FaceAnalysis
import Foundation
import Imaging
import Testing

/// The bundled networks, loaded once for all tests.
enum Bundled {
  private static let shared = Result { try ModelPack.bundled() }.map { FaceModels(pack: $0) }

  static func models() throws -> FaceModels { try shared.get() }
}

/// Pictures of the package's samples.
enum Sample {
  static func image(_ file: String) throws -> Image {
    var package = URL(filePath: #filePath)
    for _ in 0..<4 { package.deleteLastPathComponent() }
    return try DecodedImage(contentsOf: package.appending(path: "SampleImages/\(file)").path()).image
  }

  /// A portrait of 480×480 pixels whose eyes are about 70 pixels apart, and its face.
  static func portrait(_ file: String = "obama.jpg") throws -> (image: Image, face: Face) {
    let whole = try image(file)
    let analyzer = FaceAnalyzer(models: try Bundled.models())
    let face = try #require(try analyzer.analyze(whole).first)
    let scale = face.quality.interEyeDistance / 70
    let middle = face.mesh[.noseTip]
    let window = AffineTransform(
      a: scale, b: 0, tx: middle.x - 240 * scale, c: 0, d: scale, ty: middle.y - 240 * scale)
    let cut = whole.warped(by: window, width: 480, height: 480)
    return (cut, try #require(try analyzer.analyze(cut).first))
  }
}

extension Image {
  /// The picture seen through a map from its places to places in this one.
  func seen(through map: (Point) -> Point) -> Image {
    var result = Image(width: width, height: height)
    var values = result.pixels
    for row in 0..<height {
      for column in 0..<width {
        let place = map(Point(x: Double(column) + 0.5, y: Double(row) + 0.5))
        let x = min(Double(width) - 1.001, max(0, place.x - 0.5))
        let y = min(Double(height) - 1.001, max(0, place.y - 0.5))
        let index = (Int(y) * width + Int(x)) * 3
        let right = x - x.rounded(.down)
        let down = y - y.rounded(.down)
        for channel in index..<index + 3 {
          let upper = Double(pixels[channel]) * (1 - right) + Double(pixels[channel + 3]) * right
          let below = channel + 3 * width
          let lower = Double(pixels[below]) * (1 - right) + Double(pixels[below + 3]) * right
          values[(row * width + column) * 3 + channel - index] = UInt8(
            (upper * (1 - down) + lower * down).rounded())
        }
      }
    }
    result.pixels = values
    return result
  }

  /// The mirror image.
  var mirrored: Image {
    warped(
      by: AffineTransform(a: -1, b: 0, tx: Double(width), c: 0, d: 1, ty: 0), width: width, height: height)
  }
}
