/// Draws a picture through an affine map with bilinear interpolation; everything outside of the picture is black.
struct BilinearWarp {
  let source: Image

  /// From indices of the output (pixel centres at whole numbers) to indices of the source.
  let map: AffineTransform

  init(source: Image, outputToInput: AffineTransform) {
    self.source = source
    map = outputToInput.onPixelIndices
  }

  /// The picture of the given size. `map` must be finite.
  func drawn(width: Int, height: Int) -> Image {
    var result = Image(width: width, height: height)
    guard source.width > 0, source.height > 0, result.width > 0 else { return result }
    result.pixels.withUnsafeMutableBufferPointer { target in
      source.pixels.withUnsafeBufferPointer { pixels in
        guard let targetStart = target.baseAddress, let sourceStart = pixels.baseAddress else { return }
        for row in 0..<height {
          drawRow(row, count: width, from: sourceStart, into: targetStart + row * width * 3)
        }
      }
    }
    return result
  }

  private func drawRow(
    _ row: Int, count: Int, from pixels: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>
  ) {
    let x = Line(slope: map.a, start: map.b * Double(row) + map.tx)
    let y = Line(slope: map.c, start: map.d * Double(row) + map.ty)
    let width = Double(source.width)
    let height = Double(source.height)
    let touched = x.indices(in: 0..<count, from: -1, below: width)
      .clamped(to: y.indices(in: 0..<count, from: -1, below: height))
    // A whole pixel to the right of the four neighbours stays within the row, so pixels can be read as four bytes.
    let inner = x.indices(in: touched, from: 0, below: width - 2)
      .clamped(to: y.indices(in: touched, from: 0, below: height - 1))

    for index in touched.lowerBound..<inner.lowerBound {
      storePixel(edgeColor(pixels, x: x.value(at: index), y: y.value(at: index)), at: target + index * 3)
    }
    let rowStride = source.width * 3
    for index in inner {
      let exactX = x.value(at: index)
      let exactY = y.value(at: index)
      let left = Int(exactX)
      let top = Int(exactY)
      let shareRight = Float(exactX - Double(left))
      let shareBelow = Float(exactY - Double(top))
      let corner = pixels + top * rowStride + left * 3
      let upper = mix(color(at: corner), color(at: corner + 3), shareRight)
      let lower = mix(color(at: corner + rowStride), color(at: corner + rowStride + 3), shareRight)
      storePixel(mix(upper, lower, shareBelow), at: target + index * 3)
    }
    for index in inner.upperBound..<touched.upperBound {
      storePixel(edgeColor(pixels, x: x.value(at: index), y: y.value(at: index)), at: target + index * 3)
    }
  }

  /// Interpolates where some of the four neighbours may lie outside of the picture.
  private func edgeColor(_ pixels: UnsafePointer<UInt8>, x: Double, y: Double) -> SIMD4<Float> {
    let left = Int(x.rounded(.down))
    let top = Int(y.rounded(.down))
    let shareRight = Float(x - Double(left))
    let shareBelow = Float(y - Double(top))
    func neighbour(_ x: Int, _ y: Int) -> SIMD4<Float> {
      guard (0..<source.width).contains(x), (0..<source.height).contains(y) else { return .zero }
      let pixel = pixels + (y * source.width + x) * 3
      return SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 0)
    }
    return mix(
      mix(neighbour(left, top), neighbour(left + 1, top), shareRight),
      mix(neighbour(left, top + 1), neighbour(left + 1, top + 1), shareRight), shareBelow)
  }

  /// Red, green, blue and one value more; `pixel` must have four readable bytes.
  @inline(__always)
  private func color(at pixel: UnsafePointer<UInt8>) -> SIMD4<Float> {
    SIMD4<Float>(UnsafeRawPointer(pixel).loadUnaligned(as: SIMD4<UInt8>.self))
  }

  @inline(__always)
  private func mix(_ first: SIMD4<Float>, _ second: SIMD4<Float>, _ share: Float) -> SIMD4<Float> {
    first + (second - first) * share
  }
}

/// A source coordinate along one output row.
private struct Line {
  let slope: Double
  let start: Double

  /// The coordinate at an output index. Rounding keeps it monotonic, so what holds at both ends of a range of
  /// indices holds within it.
  @inline(__always)
  func value(at index: Int) -> Double { slope * Double(index) + start }

  /// Those of `indices` whose coordinate is at least `lower` and less than `upper`.
  func indices(in indices: Range<Int>, from lower: Double, below upper: Double) -> Range<Int> {
    func isInside(_ index: Int) -> Bool { value(at: index) >= lower && value(at: index) < upper }
    var first = indices.lowerBound
    var end = indices.upperBound
    if slope != 0 {
      // Near the answer; the loops below make it exact.
      let crossings = [(lower - start) / slope, (upper - start) / slope].sorted()
      let bounds = Double(first)...Double(end)
      if let low = crossings.first, low.isFinite { first = Int(clamp(low.rounded(.down) - 1, bounds)) }
      if let high = crossings.last, high.isFinite { end = Int(clamp(high.rounded(.up) + 1, bounds)) }
    }
    while first < end, !isInside(first) { first += 1 }
    while first < end, !isInside(end - 1) { end -= 1 }
    return first..<end
  }

  private func clamp(_ value: Double, _ bounds: ClosedRange<Double>) -> Double {
    min(max(value, bounds.lowerBound), bounds.upperBound)
  }
}
