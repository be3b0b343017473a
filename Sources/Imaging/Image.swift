/// A picture in 8-bit sRGB: red, green and blue interleaved, rows from top to bottom without padding,
/// upright.
public struct Image: Sendable, Equatable {
  /// Pixels per row.
  public let width: Int

  /// Number of rows.
  public let height: Int

  /// `width * height * 3` values in the order red, green, blue; row by row from the top left.
  ///
  /// The number of values belongs to the size of the picture and must not change.
  public var pixels: [UInt8] {
    didSet { precondition(pixels.count == width * height * 3, "a picture keeps its number of values") }
  }

  /// Makes a black picture.
  ///
  /// - Parameters:
  ///   - width: Pixels per row; a negative number counts as 0.
  ///   - height: Number of rows; a negative number counts as 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    pixels = [UInt8](repeating: 0, count: self.width * self.height * 3)
  }

  /// Makes a picture of given values.
  ///
  /// - Parameters:
  ///   - width: Pixels per row, 0 or more.
  ///   - height: Number of rows, 0 or more.
  ///   - pixels: Red, green and blue of each pixel, row by row.
  /// - Returns: `nil` when `pixels` does not hold exactly `width * height * 3` values.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width >= 0, height >= 0 else { return nil }
    let (area, areaOverflows) = width.multipliedReportingOverflow(by: height)
    let (count, countOverflows) = area.multipliedReportingOverflow(by: 3)
    guard !areaOverflows, !countOverflows, pixels.count == count else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Makes a picture whose values are written straight into its final memory.
  ///
  /// The memory starts uninitialised, so `body` must write all of it unless it throws.
  package init<Failure: Error>(
    width: Int, height: Int, filledBy body: (UnsafeMutableBufferPointer<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    self.width = max(0, width)
    self.height = max(0, height)
    let count = self.width * self.height * 3
    var failure: Failure?
    pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      do throws(Failure) {
        try body(UnsafeMutableBufferPointer(rebasing: buffer[0..<count]))
        initializedCount = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
