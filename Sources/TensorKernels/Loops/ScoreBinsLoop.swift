import KernelInterface

extension Kernels {
  public func count(
    _ scores: UnsafePointer<Float>, blocks: Int, places: UnsafeMutablePointer<Int32>,
    bins: UnsafeMutablePointer<UInt32>
  ) {
    let perUnit = ChannelBlock(repeating: Float(ScoreBins.perUnit))
    // Adding this rounds to the nearest integer, which then lies in the lowest bits.
    let magic = ChannelBlock(repeating: 12_582_912)
    let first = SIMD16<Int32>(
      repeating: Int32(bitPattern: Float(12_582_912).bitPattern) - Int32(ScoreBins.perUnit))
    for block in 0..<blocks {
      var scaled = load(scores + block * channelsPerBlock) * perUnit
      scaled.replace(with: perUnit, where: scaled .> perUnit)
      scaled.replace(with: -perUnit, where: scaled .< -perUnit)
      let shifted = scaled + magic
      // The nearest integer may be the next one up; a true lane is −1.
      let isAbove = unsafeBitCast((shifted - magic) .> scaled, to: SIMD16<Int32>.self)
      let place = unsafeBitCast(shifted, to: SIMD16<Int32>.self) &- first &+ isAbove
      UnsafeMutableRawPointer(places + block * channelsPerBlock).storeBytes(of: place, as: SIMD16<Int32>.self)
    }
    for index in 0..<blocks * channelsPerBlock { bins[Int(places[index])] &+= 1 }
  }
}
