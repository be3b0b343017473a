/// Half-precision numbers as floats.
struct WidenedElements: DeferredElements {
  let halves: [UInt16]

  var count: Int { halves.count }

  func copyFloats(_ range: Range<Int>, to target: UnsafeMutablePointer<Float>) {
    for index in range { target[index - range.lowerBound] = HalfPrecision.float(halves[index]) }
  }
}
