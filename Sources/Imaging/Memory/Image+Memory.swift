extension Image {
  /// Copies a picture out of memory that another library filled.
  ///
  /// - Parameters:
  ///   - bytes: From the first byte of the upper row on; more than the picture takes is allowed. It is read during the
  ///     call only.
  ///   - width: Pixels per row.
  ///   - height: Number of rows.
  ///   - format: The order of the values.
  ///   - bytesPerRow: Bytes from the beginning of a row to that of the next one, which the last row need not fill; `nil`
  ///     where rows follow each other without padding. In `nv12` it holds for both planes, of which the second begins
  ///     `height * bytesPerRow` bytes after the first.
  ///   - matrix: How luma and chroma were made, for `yuyv` and `nv12`; webcams use BT.601.
  ///   - range: Which values luma and chroma use, for `yuyv` and `nv12`; webcams use the limited range.
  /// - Throws: `PixelMemoryError` where the bytes cannot hold such a picture.
  public init(
    bytes: UnsafeRawBufferPointer, width: Int, height: Int, format: PixelFormat, bytesPerRow: Int? = nil,
    matrix: ColorMatrix = .bt601, range: ColorRange = .limited
  ) throws(PixelMemoryError) {
    try Self.checkSize(width, height)
    if format == .nv12 {
      let lumaStride = bytesPerRow ?? width
      let lumaCount = try PixelPlane.byteCount(
        .luma, rowByteCount: width, rowCount: height, bytesPerRow: lumaStride)
      // Padding belongs to the last row too, because chroma comes after it.
      let (chromaStart, isTooFar) = lumaCount.addingReportingOverflow(lumaStride - width)
      guard !isTooFar else { throw .rowsTooFarApart(.luma, bytesPerRow: lumaStride) }
      let luma = UnsafeRawBufferPointer(rebasing: bytes.prefix(chromaStart))
      let chroma = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(chromaStart))
      try self.init(
        luma: luma, lumaBytesPerRow: lumaStride, chroma: chroma,
        chromaBytesPerRow: bytesPerRow ?? PixelFormat.evenCount(width), width: width, height: height,
        matrix: matrix, range: range)
      return
    }
    let rowByteCount = format.rowByteCount(width: width)
    let plane = try PixelPlane(
      .pixels, in: bytes, rowByteCount: rowByteCount, rowCount: height,
      bytesPerRow: bytesPerRow ?? rowByteCount)
    self =
      switch format {
      case .rgb: Self(plane, width, height, step: 3, red: 0, green: 1, blue: 2)
      case .bgr: Self(plane, width, height, step: 3, red: 2, green: 1, blue: 0)
      case .rgba: Self(plane, width, height, step: 4, red: 0, green: 1, blue: 2)
      case .bgra: Self(plane, width, height, step: 4, red: 2, green: 1, blue: 0)
      case .grey: Self(plane, width, height, step: 1, red: 0, green: 0, blue: 0)
      case .yuyv, .nv12: Self(yuyv: plane, width, height, ColorCoefficients(matrix, range))
      }
  }

  /// Copies a picture out of an array, whose bytes lie as in the form for raw memory.
  ///
  /// - Throws: `PixelMemoryError` where the bytes cannot hold such a picture.
  public init(
    bytes: [UInt8], width: Int, height: Int, format: PixelFormat, bytesPerRow: Int? = nil,
    matrix: ColorMatrix = .bt601, range: ColorRange = .limited
  ) throws(PixelMemoryError) {
    let result = bytes.withUnsafeBytes { memory in
      Result { () throws(PixelMemoryError) in
        try Image(
          bytes: memory, width: width, height: height, format: format, bytesPerRow: bytesPerRow,
          matrix: matrix, range: range)
      }
    }
    self = try result.get()
  }

  /// Copies a picture in NV12 whose two planes lie apart. See `PixelFormat.nv12` for their layout.
  ///
  /// - Parameters:
  ///   - luma: From the first byte of the upper row on; read during the call only.
  ///   - lumaBytesPerRow: Bytes from the beginning of a row to that of the next one, `width` or more.
  ///   - chroma: From the first byte of the upper row on; read during the call only.
  ///   - chromaBytesPerRow: The same for chroma; `width`, rounded up to an even number, or more.
  ///   - width: Pixels per row.
  ///   - height: Number of rows.
  ///   - matrix: How luma and chroma were made.
  ///   - range: Which values they use.
  /// - Throws: `PixelMemoryError` where the planes cannot hold such a picture.
  public init(
    luma: UnsafeRawBufferPointer, lumaBytesPerRow: Int, chroma: UnsafeRawBufferPointer,
    chromaBytesPerRow: Int,
    width: Int, height: Int, matrix: ColorMatrix = .bt601, range: ColorRange = .limited
  ) throws(PixelMemoryError) {
    try Self.checkSize(width, height)
    let light = try PixelPlane(
      .luma, in: luma, rowByteCount: width, rowCount: height, bytesPerRow: lumaBytesPerRow)
    let colour = try PixelPlane(
      .chroma, in: chroma, rowByteCount: PixelFormat.evenCount(width), rowCount: (height + 1) / 2,
      bytesPerRow: chromaBytesPerRow)
    self.init(luma: light, chroma: colour, width, height, ColorCoefficients(matrix, range))
  }

  private static func checkSize(_ width: Int, _ height: Int) throws(PixelMemoryError) {
    let allowed = 1...Int(Int32.max)
    guard allowed.contains(width), allowed.contains(height) else {
      throw .impossibleSize(width: width, height: height)
    }
  }

  /// Rearranges pixels whose values have fixed places.
  ///
  /// - Parameters:
  ///   - step: Bytes a pixel.
  ///   - red, green, blue: The places of the values within a pixel.
  @inline(__always)
  private init(
    _ plane: PixelPlane, _ width: Int, _ height: Int, step: Int, red: Int, green: Int, blue: Int
  ) {
    self.init(width: width, height: height) { pixels in
      for row in 0..<height {
        let source = plane[row]
        let target = row * width * 3
        for column in 0..<width {
          pixels[target + 3 * column] = source[step * column + red]
          pixels[target + 3 * column + 1] = source[step * column + green]
          pixels[target + 3 * column + 2] = source[step * column + blue]
        }
      }
    }
  }

  /// - Parameter yuyv: Rows of `PixelFormat.yuyv`.
  private init(yuyv plane: PixelPlane, _ width: Int, _ height: Int, _ coefficients: ColorCoefficients) {
    let layout = PlanarLayout(width: width, height: height, chroma: .halvedHorizontally)
    let pairs = layout.chromaWidth
    let planes = [UInt8](unsafeUninitializedCapacity: layout.byteCount) { planes, count in
      let blue = width * height
      let red = blue + pairs * height
      for row in 0..<height {
        let source = plane[row]
        for column in 0..<width { planes[row * width + column] = source[2 * column] }
        for pair in 0..<pairs {
          planes[blue + row * pairs + pair] = source[4 * pair + 1]
          planes[red + row * pairs + pair] = source[4 * pair + 3]
        }
      }
      count = layout.byteCount
    }
    let conversion = PlanarConversion(layout: layout, coefficients: coefficients)
    self = planes.withUnsafeBufferPointer { conversion.image($0) }
  }

  /// - Parameters:
  ///   - luma, chroma: Rows of `PixelFormat.nv12`.
  private init(
    luma: PixelPlane, chroma: PixelPlane, _ width: Int, _ height: Int, _ coefficients: ColorCoefficients
  ) {
    let layout = PlanarLayout(width: width, height: height, chroma: .halved(.left))
    let (columns, rows) = (layout.chromaWidth, layout.chromaHeight)
    let planes = [UInt8](unsafeUninitializedCapacity: layout.byteCount) { planes, count in
      for row in 0..<height {
        let source = luma[row]
        for column in 0..<width { planes[row * width + column] = source[column] }
      }
      let blue = width * height
      let red = blue + columns * rows
      for row in 0..<rows {
        let source = chroma[row]
        for column in 0..<columns {
          planes[blue + row * columns + column] = source[2 * column]
          planes[red + row * columns + column] = source[2 * column + 1]
        }
      }
      count = layout.byteCount
    }
    let conversion = PlanarConversion(layout: layout, coefficients: coefficients)
    self = planes.withUnsafeBufferPointer { conversion.image($0) }
  }
}
