extension Image {
  /// The whole picture at another size.
  ///
  /// A triangle filter runs along each axis. When an axis shrinks, the filter is two output pixels wide, so
  /// no fine pattern turns into a coarse one; when it grows, the result is a linear interpolation.
  ///
  /// - Parameters:
  ///   - width: New pixels per row; a negative number counts as 0.
  ///   - height: New number of rows; a negative number counts as 0.
  public func resized(width: Int, height: Int) -> Image {
    letterboxed(width: width, height: height, canvasWidth: width, canvasHeight: height)
  }

  /// The whole picture at another size, at the top left of a black canvas: what a network with a fixed input
  /// size takes.
  ///
  /// - Parameters:
  ///   - width: Pixels per row of the resized picture, at most `canvasWidth`; more counts as that.
  ///   - height: Number of rows of the resized picture, at most `canvasHeight`; more counts as that.
  ///   - canvasWidth: Pixels per row of the result.
  ///   - canvasHeight: Number of rows of the result.
  public func letterboxed(width: Int, height: Int, canvasWidth: Int, canvasHeight: Int) -> Image {
    let newWidth = min(width, canvasWidth)
    let newHeight = min(height, canvasHeight)
    if newWidth == self.width, newHeight == self.height, canvasWidth == newWidth, canvasHeight == newHeight {
      return self
    }
    var result = Image(width: canvasWidth, height: canvasHeight)
    guard newWidth > 0, newHeight > 0, self.width > 0, self.height > 0 else { return result }
    if newWidth == self.width, newHeight == self.height {
      // The filter would give every pixel the weight 1.
      let count = newWidth * 3
      result.pixels.withUnsafeMutableBufferPointer { target in
        for row in 0..<newHeight {
          _ = target[(row * canvasWidth * 3)...].update(
            fromContentsOf: pixels[(row * count)..<(row + 1) * count])
        }
      }
      return result
    }
    let resampler = SeparableResampler(
      horizontal: .triangle(inputCount: self.width, outputCount: newWidth),
      vertical: .triangle(inputCount: self.height, outputCount: newHeight))
    result.pixels.withUnsafeMutableBufferPointer {
      resampler.resample(self, into: $0, targetWidth: canvasWidth)
    }
    return result
  }
}
