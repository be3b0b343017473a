import Imaging
import TestSupport
import Testing

@testable import Imaging

/// The conversion as its standards state it, value by value in floating point.
private struct PlainConversion {
  let layout: PlanarLayout
  let matrix: ColorMatrix
  let range: ColorRange

  func pixels(_ planes: [UInt8]) -> [Double] {
    let (width, height) = (layout.width, layout.height)
    let count = layout.chromaWidth * layout.chromaHeight
    let blue = Array(planes[(width * height)..<(width * height + count)])
    let red = Array(planes[(width * height + count)...])
    let (kr, kb) = matrix.weights
    let kg = 1 - kr - kb
    var result: [Double] = []
    for y in 0..<height {
      for x in 0..<width {
        let (black, lumaSpan, chromaSpan): (Double, Double, Double) =
          range == .full ? (0, 255, 255) : (16, 219, 224)
        let light = (Double(planes[y * width + x]) - black) / lumaSpan
        let cb = layout.chroma == .none ? 0 : (sample(blue, x, y) - 128) / chromaSpan
        let cr = layout.chroma == .none ? 0 : (sample(red, x, y) - 128) / chromaSpan
        let r = light + 2 * (1 - kr) * cr
        let b = light + 2 * (1 - kb) * cb
        let g = (light - kr * r - kb * b) / kg
        result += [r, g, b].map { min(255, max(0, $0 * 255)) }
      }
    }
    return result
  }

  private func sample(_ plane: [UInt8], _ x: Int, _ y: Int) -> Double {
    let across: Double
    let down: Double
    switch layout.chroma {
    case .none, .full: (across, down) = (Double(x), Double(y))
    case .halvedHorizontally: (across, down) = (Double(x) / 2, Double(y))
    case .halved(.centred): (across, down) = ((Double(x) + 0.5) / 2 - 0.5, (Double(y) + 0.5) / 2 - 0.5)
    case .halved(.left): (across, down) = (Double(x) / 2, (Double(y) + 0.5) / 2 - 0.5)
    case .halved(.topLeft): (across, down) = (Double(x) / 2, Double(y) / 2)
    }
    let (left, top) = (across.rounded(.down), down.rounded(.down))
    func value(_ column: Double, _ row: Double) -> Double {
      let column = min(max(0, Int(column)), layout.chromaWidth - 1)
      let row = min(max(0, Int(row)), layout.chromaHeight - 1)
      return Double(plane[row * layout.chromaWidth + column])
    }
    let (fx, fy) = (across - left, down - top)
    return (value(left, top) * (1 - fx) + value(left + 1, top) * fx) * (1 - fy)
      + (value(left, top + 1) * (1 - fx) + value(left + 1, top + 1) * fx) * fy
  }
}

@Suite("Colours")
struct ColorConversionTests {
  static let chromas: [PlanarLayout.Chroma] = [
    .none, .halved(.centred), .halved(.left), .halved(.topLeft), .halvedHorizontally, .full,
  ]

  private static func image(
    _ layout: PlanarLayout, _ matrix: ColorMatrix, _ range: ColorRange, _ planes: [UInt8]
  ) -> Image {
    planes.withUnsafeBufferPointer {
      PlanarConversion(layout: layout, coefficients: ColorCoefficients(matrix, range)).image($0)
    }
  }

  @Test("Every size, kind of chroma, matrix and range gives the values of the standards", arguments: chromas)
  func reference(chroma: PlanarLayout.Chroma) {
    var generator = SeededGenerator(seed: 11)
    let sizes = (1...5).flatMap { width in (1...5).map { (width, $0) } } + [(33, 4), (18, 9), (64, 2)]
    for (width, height) in sizes {
      let layout = PlanarLayout(width: width, height: height, chroma: chroma)
      for matrix in [ColorMatrix.bt601, .bt709] {
        for range in [ColorRange.full, .limited] {
          let planes = generator.bytes(layout.byteCount)
          let expected = PlainConversion(layout: layout, matrix: matrix, range: range).pixels(planes)
          let pixels = Self.image(layout, matrix, range, planes).pixels
          #expect(pixels.count == expected.count)
          let worst = zip(pixels, expected).map { abs(Double($0) - $1) }.max() ?? 0
          #expect(worst < 0.75, "\(width)×\(height) \(matrix) \(range)")
        }
      }
    }
  }

  @Test("Grey stays grey, to the value")
  func grey() {
    for value in UInt8.min...UInt8.max {
      let layout = PlanarLayout(width: 1, height: 1, chroma: .full)
      let planes = [value, 128, 128]
      #expect(Self.image(layout, .bt601, .full, planes).pixels == [value, value, value])
      let limited = (min(255, max(0, (Double(value) - 16) * 255 / 219))).rounded()
      #expect(
        Self.image(layout, .bt709, .limited, planes).pixels == [UInt8](repeating: UInt8(limited), count: 3))
    }
  }
}
