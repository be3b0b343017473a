/// Why memory holds no picture of the size and format that its caller states.
public enum PixelMemoryError: Error, Sendable, Equatable {
  /// A part of the memory that has rows of its own.
  public enum Plane: Sendable, Equatable {
    /// All values together.
    case pixels
    /// Luma of NV12.
    case luma
    /// Chroma of NV12.
    case chroma
  }

  /// A side is not from 1 to 2³¹ − 1.
  case impossibleSize(width: Int, height: Int)

  /// The rows would lie over each other, or run upwards.
  case rowsOverlap(Plane, bytesPerRow: Int, needed: Int)

  /// The rows are so far apart that the last one has no address.
  case rowsTooFarApart(Plane, bytesPerRow: Int)

  /// The memory ends before the last row does.
  case tooShort(Plane, byteCount: Int, needed: Int)
}

extension PixelMemoryError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .impossibleSize(let width, let height):
      "a picture of \(width)×\(height) pixels is impossible; give sides of 1 pixel or more"
    case .rowsOverlap(let plane, let bytesPerRow, let needed):
      "\(bytesPerRow) bytes per row of \(plane.words) are too few, a row has \(needed); check size and format"
    case .rowsTooFarApart(let plane, let bytesPerRow):
      "\(bytesPerRow) bytes per row of \(plane.words) are more than any memory holds; check the stride"
    case .tooShort(let plane, let byteCount, let needed):
      "\(byteCount) bytes of \(plane.words) are too few, the picture has \(needed); check size, format and stride"
    }
  }
}

extension PixelMemoryError.Plane {
  fileprivate var words: String {
    switch self {
    case .pixels: "pixels"
    case .luma: "luma"
    case .chroma: "chroma"
    }
  }
}
