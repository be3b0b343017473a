/// IEEE 754 half precision as bit patterns, without relying on the processor or a runtime library for it.
enum HalfPrecision {
  @inline(__always)
  static func float(_ half: UInt16) -> Float {
    let sign = UInt32(half & 0x8000) << 16
    let magnitude = UInt32(half & 0x7fff)
    if magnitude >= 0x7c00 {
      // Infinity and not a number keep their fraction.
      return Float(bitPattern: sign | 0x7f80_0000 | (magnitude & 0x3ff) << 13)
    }
    // Moved into single precision's fields the exponent is too small by 112, also for subnormal numbers.
    let scaled = Float(bitPattern: magnitude << 13) * Float(bitPattern: (127 + 112) << 23)
    return Float(bitPattern: scaled.bitPattern | sign)
  }

  /// Rounds to the nearest half, ties to even.
  static func bits(_ value: Float) -> UInt16 {
    let sign = UInt16(truncatingIfNeeded: value.bitPattern >> 16) & 0x8000
    let magnitude = value.bitPattern & 0x7fff_ffff
    if magnitude > 0x7f80_0000 { return sign | 0x7e00 }
    // From 65520 on the nearest half is infinity.
    if magnitude >= 0x477f_f000 { return sign | 0x7c00 }
    if magnitude < 0x3880_0000 {
      // Subnormal: units of 2⁻²⁴.
      let units = (Float(bitPattern: magnitude) * 16_777_216).rounded(.toNearestOrEven)
      return sign | UInt16(units)
    }
    let rebased = magnitude - 112 << 23
    let rounded = rebased + 0xfff + (rebased >> 13 & 1)
    return sign | UInt16(truncatingIfNeeded: rounded >> 13)
  }
}
