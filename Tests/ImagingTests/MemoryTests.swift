import Foundation
import TestSupport
import Testing

@testable import Imaging

@Suite("Pictures from memory")
struct MemoryTests {
  private static let sizes = [(1, 1), (2, 1), (1, 2), (3, 2), (5, 5), (7, 4), (16, 9), (33, 6)]

  /// The places of red, green and blue in a pixel of so many bytes.
  private static let packed: [(format: PixelFormat, step: Int, places: [Int])] = [
    (.rgb, 3, [0, 1, 2]), (.bgr, 3, [2, 1, 0]), (.rgba, 4, [0, 1, 2]), (.bgra, 4, [2, 1, 0]),
    (.grey, 1, [0, 0, 0]),
  ]

  @Test("Values with fixed places are rearranged, whatever the padding", arguments: [0, 1, 13])
  func packedFormats(padding: Int) throws {
    var generator = SeededGenerator(seed: 21)
    for (format, step, places) in Self.packed {
      for (width, height) in Self.sizes {
        let stride = step * width + padding
        let bytes = generator.bytes(stride * height)
        let image = try Image(
          bytes: bytes, width: width, height: height, format: format, bytesPerRow: stride)
        var expected: [UInt8] = []
        for y in 0..<height {
          for x in 0..<width { expected += places.map { bytes[y * stride + x * step + $0] } }
        }
        #expect(image.pixels == expected, "\(format) \(width)×\(height)")
        // The last row needs no padding, and bytes behind it do no harm.
        let shortest = Array(bytes.dropLast(padding))
        #expect(
          try Image(bytes: shortest, width: width, height: height, format: format, bytesPerRow: stride)
            == image)
        if padding == 0 {
          #expect(try Image(bytes: bytes + [1, 2], width: width, height: height, format: format) == image)
        }
      }
    }
  }

  /// The value of a plane of chroma beside a place of luma, interpolated along one direction.
  private static func between(_ place: Double, _ count: Int, _ value: (Int) -> UInt8) -> Double {
    let low = place.rounded(.down)
    let first = Double(value(min(max(0, Int(low)), count - 1)))
    let second = Double(value(min(max(0, Int(low) + 1), count - 1)))
    return first + (second - first) * (place - low)
  }

  /// Red, green and blue by the formulas of BT.601, BT.709 and JFIF.
  private static func colours(
    _ luma: Double, _ blue: Double, _ red: Double, _ matrix: ColorMatrix, _ range: ColorRange
  ) -> [Double] {
    let (kr, kb) = matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let light = range == .full ? luma / 255 : (luma - 16) / 219
    let cb = (blue - 128) / (range == .full ? 255 : 224)
    let cr = (red - 128) / (range == .full ? 255 : 224)
    let r = light + 2 * (1 - kr) * cr
    let b = light + 2 * (1 - kb) * cb
    return [r, (light - kr * r - kb * b) / (1 - kr - kb), b].map { min(255, max(0, $0 * 255)) }
  }

  private static func worst(_ image: Image, _ expected: [Double]) -> Double {
    guard image.pixels.count == expected.count else { return .infinity }
    return zip(image.pixels, expected).map { abs(Double($0) - $1) }.max() ?? 0
  }

  private static let encodings: [(ColorMatrix, ColorRange)] = [
    (.bt601, .limited), (.bt601, .full), (.bt709, .limited), (.bt709, .full),
  ]

  @Test("YUYV gives the colours of the standards, odd sizes and padding too", arguments: [0, 5])
  func yuyv(padding: Int) throws {
    var generator = SeededGenerator(seed: 22)
    for (width, height) in Self.sizes {
      let pairs = (width + 1) / 2
      let stride = 4 * pairs + padding
      let bytes = generator.bytes(stride * height - padding)
      for (matrix, range) in Self.encodings {
        var expected: [Double] = []
        for y in 0..<height {
          for x in 0..<width {
            func chroma(_ place: Int) -> Double {
              Self.between(Double(x) / 2, pairs) { bytes[y * stride + 4 * $0 + place] }
            }
            let luma = Double(bytes[y * stride + 2 * x])
            expected += Self.colours(luma, chroma(1), chroma(3), matrix, range)
          }
        }
        let image = try Image(
          bytes: bytes, width: width, height: height, format: .yuyv,
          bytesPerRow: padding == 0 ? nil : stride, matrix: matrix, range: range)
        #expect(Self.worst(image, expected) < 0.75, "\(width)×\(height) \(matrix) \(range)")
      }
    }
  }

  @Test("NV12 gives the colours of the standards, in one piece and in two, odd sizes and padding too")
  func nv12() throws {
    var generator = SeededGenerator(seed: 23)
    for (width, height) in Self.sizes {
      let (columns, rows) = ((width + 1) / 2, (height + 1) / 2)
      for padding in [0, 6] {
        let (lumaStride, chromaStride) = (width + padding, 2 * columns + padding)
        let luma = generator.bytes(lumaStride * height)
        let chroma = generator.bytes(chromaStride * rows - padding)
        for (matrix, range) in Self.encodings {
          var expected: [Double] = []
          for y in 0..<height {
            for x in 0..<width {
              func value(_ place: Int) -> Double {
                let down = (Double(y) + 0.5) / 2 - 0.5
                let low = min(max(0, Int(down.rounded(.down))), rows - 1)
                let high = min(max(0, Int(down.rounded(.down)) + 1), rows - 1)
                let share = down - down.rounded(.down)
                let upper = Self.between(Double(x) / 2, columns) {
                  chroma[low * chromaStride + 2 * $0 + place]
                }
                let lower = Self.between(Double(x) / 2, columns) {
                  chroma[high * chromaStride + 2 * $0 + place]
                }
                return upper + (lower - upper) * share
              }
              expected += Self.colours(Double(luma[y * lumaStride + x]), value(0), value(1), matrix, range)
            }
          }
          let apart = try luma.withUnsafeBytes { light in
            try chroma.withUnsafeBytes { colour in
              try Image(
                luma: light, lumaBytesPerRow: lumaStride, chroma: colour, chromaBytesPerRow: chromaStride,
                width: width, height: height, matrix: matrix, range: range)
            }
          }
          #expect(Self.worst(apart, expected) < 0.75, "\(width)×\(height) \(matrix) \(range)")
          // One stride for both planes is possible where it is the same.
          guard padding == 0 || lumaStride == chromaStride else { continue }
          let together = try Image(
            bytes: luma + chroma, width: width, height: height, format: .nv12,
            bytesPerRow: padding == 0 ? nil : lumaStride, matrix: matrix, range: range)
          #expect(together == apart)
        }
      }
    }
  }

  private static let recordings = ["yuyv422", "nv12"].flatMap { format in
    ["limited", "full"].flatMap { range in ["32x24", "33x19"].map { "\(format)-\(range)-\($0)" } }
  }

  @Test("What ffmpeg stores as YUYV and NV12 has the colours that ffmpeg finds in it", arguments: recordings)
  func againstFFmpeg(name: String) throws {
    let parts = name.split(separator: "-")
    let sides = parts[2].split(separator: "x").compactMap { Int($0) }
    let image = try Image(
      bytes: Fixtures.memory(name + ".raw"), width: sides[0], height: sides[1],
      format: parts[0] == "nv12" ? .nv12 : .yuyv, range: parts[1] == "full" ? .full : .limited)
    let expected = try Image(
      bytes: Fixtures.memory(name + ".rgb"), width: sides[0], height: sides[1], format: .rgb)
    let difference = Difference(image, expected)
    #expect(difference.mean < 1, "\(difference)")
    #expect(difference.largest <= 4, "\(difference)")
  }

  @Test("Impossible sizes and strides, and memory that is too short, are refused with their numbers")
  func refusals() {
    func refusal(
      _ count: Int, _ width: Int, _ height: Int, _ format: PixelFormat, _ stride: Int? = nil
    ) -> PixelMemoryError? {
      do throws(PixelMemoryError) {
        _ = try Image(
          bytes: [UInt8](repeating: 0, count: count), width: width, height: height, format: format,
          bytesPerRow: stride)
        return nil
      } catch { return error }
    }
    #expect(refusal(9, 0, 1, .rgb) == .impossibleSize(width: 0, height: 1))
    #expect(refusal(9, 1, -1, .grey) == .impossibleSize(width: 1, height: -1))
    #expect(refusal(9, 1 << 31, 1, .bgra) == .impossibleSize(width: 1 << 31, height: 1))
    #expect(refusal(12, 2, 2, .rgb, 5) == .rowsOverlap(.pixels, bytesPerRow: 5, needed: 6))
    #expect(refusal(12, 2, 2, .rgb, -6) == .rowsOverlap(.pixels, bytesPerRow: -6, needed: 6))
    #expect(refusal(11, 2, 2, .rgb) == .tooShort(.pixels, byteCount: 11, needed: 12))
    #expect(refusal(0, 1, 1, .grey) == .tooShort(.pixels, byteCount: 0, needed: 1))
    #expect(refusal(9, 1, 3, .grey, .max) == .rowsTooFarApart(.pixels, bytesPerRow: .max))
    #expect(refusal(9, 1, 3, .nv12, .max) == .rowsTooFarApart(.luma, bytesPerRow: .max))
    #expect(refusal(15, 3, 2, .yuyv) == .tooShort(.pixels, byteCount: 15, needed: 16))
    #expect(refusal(5, 2, 2, .nv12) == .tooShort(.chroma, byteCount: 1, needed: 2))
    #expect(refusal(3, 2, 2, .nv12) == .tooShort(.luma, byteCount: 3, needed: 4))
    #expect(refusal(99, 3, 3, .nv12, 3) == .rowsOverlap(.chroma, bytesPerRow: 3, needed: 4))
    for error in [
      PixelMemoryError.impossibleSize(width: 0, height: 1), .rowsOverlap(.luma, bytesPerRow: 1, needed: 2),
      .rowsTooFarApart(.chroma, bytesPerRow: 3), .tooShort(.pixels, byteCount: 4, needed: 5),
    ] {
      #expect(!error.description.contains("\n") && error.description.contains("; "))
    }
  }

  @Test("No combination of numbers does harm")
  func fuzz() {
    var generator = SeededGenerator(seed: 24)
    let numbers: [Int] = [
      .min, -(1 << 40), -7, -1, 0, 1, 2, 3, 5, 8, 64, 1 << 16, (1 << 31) - 1, 1 << 31, 1 << 32, 1 << 40,
      1 << 61,
      .max - 1, .max,
    ]
    var (made, refused) = (0, 0)
    for _ in 0..<20_000 {
      func number() -> Int {
        Bool.random(using: &generator)
          ? numbers.randomElement(using: &generator) ?? 0 : Int.random(in: -2...40, using: &generator)
      }
      let bytes = generator.bytes(Int.random(in: 0...300, using: &generator))
      let (width, height) = (number(), number())
      let format = PixelFormat.allCases.randomElement(using: &generator) ?? .rgb
      do throws(PixelMemoryError) {
        let image = try Image(
          bytes: bytes, width: width, height: height, format: format,
          bytesPerRow: Bool.random(using: &generator) ? nil : number())
        #expect(image.pixels.count == width * height * 3)
        made += 1
      } catch { refused += 1 }
      let result = bytes.withUnsafeBytes { memory in
        Result {
          try Image(
            luma: memory, lumaBytesPerRow: number(), chroma: memory, chromaBytesPerRow: number(),
            width: width,
            height: height)
        }
      }
      if case .success(let image) = result { #expect(image.pixels.count == width * height * 3) }
    }
    #expect(made > 500 && refused > 500)
  }
}

extension Fixtures {
  /// Raw pictures, as `Memory/make.sh` makes them.
  static func memory(_ name: String) throws -> [UInt8] {
    let file = Bundle.module.bundleURL.appendingPathComponent("Fixtures/Memory/\(name)")
    return [UInt8](try Data(contentsOf: file))
  }
}
