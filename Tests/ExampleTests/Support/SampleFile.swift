import Facelatch
import Foundation
import TestSupport

/// Files of the package that examples are run on.
enum SampleFile {
  /// A picture that comes with the package.
  static func picture(_ name: String) -> String { path("SampleImages/" + name) }

  /// The path of a file, given from the folder of the package.
  static func path(_ name: String) -> String {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    return root.appending(path: name).path
  }

  /// A folder in which two pictures are `a.jpg` and `b.jpg`.
  static func folder(_ first: String, _ second: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(try TestFile.bytes(picture(first)), to: "a.jpg")
    try folder.write(try TestFile.bytes(picture(second)), to: "b.jpg")
    return folder
  }

  /// A picture as a webcam has it in its memory: luma of each pixel, chroma of each pair, in BT.601 of limited range.
  static func yuyv(_ image: Image) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(image.width * image.height * 2)
    for first in stride(from: 0, to: image.width * image.height, by: 2) {
      let pair = [first, first + 1].map { pixel in
        (0..<3).map { Double(image.pixels[3 * pixel + $0]) }
      }
      let (red, green, blue) = (pair[0][0], pair[0][1], pair[0][2])
      let luma = pair.map { 16 + 0.2568 * $0[0] + 0.5041 * $0[1] + 0.0979 * $0[2] }
      let chroma = [
        128 - 0.1482 * red - 0.2910 * green + 0.4392 * blue,
        128 + 0.4392 * red - 0.3678 * green - 0.0714 * blue,
      ]
      for value in [luma[0], chroma[0], luma[1], chroma[1]] {
        bytes.append(UInt8(min(255, max(0, value.rounded()))))
      }
    }
    return bytes
  }
}
