/// Draws a picture through an affine map with bilinear interpolation; everything outside of the picture is
/// black.
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
    let touched = x.indices(in: 0..<count, from: -1, below: source.width)
      .clamped(to: y.indices(in: 0..<count, from: -1, below: source.height))
    let inner = innerIndices(of: touched, x: x, y: y)

    for index in touched.lowerBound..<inner.lowerBound {
      edgeColor(pixels, x: x.place(at: index), y: y.place(at: index)).store(at: target + index * 3)
    }
    drawInner(inner, x: x, y: y, from: pixels, into: target)
    for index in inner.upperBound..<touched.upperBound {
      edgeColor(pixels, x: x.place(at: index), y: y.place(at: index)).store(at: target + index * 3)
    }
  }

  /// Those of `indices` whose four neighbours lie in the picture, with a whole pixel more to the right, so
  /// that pixels can be read as four bytes.
  private func innerIndices(of indices: Range<Int>, x: Line, y: Line) -> Range<Int> {
    var inner = x.indices(in: indices, from: 0, below: source.width - 2)
      .clamped(to: y.indices(in: indices, from: 0, below: source.height - 1))
    // The walk below rounds differently, so its own ends decide. What holds at both ends holds between them.
    func isInside(_ index: Int) -> Bool {
      let column = x.walk(from: inner.lowerBound).pixel(after: index - inner.lowerBound)
      let row = y.walk(from: inner.lowerBound).pixel(after: index - inner.lowerBound)
      return (0..<source.width - 2).contains(column) && (0..<source.height - 1).contains(row)
    }
    while let last = inner.last, !isInside(last) { inner = inner.dropLast() }
    while let first = inner.first, !isInside(first) { inner = inner.dropFirst() }
    return inner
  }

  private func drawInner(
    _ indices: Range<Int>, x: Line, y: Line, from pixels: UnsafePointer<UInt8>,
    into target: UnsafeMutablePointer<UInt8>
  ) {
    guard !indices.isEmpty else { return }
    let rowStride = source.width * 3
    var horizontal = x.walk(from: indices.lowerBound)
    var vertical = y.walk(from: indices.lowerBound)
    var targetPixel = target + indices.lowerBound * 3
    for _ in indices {
      let upper = pixels + (vertical.pixel &* rowStride &+ horizontal.pixel &* 3)
      let lower = upper + rowStride
      MixedColor(
        PackedColor(fourBytesAt: upper), PackedColor(fourBytesAt: upper + 3), PackedColor(fourBytesAt: lower),
        PackedColor(fourBytesAt: lower + 3), horizontal.share, vertical.share
      ).store(at: targetPixel)
      horizontal.advance()
      vertical.advance()
      targetPixel += 3
    }
  }

  /// Interpolates where some of the four neighbours may lie outside of the picture.
  private func edgeColor(_ pixels: UnsafePointer<UInt8>, x: FixedPlace, y: FixedPlace) -> MixedColor {
    func neighbour(_ x: Int, _ y: Int) -> PackedColor {
      guard (0..<source.width).contains(x), (0..<source.height).contains(y) else { return .black }
      return PackedColor(threeBytesAt: pixels + (y * source.width + x) * 3)
    }
    return MixedColor(
      neighbour(x.pixel, y.pixel), neighbour(x.pixel + 1, y.pixel), neighbour(x.pixel, y.pixel + 1),
      neighbour(x.pixel + 1, y.pixel + 1), x.share, y.share)
  }
}
