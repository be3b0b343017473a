import Foundation
import TestSupport

@testable import Imaging

/// How far two pictures are apart, in levels of 0…255.
struct Difference {
  var largest = 0
  var mean = 0.0

  /// Pictures of different sizes are infinitely far apart.
  init(_ first: Image, _ second: Image) {
    guard first.width == second.width, first.height == second.height else {
      largest = .max
      mean = .infinity
      return
    }
    var sum = 0
    for (one, other) in zip(first.pixels, second.pixels) {
      let distance = abs(Int(one) - Int(other))
      largest = max(largest, distance)
      sum += distance
    }
    mean = Double(sum) / Double(max(1, first.pixels.count))
  }
}

/// Reads the simplest picture format there is: `P6`, width, height, 255, then the values.
enum PPM {
  static func picture(atPath path: String) -> Image? {
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let bytes = [UInt8](data)
    var fields: [String] = []
    var position = 0
    while fields.count < 4, position < bytes.count {
      let end = bytes[position...].firstIndex { $0 == 0x20 || $0 == 0x0A } ?? bytes.count
      fields.append(String(decoding: bytes[position..<end], as: UTF8.self))
      position = end + 1
    }
    guard fields.count == 4, fields[0] == "P6", let width = Int(fields[1]), let height = Int(fields[2]) else {
      return nil
    }
    return Image(width: width, height: height, pixels: Array(bytes[min(position, bytes.count)...]))
  }
}

/// The folder of the test pictures.
enum Fixtures {
  static let folder = Bundle.module.bundleURL.appendingPathComponent("Fixtures/Pictures").path

  static func path(_ name: String) -> String { "\(folder)/\(name)" }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// Names of all files with one of the endings.
  static func names(endings: [String]) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { name in endings.contains { name.hasSuffix($0) } }.sorted()
  }
}

extension SeededGenerator {
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}

extension Fixtures {
  /// All pictures whose pixels are known.
  static func picturesWithExpectation() throws -> [String] {
    try names(endings: [".png", ".jpg"]).filter { expectedPicture(for: $0) != nil }
  }

  /// `NAME.ppm` for `NAME.png`, `NAME.jpg` and `NAME--variant.*`.
  static func expectedPicture(for name: String) -> Image? {
    var base = name
    if let dot = base.lastIndex(of: ".") { base = String(base[..<dot]) }
    if let variant = base.range(of: "--") { base = String(base[..<variant.lowerBound]) }
    return PPM.picture(atPath: path(base + ".ppm"))
  }
}
