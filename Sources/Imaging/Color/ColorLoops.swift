/// The loops of the colour conversion. They work on raw memory whose extent their caller has checked, without a branch
/// that depends on a value, so that the compiler turns them into vector code.
enum ColorLoops {
  /// A weighted sum of two rows of chroma, less the value of grey: differences times 4.
  ///
  /// - Parameters:
  ///   - first, second: `count` values each; they may be the same row.
  ///   - firstWeight, secondWeight: Their sum is 4.
  ///   - sum: Room for `count` values.
  static func mix(
    _ first: UnsafePointer<UInt8>, _ firstWeight: Int16, _ second: UnsafePointer<UInt8>,
    _ secondWeight: Int16,
    count: Int, into sum: UnsafeMutablePointer<Int16>
  ) {
    for x in 0..<count {
      sum[x] = Int16(first[x]) &* firstWeight &+ Int16(second[x]) &* secondWeight &- 512
    }
  }

  /// `count` values of luma less that of black, times 2^7.
  static func lift(
    _ luma: UnsafePointer<UInt8>, black: Int16, count: Int, into lifted: UnsafeMutablePointer<Int16>
  ) {
    for x in 0..<count { lifted[x] = (Int16(luma[x]) &- black) &<< 7 }
  }

  /// 64 times `count` values, in place: as `widen` does it where there is nothing to interpolate.
  static func scale(_ row: UnsafeMutablePointer<Int16>, count: Int) {
    for x in 0..<count { row[x] = row[x] &<< 6 }
  }

  /// Twice as many values, 64 times as large: differences from grey times 2^8.
  ///
  /// - Parameters:
  ///   - half: `count` values from index 1 on; the neighbours at both ends, which are written here, are theirs.
  ///   - count: Half of `width`, rounded up.
  ///   - isCentred: Whether a value stands between two columns, and not on the left one.
  ///   - full: Room for `width` values.
  static func widen(
    _ half: UnsafeMutablePointer<Int16>, count: Int, width: Int, isCentred: Bool,
    into full: UnsafeMutablePointer<Int16>
  ) {
    half[0] = half[1]
    half[count + 1] = half[count]
    let pairs = width / 2
    let values = half + 1
    if isCentred {
      for x in 0..<pairs {
        let threefold = values[x] &* 3
        full[2 &* x] = (threefold &+ half[x]) &<< 4
        full[2 &* x &+ 1] = (threefold &+ half[x &+ 2]) &<< 4
      }
    } else {
      for x in 0..<pairs {
        full[2 &* x] = values[x] &<< 6
        full[2 &* x &+ 1] = (values[x] &+ half[x &+ 2]) &<< 5
      }
    }
    if width % 2 == 1 {
      full[width - 1] =
        isCentred ? (values[count - 1] &* 3 &+ half[count - 1]) &<< 4 : values[count - 1] &<< 6
    }
  }

  /// Red, green and blue of a row.
  ///
  /// All intermediate values have 4 fractional bits: products keep the upper 16 of 32 bits. Nothing is wider than 16
  /// bits, so that a vector holds as many values as it can.
  ///
  /// - Parameters:
  ///   - luma: `count` values from `lift`.
  ///   - blue, red: `count` differences from grey, times 2^8.
  ///   - redGreen: Room for `count` values: red in the lower byte, green in the upper one.
  ///   - blueOnly: Room for `count` values.
  static func convert(
    luma: UnsafePointer<Int16>, blue: UnsafePointer<Int16>, red: UnsafePointer<Int16>, count: Int,
    _ coefficients: ColorCoefficients, redGreen: UnsafeMutablePointer<UInt16>,
    blueOnly: UnsafeMutablePointer<UInt16>
  ) {
    let c = coefficients
    for x in 0..<count {
      let light = upperHalf(luma[x], c.luma) &+ 8
      let redValue = clamped(light &+ upperHalf(red[x], c.redFromRed))
      let greenValue = clamped(
        light &- upperHalf(blue[x], c.greenFromBlue) &- upperHalf(red[x], c.greenFromRed))
      redGreen[x] = redValue | greenValue &<< 8
      blueOnly[x] = clamped(light &+ upperHalf(blue[x], c.blueFromBlue))
    }
  }

  /// Joins `count` pixels from `convert`: red lowest, the highest byte 0.
  static func pack(
    redGreen: UnsafePointer<UInt16>, blueOnly: UnsafePointer<UInt16>, count: Int,
    into packed: UnsafeMutablePointer<UInt32>
  ) {
    for x in 0..<count { packed[x] = UInt32(redGreen[x]) | UInt32(blueOnly[x]) &<< 16 }
  }

  @inline(__always)
  private static func upperHalf(_ value: Int16, _ factor: Int16) -> Int16 {
    Int16(truncatingIfNeeded: (Int32(value) &* Int32(factor)) &>> 16)
  }

  @inline(__always)
  private static func clamped(_ value: Int16) -> UInt16 {
    UInt16(truncatingIfNeeded: max(0, min(255, value &>> 4)))
  }

  /// Writes pixels without the fourth byte.
  ///
  /// - Parameters:
  ///   - packed: `count` pixels.
  ///   - target: Room for `room` values, `3 * count` or more; those behind the row may be overwritten.
  static func store(
    _ packed: UnsafePointer<UInt32>, count: Int, into target: UnsafeMutablePointer<UInt8>, room: Int
  ) {
    // Two pixels, 6 bytes, are written as 8.
    let pairs = min(count / 2, max(0, (room - 2) / 6))
    let bytes = UnsafeMutableRawPointer(target)
    for pair in 0..<pairs {
      let joined = UInt64(packed[2 &* pair]) | UInt64(packed[2 &* pair &+ 1]) &<< 24
      bytes.storeBytes(of: joined.littleEndian, toByteOffset: pair &* 6, as: UInt64.self)
    }
    for x in (2 * pairs)..<max(2 * pairs, count) {
      target[3 * x] = UInt8(truncatingIfNeeded: packed[x])
      target[3 * x + 1] = UInt8(truncatingIfNeeded: packed[x] &>> 8)
      target[3 * x + 2] = UInt8(truncatingIfNeeded: packed[x] &>> 16)
    }
  }
}
