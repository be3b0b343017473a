import Facelatch
import Foundation

/// The pictures that come with the package.
enum SamplePicture {
  static func path(_ name: String) -> Path {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return Path(root.appending(path: "SampleImages/\(name)").path)
  }

  static func image(_ name: String) throws -> Image {
    try DecodedImage(
      contentsOf: path(name), options: DecodingOptions(maximumSide: Configuration.usefulSide)
    ).image
  }
}
