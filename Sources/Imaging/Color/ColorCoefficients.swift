/// The numbers that turn luma and chroma into red, green and blue, in fixed point (ITU-R BT.601-7 and BT.709-6,
/// section 3; JFIF for the full range).
package struct ColorCoefficients: Equatable {
  /// What luma has at black.
  let black: Int16

  /// The factor of luma, times 2^13.
  let luma: Int16

  /// The factors of the differences of red and blue for the values that they change, times 2^12.
  let redFromRed: Int16
  let greenFromRed: Int16
  let greenFromBlue: Int16
  let blueFromBlue: Int16

  package init(_ matrix: ColorMatrix, _ range: ColorRange) {
    let (red, blue) = matrix.weights
    let green = 1 - red - blue
    let lumaScale = range == .full ? 1 : 255.0 / 219
    let chromaScale = range == .full ? 1 : 255.0 / 224
    func fixed(_ value: Double, _ bits: Int) -> Int16 { Int16((value * Double(1 << bits)).rounded()) }
    black = range == .full ? 0 : 16
    luma = fixed(lumaScale, 13)
    redFromRed = fixed(2 * (1 - red) * chromaScale, 12)
    greenFromRed = fixed(2 * (1 - red) * red / green * chromaScale, 12)
    greenFromBlue = fixed(2 * (1 - blue) * blue / green * chromaScale, 12)
    blueFromBlue = fixed(2 * (1 - blue) * chromaScale, 12)
  }
}
