/// A pixel whose three values lie 21 bits apart in one integer, so that one multiplication weighs all three.
struct PackedColor {
  let bits: UInt64

  static let black = PackedColor(bits: 0)

  private init(bits: UInt64) { self.bits = bits }

  /// - Parameter pixel: Red, green and blue.
  init(threeBytesAt pixel: UnsafePointer<UInt8>) {
    bits = UInt64(pixel[0]) | UInt64(pixel[1]) << 21 | UInt64(pixel[2]) << 42
  }

  /// - Parameter pixel: Red, green, blue, and one more readable byte, which is left out.
  @inline(__always)
  init(fourBytesAt pixel: UnsafePointer<UInt8>) {
    let word = UInt64(UInt32(littleEndian: UnsafeRawPointer(pixel).loadUnaligned(as: UInt32.self)))
    bits = word & 0xFF | (word & 0xFF00) << 13 | (word & 0xFF_0000) << 26
  }
}

/// The bilinear mixture of four neighbouring pixels. Its weights are whole numbers that add up to 2^13, so
/// each of the three sums stays below 255 · 2^13 + 2^12 < 2^21 and none spills into the next.
struct MixedColor {
  private let sums: UInt64

  /// - Parameters:
  ///   - shareRight: Weight of the right pixels, 0 to 2^13.
  ///   - shareBelow: Weight of the lower pixels, 0 to 2^13.
  @inline(__always)
  init(
    _ upperLeft: PackedColor, _ upperRight: PackedColor, _ lowerLeft: PackedColor, _ lowerRight: PackedColor,
    _ shareRight: UInt64, _ shareBelow: UInt64
  ) {
    let half: UInt64 = 1 << 12
    let weightLowerRight = (shareRight &* shareBelow &+ half) >> 13
    let weightUpperRight = shareRight &- weightLowerRight
    let weightLowerLeft = shareBelow &- weightLowerRight
    let weightUpperLeft = (1 << 13) &- shareRight &- weightLowerLeft
    let rounding = half | half << 21 | half << 42
    sums =
      upperLeft.bits &* weightUpperLeft &+ upperRight.bits &* weightUpperRight
      &+ lowerLeft.bits &* weightLowerLeft &+ lowerRight.bits &* weightLowerRight &+ rounding
  }

  /// Writes red, green and blue.
  @inline(__always)
  func store(at target: UnsafeMutablePointer<UInt8>) {
    target[0] = UInt8(truncatingIfNeeded: sums >> 13)
    target[1] = UInt8(truncatingIfNeeded: sums >> 34)
    target[2] = UInt8(truncatingIfNeeded: sums >> 55)
  }
}
