/// A source coordinate in units of 2⁻³² pixel that can be moved on in equal steps.
struct FixedPlace {
  private var position: Int
  private let step: Int

  /// - Parameters:
  ///   - coordinate: In pixels, less than 2³⁰ in size.
  ///   - step: Pixels to move on at a time. One that no picture is wide enough for counts as a billion
  ///     pixels.
  init(_ coordinate: Double, step: Double) {
    position = Int((coordinate * 0x1p32).rounded(.down))
    self.step = Int(min(max(step, -0x1p30), 0x1p30) * 0x1p32)
  }

  /// The pixel at or before the place.
  @inline(__always)
  var pixel: Int { position >> 32 }

  /// How far the place lies towards the next pixel, from 0 to less than 2¹³, as `MixedColor` takes it.
  @inline(__always)
  var share: UInt64 { UInt64(truncatingIfNeeded: position >> 19) & 0x1FFF }

  /// The pixel after a number of steps; far outside of any picture when the steps lead beyond 2³¹ pixels.
  func pixel(after stepCount: Int) -> Int {
    let (distance, isTooFar) = step.multipliedReportingOverflow(by: stepCount)
    let (end, isBeyond) = position.addingReportingOverflow(distance)
    return isTooFar || isBeyond ? .min : end >> 32
  }

  @inline(__always)
  mutating func advance() { position &+= step }
}
