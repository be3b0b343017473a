/// Turns planes of luma and chroma into a picture. Chroma is interpolated linearly between the places where it stands.
package struct PlanarConversion {
  package let layout: PlanarLayout
  let coefficients: ColorCoefficients

  package init(layout: PlanarLayout, coefficients: ColorCoefficients) {
    self.layout = layout
    self.coefficients = coefficients
  }

  /// - Parameter planes: Exactly `layout.byteCount` values.
  package func image(_ planes: UnsafeBufferPointer<UInt8>) -> Image {
    precondition(planes.count == layout.byteCount, "planes of another size")
    return Image(width: layout.width, height: layout.height) { pixels in
      guard let source = planes.baseAddress, let target = pixels.baseAddress else { return }
      fill(target, pixels.count, from: source)
    }
  }

  /// - Parameters:
  ///   - target: Room for `count` values, three a pixel.
  ///   - source: `layout.byteCount` values.
  private func fill(_ target: UnsafeMutablePointer<UInt8>, _ count: Int, from source: UnsafePointer<UInt8>) {
    let (width, height) = (layout.width, layout.height)
    let rows = RowMemory(width: width)
    defer { rows.free() }
    let bluePlane = source + width * height
    let redPlane = bluePlane + layout.chromaWidth * layout.chromaHeight
    for y in 0..<height {
      upsample(bluePlane, row: y, into: rows.blue, through: rows.half)
      upsample(redPlane, row: y, into: rows.red, through: rows.half)
      ColorLoops.lift(source + y * width, black: coefficients.black, count: width, into: rows.luma)
      ColorLoops.convert(
        luma: rows.luma, blue: rows.blue, red: rows.red, count: width, coefficients,
        redGreen: rows.redGreen, blueOnly: rows.blueOnly)
      ColorLoops.pack(
        redGreen: rows.redGreen, blueOnly: rows.blueOnly, count: width, into: rows.packed)
      let place = 3 * width * y
      ColorLoops.store(rows.packed, count: width, into: target + place, room: count - place)
    }
  }

  /// Room for what a row becomes on its way.
  private struct RowMemory {
    private let signed: UnsafeMutablePointer<Int16>
    private let unsigned: UnsafeMutablePointer<UInt16>
    /// Chroma in full width, and luma.
    let blue, red, luma: UnsafeMutablePointer<Int16>
    /// Chroma in half width, with a neighbour on either side.
    let half: UnsafeMutablePointer<Int16>
    let redGreen, blueOnly: UnsafeMutablePointer<UInt16>
    let packed: UnsafeMutablePointer<UInt32>

    init(width: Int) {
      let room = width + 2
      signed = .allocate(capacity: 4 * room)
      unsigned = .allocate(capacity: 2 * room)
      packed = .allocate(capacity: room)
      // Chroma stays 0 where there is none.
      signed.initialize(repeating: 0, count: 4 * room)
      unsigned.initialize(repeating: 0, count: 2 * room)
      packed.initialize(repeating: 0, count: room)
      (blue, red, luma, half) = (signed, signed + room, signed + 2 * room, signed + 3 * room)
      (redGreen, blueOnly) = (unsigned, unsigned + room)
    }

    func free() {
      signed.deallocate()
      unsigned.deallocate()
      packed.deallocate()
    }
  }

  /// One row of chroma as wide as luma: differences from grey, times 2^8. Rows stay 0 where there is no chroma.
  private func upsample(
    _ plane: UnsafePointer<UInt8>, row: Int, into full: UnsafeMutablePointer<Int16>,
    through half: UnsafeMutablePointer<Int16>
  ) {
    let count = layout.chromaWidth
    switch layout.chroma {
    case .none: return
    case .full:
      let values = plane + row * count
      ColorLoops.mix(values, 2, values, 2, count: count, into: full)
      ColorLoops.scale(full, count: count)
    case .halvedHorizontally:
      let values = plane + row * count
      ColorLoops.mix(values, 2, values, 2, count: count, into: half + 1)
      ColorLoops.widen(half, count: count, width: layout.width, isCentred: false, into: full)
    case .halved(let siting):
      let near = row / 2
      let isOdd = row % 2 == 1
      let far = min(max(0, isOdd ? near + 1 : siting == .topLeft ? near : near - 1), layout.chromaHeight - 1)
      let farWeight: Int16 = siting == .topLeft ? (isOdd ? 2 : 0) : 1
      ColorLoops.mix(
        plane + near * count, 4 - farWeight, plane + far * count, farWeight, count: count, into: half + 1)
      ColorLoops.widen(half, count: count, width: layout.width, isCentred: siting == .centred, into: full)
    }
  }
}
