/// How the values of a picture lie in memory that another library filled, for example one for cameras.
///
/// All formats have 8 bits a value and rows from the top down.
public enum PixelFormat: Sendable, Equatable, CaseIterable {
  /// Three bytes a pixel: red, green, blue.
  case rgb

  /// Three bytes a pixel: blue, green, red.
  case bgr

  /// Four bytes a pixel: red, green, blue, and one that does not count.
  case rgba

  /// Four bytes a pixel: blue, green, red, and one that does not count.
  case bgra

  /// One byte a pixel: brightness.
  case grey

  /// Four bytes for two pixels: luma of the left one, difference of blue, luma of the right one, difference of red
  /// (4:2:2; also called YUY2). An odd last pixel takes four bytes too.
  case yuyv

  /// A plane of luma, one byte a pixel, and then a plane of chroma with half as many columns and rows, each rounded
  /// up: two bytes a place, the difference of blue and that of red (4:2:0). Chroma stands on the left column, between
  /// two rows, as in MPEG-2.
  case nv12

  /// Bytes that the pixels of one row take; in `nv12`, of one row of luma.
  ///
  /// - Parameter width: Pixels, at most 2³¹.
  func rowByteCount(width: Int) -> Int {
    switch self {
    case .rgb, .bgr: 3 * width
    case .rgba, .bgra: 4 * width
    case .grey, .nv12: width
    case .yuyv: Self.evenCount(width) * 2
    }
  }

  /// A number rounded up to an even one: bytes of a row of chroma in `nv12`.
  static func evenCount(_ width: Int) -> Int { width + width % 2 }
}
