extension Image {
  /// The part of the picture that an affine map selects, such as an upright face crop.
  ///
  /// Each output pixel takes the bilinear interpolation at the place where `outputToInput` sends its centre;
  /// outside of the picture everything is black. When the map shrinks along the picture's x or y axis by a
  /// factor f > 1 and `antialiased` is set, the source is averaged over cells of f pixels along that axis
  /// first, so the interpolation works at a scale of 1 and sees every source pixel.
  ///
  /// - Parameters:
  ///   - outputToInput: From output to source, in continuous coordinates (see `Point`). A map that holds a
  ///     number that is not finite gives a black picture.
  ///   - width: Pixels per row of the result.
  ///   - height: Number of rows of the result.
  ///   - antialiased: Whether to average first when the map shrinks; without it the result is a plain
  ///     bilinear one, comparable to OpenCV's `warpAffine` with `INTER_LINEAR`.
  public func warped(
    by outputToInput: AffineTransform, width: Int, height: Int, antialiased: Bool = true
  ) -> Image {
    guard width > 0, height > 0, outputToInput.isFinite else { return Image(width: width, height: height) }
    if antialiased, let reduction = AreaReduction(of: self, for: outputToInput, width: width, height: height)
    {
      return BilinearWarp(source: reduction.image(of: self), outputToInput: reduction.outputToReduced)
        .drawn(width: width, height: height)
    }
    return BilinearWarp(source: self, outputToInput: outputToInput).drawn(width: width, height: height)
  }
}

/// The part of a picture that a warp sees, averaged over cells as large as the steps of the warp.
private struct AreaReduction {
  let horizontal: ResamplingTable
  let vertical: ResamplingTable

  /// The warp, aimed at the averaged picture.
  let outputToReduced: AffineTransform

  /// - Returns: `nil` when the warp does not shrink or sees nothing of the picture.
  init?(of image: Image, for map: AffineTransform, width: Int, height: Int) {
    // Lengths of the rows: how far one output step in the worst direction goes along the source's axes.
    let cellWidth = max(1, (map.a * map.a + map.b * map.b).squareRoot())
    let cellHeight = max(1, (map.c * map.c + map.d * map.d).squareRoot())
    guard max(cellWidth, cellHeight) > 1 else { return nil }
    let corners = [(0, 0), (width, 0), (0, height), (width, height)].map { x, y in
      map.applied(to: Point(x: Double(x), y: Double(y)))
    }
    guard let columns = Self.cells(corners.map(\.x), cellSize: cellWidth, inputCount: image.width),
      let rows = Self.cells(corners.map(\.y), cellSize: cellHeight, inputCount: image.height)
    else { return nil }
    horizontal = .area(
      inputCount: image.width, origin: columns.origin, cellSize: cellWidth, outputCount: columns.count)
    vertical = .area(
      inputCount: image.height, origin: rows.origin, cellSize: cellHeight, outputCount: rows.count)
    outputToReduced = map.concatenated(
      with: AffineTransform(
        a: 1 / cellWidth, b: 0, tx: -columns.origin / cellWidth, c: 0, d: 1 / cellHeight,
        ty: -rows.origin / cellHeight))
  }

  func image(of source: Image) -> Image {
    var result = Image(width: horizontal.outputCount, height: vertical.outputCount)
    let resampler = SeparableResampler(horizontal: horizontal, vertical: vertical)
    let width = result.width
    result.pixels.withUnsafeMutableBufferPointer { resampler.resample(source, into: $0, targetWidth: width) }
    return result
  }

  /// The cells along one axis that cover `positions`, one more on each side, as far as the picture reaches.
  private static func cells(
    _ positions: [Double], cellSize: Double, inputCount: Int
  ) -> (origin: Double, count: Int)? {
    guard let lowest = positions.min(), let highest = positions.max(), cellSize.isFinite else { return nil }
    let origin = max(0, (lowest - cellSize).rounded(.down))
    let end = min(Double(inputCount), highest + cellSize)
    guard origin.isFinite, end > origin else { return nil }
    return (origin, Int(((end - origin) / cellSize).rounded(.up)))
  }
}
